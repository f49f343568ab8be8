/**
 * The smallest requests, for triggers: a fault adds to them only what shows it.
 *
 * @module
 */

import type { SigningInput } from "../model/index.ts";

/** A GET, signed with HMAC-SHA1 and without a token. */
export function get(url: string, changes: Partial<SigningInput> = {}): SigningInput {
  return {
    method: "GET",
    url: url.startsWith("/") ? `https://example.com${url}` : url,
    protocolParameters: [["oauth_consumer_key", "ck"]],
    signatureMethod: "HMAC-SHA1",
    consumerSecret: "cs",
    ...changes,
  };
}

/** A POST of a form, otherwise the same. */
export function post(form: NonNullable<SigningInput["form"]>, changes: Partial<SigningInput> = {}): SigningInput {
  return get("/r", { method: "POST", form, ...changes });
}

/** A POST of a body that is no form, otherwise the same. */
export function postBody(contentType: string, body: string, changes: Partial<SigningInput> = {}): SigningInput {
  return get("/r", { method: "POST", headers: [["Content-Type", contentType]], body, ...changes });
}

/** With further protocol parameters. */
export function withProtocol(...pairs: readonly (readonly [name: string, value: string])[]): Partial<SigningInput> {
  return { protocolParameters: [["oauth_consumer_key", "ck"], ...pairs] };
}
