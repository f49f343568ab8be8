/**
 * The hash of a body that is not form-encoded (OAuth Request Body Hash 1.0, draft 4, 3.2).
 *
 * @module
 */

import { base64Text, digest } from "../platform/index.ts";
import { mustBeWellFormed } from "./percent-encoding.ts";
import { methodTraits, type SignatureMethod } from "./signature-methods.ts";

/**
 * The value of `oauth_body_hash`: the body hashed with the method's own hash (SHA-1 for PLAINTEXT), in base64.
 *
 * @param body - text stands for its UTF-8 octets; no body at all is the empty one
 * @throws {@link OAuth1Error} `signature-method-unknown`; `text-malformed` for a lone surrogate
 *
 * @example
 * ```ts
 * import { bodyHash } from "countersign/oauth1";
 *
 * bodyHash("Hello World!", "HMAC-SHA1"); // => "Lve95gjOVATpfV8EL5X4nxwjKHE="
 * ```
 */
export function bodyHash(body: string | Uint8Array, signatureMethod: SignatureMethod): string {
  const octets = typeof body === "string" ? mustBeWellFormed(body) : body;
  return base64Text(digest(methodTraits(signatureMethod).hash, octets));
}
