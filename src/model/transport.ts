/** Writes the URL and the body of a request with its protocol parameters (RFC 5849 3.5). */

import { withSignature } from "./authorization-header.ts";
import type { Stages, TransportInput } from "./stages.ts";

/**
 * The URL to request. The transport "query" adds the protocol parameters and oauth_signature to the query
 * (RFC 5849 3.5.3).
 */
export function url(input: TransportInput, stages: Stages): string {
  if (input.transport !== "query") return input.url;
  const { query, fragment } = stages.splitUrl(input.url);
  const afterFragmentSign = fragment === undefined ? "" : `#${fragment}`;
  const beforeFragment = input.url.slice(0, input.url.length - afterFragmentSign.length);
  const separator = query === undefined ? "?" : query === "" ? "" : "&";
  const added = stages.encodeForm(withSignature(input.protocolParameters, input.signature), stages);
  return `${beforeFragment}${separator}${added}${afterFragmentSign}`;
}

/**
 * The form-encoded body. The transport "body" adds the protocol parameters and oauth_signature (RFC 5849 3.5.2), and
 * "header-and-body" adds only the protocol parameters.
 *
 * @returns `undefined` if the request has no form and the transport does not need one
 */
export function body(input: TransportInput, stages: Stages): string | undefined {
  const form = input.form ?? [];
  switch (input.transport) {
    case "body":
      return stages.encodeForm([...form, ...withSignature(input.protocolParameters, input.signature)], stages);
    case "header-and-body":
      return stages.encodeForm([...form, ...input.protocolParameters], stages);
    default:
      return input.form === undefined ? undefined : stages.encodeForm(form, stages);
  }
}
