/** Minimal requests for triggers. A fault adds only the part that shows it. */

import type { SigningInput } from "../../model/index.ts";

/** A GET request, signed with HMAC-SHA1 and without a token. */
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

/** A POST request with a form, otherwise like {@link get}. */
export function post(form: NonNullable<SigningInput["form"]>, changes: Partial<SigningInput> = {}): SigningInput {
  return get("/r", { method: "POST", form, ...changes });
}

/** A POST request with a body that is not a form, otherwise like {@link get}. */
export function postBody(contentType: string, body: string, changes: Partial<SigningInput> = {}): SigningInput {
  return get("/r", { method: "POST", headers: [["Content-Type", contentType]], body, ...changes });
}

/** Adds protocol parameters to a request. */
export function withProtocol(...pairs: readonly (readonly [name: string, value: string])[]): Partial<SigningInput> {
  return { protocolParameters: [["oauth_consumer_key", "ck"], ...pairs] };
}
