/**
 * Every stage of a signed request, as lines: computed by the model from the request as it will be sent.
 *
 * @module
 */

import { type Terminal, visible } from "../../conformance/reporters/index.ts";
import type { SignedRequest } from "../../index.ts";
import { toText, traceSent } from "../../model/index.ts";

/** The stages up to the signature. The key is not among them: it is the secret. */
export function stageLines(signed: SignedRequest, { colors }: Terminal): string {
  const { method, url, headers, body } = signed;
  const octets = body === undefined ? undefined : Buffer.from(body);
  const sent = { method, url, headers: Object.entries(headers), ...(octets === undefined ? {} : { body: octets }) };
  const traced = traceSent(sent, {});
  if (traced.baseString !== signed.baseString)
    throw new Error("the model and the signer disagree about the base string");
  const parameters = traced.parameters.map(
    ({ name, value, origin }) => `  ${origin.padEnd(13)}  ${visible(`${toText(name)} = ${toText(value)}`)}`,
  );
  return [
    colors.bold("parameters"),
    ...parameters,
    ...stage("parameter-string", traced.parameterString),
    ...stage("base-string-uri", traced.baseStringUri),
    ...stage("base-string", signed.baseString),
    ...stage("signature", signed.signature),
    ...(signed.authorization === undefined ? [] : stage("authorization-header", signed.authorization)),
    ...(url === undefined ? [] : stage("url", url)),
    ...(typeof body === "string" ? stage("body", body) : []),
  ].join("\n");

  function stage(name: string, value: string): string[] {
    return [colors.bold(name), `  ${visible(value)}`];
  }
}
