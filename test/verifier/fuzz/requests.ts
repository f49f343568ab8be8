/** Signed requests, and such that a verifier rejects, by name. They are signed without code of `src`. */

import { NOW, ORIGIN, type RequestParts, SECRET, type SentRequest, signedRequest } from "../../signed-request.ts";

export { NOW, ORIGIN };
/** The only client that the servers know. */
export const CLIENT: { readonly consumerKey: string; readonly consumerSecret: string } = {
  consumerKey: "ck",
  consumerSecret: SECRET,
};
/** In octets, of the adapters and their verifier; small, so that a body that is too long is still cheap. */
export const BODY_LIMIT = 4096;

const form = { method: "POST", target: "/api/pay", form: { amount: "10.42", note: "two words & ü" } } as const;
const json = { method: "PUT", target: "/api/orders/1", body: '{"amount":"10.42"}', contentType: "application/json" };
const get = { method: "GET", target: "/api/orders?from=1%202&to=~" } as const;

/** How each differs from a plain request. */
const PARTS: Readonly<Record<string, RequestParts>> = {
  get,
  head: { ...get, method: "HEAD" },
  form,
  "form of many octets": { ...form, form: { note: "é".repeat(500) } },
  "in the query": { ...get, transport: "query" },
  "in the form": { ...form, transport: "body" },
  "in header and form": { ...form, transport: "header-and-body" },
  "HMAC-SHA256": { ...form, credentials: { signatureMethod: "HMAC-SHA256" } },
  "with a realm": { ...form, realm: "é" },
  "with a body hash": { ...json, bodyHash: true },
  "with a wrong body hash": { ...json, protocol: { oauth_body_hash: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=" } },
  "without a body hash": json,
  "with another secret": { ...form, key: "another&" },
  "of an unknown client": { ...form, protocol: { oauth_consumer_key: "nobody" } },
  "too old": { ...form, protocol: { oauth_timestamp: String(NOW - 301) } },
  "without a timestamp": { ...form, protocol: { oauth_timestamp: null } },
  "with two credentials": { ...get, headers: { Authorization: 'OAuth oauth_nonce="1"' } },
  "with a malformed header": { ...json, headers: { authorization: 'OAuth oauth_nonce="1' } },
  "with Basic": { ...json, headers: { authorization: "Basic eDp5" } },
  "too large a form": { ...form, form: { note: "n".repeat(BODY_LIMIT) } },
  "far too large": { ...json, bodyHash: true, body: "x".repeat(20_000) },
};

/** The names of {@link requestOf}. */
export const REQUESTS: readonly string[] = [...Object.keys(PARTS), "unsigned", "with a changed form"];

/** The same request for the same arguments. */
export function requestOf(kind: string, nonce: number): SentRequest {
  if (kind === "unsigned") {
    const { authorization: _, ...headers } = requestOf("without a body hash", nonce).headers;
    return { ...requestOf("without a body hash", nonce), headers };
  }
  if (kind === "with a changed form") return { ...requestOf("form", nonce), body: "amount=99.42&note=two%20words" };
  const parts = PARTS[kind];
  if (parts === undefined) throw new Error(`there is no request ${JSON.stringify(kind)}`);
  return signedRequest({ ...parts, protocol: { oauth_nonce: `nonce-${nonce}`, ...parts.protocol } });
}
