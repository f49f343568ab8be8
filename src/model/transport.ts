/**
 * The URL and the body that carry the request, with the protocol parameters where they travel (RFC 5849 3.5).
 *
 * @module
 */

import { withSignature } from "./authorization-header.ts";
import type { Stages, TransportInput } from "./stages.ts";

/**
 * The URL to request: as meant, and with the transport "query" the protocol parameters and oauth_signature after its
 * query and before its fragment (RFC 5849 3.5.3).
 *
 * @example
 * url({ transport: "query", url: "http://a/?b=c#d", protocolParameters: [], signature: "x" }, specification);
 * // "http://a/?b=c&oauth_signature=x#d"
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
 * The form-encoded body: the form, and after it with the transport "body" the protocol parameters and oauth_signature
 * (RFC 5849 3.5.2), with "header-and-body" the protocol parameters alone.
 *
 * @returns undefined where the request has no form and the transport needs none
 * @example
 * body({ transport: "body", url: "http://a/", protocolParameters: [], signature: "x=" }, specification);
 * // "oauth_signature=x%3D"
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
