/**
 * Where the protocol parameters travel (RFC 5849 3.5): header, body, query, or repeated in header and body.
 *
 * @module
 */

import { authorizationHeader } from "./authorization-header.ts";
import type { CheckedRequest } from "./checked-request.ts";
import { OAuth1Error, quote } from "./errors.ts";
import { joinParameters } from "./parameters.ts";
import type { ProtocolTexts } from "./protocol-texts.ts";

/** In header-and-body the same values stand in both and are signed once; the signature is in the header only. */
export type Transport = "header" | "body" | "query" | "header-and-body";

const TRANSPORTS: readonly string[] = ["header", "body", "query", "header-and-body"] satisfies Transport[];

/** The parts of a signed request that depend on the transport. */
export interface PlacedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  readonly authorization: string | undefined;
}

const FORM_TYPE = "application/x-www-form-urlencoded";

/** Refuses a transport that a request cannot use, before anything is signed. */
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

/** Places protocol parameters and signature; the form keeps its order and comes first. */
export function place(
  request: CheckedRequest,
  protocol: ProtocolTexts,
  signature: string,
  transport: Transport,
  realm: string | undefined,
): PlacedRequest {
  const encoded = encodeURIComponent(signature); // in base64, which holds nothing the platform encodes otherwise
  const form = request.form === undefined ? undefined : joinParameters(request.form);
  const signedForm = () => `${protocol.form}&oauth_signature=${encoded}`;
  const headers: Record<string, string> = {};
  let { href: url } = request;
  let body = form ?? request.body;
  let authorization: string | undefined;
  if (transport === "header" || transport === "header-and-body") {
    authorization = authorizationHeader(`${protocol.header}, oauth_signature="${encoded}"`, realm);
    headers.authorization = authorization;
  }
  if (transport === "query") url = appendToQuery(request, signedForm());
  if (transport === "body") body = appendToForm(form, signedForm());
  if (transport === "header-and-body") body = appendToForm(form, protocol.form);
  if (form !== undefined || transport === "body" || transport === "header-and-body")
    headers["content-type"] = FORM_TYPE;
  return { method: request.method, url, headers, body, authorization };
}

function appendToForm(form: string | undefined, added: string): string {
  return form === undefined || form === "" ? added : `${form}&${added}`;
}

function appendToQuery({ href, url: { query } }: CheckedRequest, added: string): string {
  if (query === undefined) return `${href}?${added}`;
  return `${href}${query === "" || query.endsWith("&") ? "" : "&"}${added}`;
}
