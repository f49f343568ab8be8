/** `sign --trace`: every stage of a signed request. The model computes them from the request as it will be sent. */

import type { Terminal } from "../../conformance/reporters/index.ts";
import { visible } from "../../conformance/reporters/visible.ts";
import type { SignedRequest } from "../../index.ts";
import { toText, traceSent } from "../../model/index.ts";

/** The stages up to the signature, without the key, which is the secret. */
export function stageLines(signed: SignedRequest, { colors }: Terminal): string {
  const { method, url, headers, body, authorization } = signed;
  const octets = body === undefined ? {} : { body: Buffer.from(body) };
  const traced = traceSent({ method, url, headers: Object.entries(headers), ...octets }, {});
  if (traced.baseString !== signed.baseString) {
    throw new Error("the model and the signer disagree about the base string");
  }
  const parameters = traced.parameters.map(
    ({ name, value, origin }) => `  ${origin.padEnd(13)}  ${visible(`${toText(name)} = ${toText(value)}`)}`,
  );
  const stages = {
    "parameter-string": traced.parameterString,
    "base-string-uri": traced.baseStringUri,
    "base-string": signed.baseString,
    signature: signed.signature,
    "authorization-header": authorization,
    url,
    body: typeof body === "string" ? body : undefined,
  };
  const lines = Object.entries(stages).flatMap(([name, value]) =>
    value === undefined ? [] : [colors.bold(name), `  ${visible(value)}`],
  );
  return [colors.bold("parameters"), ...parameters, ...lines].join("\n");
}
