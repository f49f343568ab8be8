/**
 * The hash of a body that is not form-encoded (OAuth Request Body Hash 1.0, draft 4, 3.2).
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Octets } from "./types.ts";

/**
 * The value of oauth_body_hash: the octets of the body hashed, in base64.
 *
 * @param hash as the draft writes it
 * @example
 * bodyHash(Buffer.from("Hello World!"), "SHA-1"); // "Lve95gjOVATpfV8EL5X4nxwjKHE="
 */
export function bodyHash(body: Octets, hash: "SHA-1" | "SHA-256" | "SHA-512"): string {
  return createHash(hash.replace("-", "")).update(body).digest("base64");
}
