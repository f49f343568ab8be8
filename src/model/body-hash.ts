/** The hash of a body that is not form-encoded (OAuth Request Body Hash 1.0, draft 4, 3.2). */

import { base64Text, digest, type HashName } from "../platform/index.ts";

type BodyHash = "SHA-1" | "SHA-256" | "SHA-512";

const HASHES: Readonly<Record<BodyHash, HashName>> = { "SHA-1": "sha1", "SHA-256": "sha256", "SHA-512": "sha512" };

/**
 * The value of oauth_body_hash: the octets of the body hashed, in base64.
 *
 * @param hash as the draft writes it
 */
export function bodyHash(body: Uint8Array, hash: BodyHash): string {
  return base64Text(digest(HASHES[hash], body));
}
