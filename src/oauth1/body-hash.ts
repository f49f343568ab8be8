/** The hash of a body that is not form-encoded (OAuth Request Body Hash 1.0, draft 4, 3.2). */

import { base64Text, digest } from "../platform/index.ts";
import { mustBeWellFormed } from "./percent-encoding.ts";
import { methodTraits, type SignatureMethod } from "./signature-methods.ts";

/**
 * The value of `oauth_body_hash` (OAuth Request Body Hash 1.0, draft 4, 3.2): the hash of the body in base64, with the
 * hash function of the signature method (SHA-1 for PLAINTEXT).
 *
 * @param body - octets, or text to be encoded as UTF-8; empty for no body
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
