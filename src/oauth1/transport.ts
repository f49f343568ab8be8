/** Places the protocol parameters in the request (RFC 5849 3.5): in header, body or query, or in header and body. */

import { joinAuthorizationHeader } from "./authorization-header.ts";
import { OAuth1Error, quote } from "./errors.ts";
import { type EncodedParameter, encodeParameter } from "./parameter.ts";
import { joinParameters } from "./parameter-string.ts";
import type { CheckedRequest } from "./request-to-sign.ts";

/**
 * The place of the protocol parameters (RFC 5849 3.5). With `header-and-body`, which the RFC does not define, the body
 * repeats the parameters of the header. The signature covers them once and is in the header only.
 */
export type Transport = "header" | "body" | "query" | "header-and-body";

const TRANSPORTS: readonly string[] = ["header", "body", "query", "header-and-body"] satisfies Transport[];

export interface PlacedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  readonly authorization: string | undefined;
}

const FORM_TYPE = "application/x-www-form-urlencoded";

/** @throws {@link OAuth1Error} for a transport, a realm or a body hash that the request cannot use */
export function checkTransport(transport: Transport, request: CheckedRequest, realm: unknown, bodyHash: unknown): void {
  if (!TRANSPORTS.includes(transport)) {
    throw new OAuth1Error(
      "transport-unknown",
      `transport must be one of ${TRANSPORTS.join(", ")}, got ${quote(transport)}`,
    );
  }
  const usesBody = transport === "body" || transport === "header-and-body";
  if (usesBody && request.body !== undefined) {
    throw new OAuth1Error("transport-unusable", `transport ${transport} needs a form-encoded body, got another body`);
  }
  if (typeof bodyHash !== "boolean" && bodyHash !== "SHA-1") {
    throw new OAuth1Error("body-hash-unknown", `bodyHash must be true, false or "SHA-1", got ${quote(bodyHash)}`);
  }
  if (usesBody && bodyHash !== false) {
    throw new OAuth1Error(
      "body-hash-conflict",
      `transport ${transport} makes a form-encoded body, which is not hashed`,
    );
  }
  if (realm !== undefined && (transport === "body" || transport === "query")) {
    throw new OAuth1Error("transport-unusable", `realm needs a header, got the transport ${transport}`);
  }
}

/** Places the protocol parameters and the signature after the parameters of form or query. */
export function place(
  request: CheckedRequest,
  protocol: readonly EncodedParameter[],
  signature: string,
  transport: Transport,
  realm: string | undefined,
): PlacedRequest {
  const signed = [...protocol, encodeParameter("oauth_signature", signature, "header")];
  const form = request.form === undefined ? undefined : joinParameters(request.form);
  const usesBody = transport === "body" || transport === "header-and-body";
  const inBody = transport === "body" ? signed : protocol;
  const body = usesBody ? appended(form, joinParameters(inBody)) : (form ?? request.body);
  const url = transport === "query" ? appendedToQuery(request, joinParameters(signed)) : request.href;
  const headers: Record<string, string> = {};
  let authorization: string | undefined;
  if (transport === "header" || transport === "header-and-body") {
    authorization = joinAuthorizationHeader(signed, { realm });
    headers.authorization = authorization;
  }
  if (form !== undefined || usesBody) headers["content-type"] = FORM_TYPE;
  return { method: request.method, url, headers, body, authorization };
}

function appended(form: string | undefined, added: string): string {
  return form === undefined || form === "" ? added : `${form}&${added}`;
}

function appendedToQuery({ href, url: { query } }: CheckedRequest, added: string): string {
  if (query === undefined) return `${href}?${added}`;
  return `${href}${query === "" || query.endsWith("&") ? "" : "&"}${added}`;
}
