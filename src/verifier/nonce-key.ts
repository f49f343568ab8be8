/**
 * One text for all that makes a nonce unique (RFC 5849 3.3): timestamp, client, token and the nonce itself.
 *
 * Joining fields with a separator lets a client move characters from one field into the next, and so make two claims
 * look alike that are not. Here each field comes after its length, so that no two claims give the same text.
 *
 * @module
 */

import type { NonceClaim } from "./nonce-store.ts";

/** What of a claim makes it unique. */
export type NonceIdentity = Pick<NonceClaim, "consumerKey" | "token" | "timestamp" | "nonce">;

/**
 * Returns what stands for a claim: the same for the same timestamp, client, token and nonce, and never the same for
 * different ones. An absent token differs from an empty one.
 */
export function nonceText({ consumerKey, token, timestamp, nonce }: NonceIdentity): string {
  const tokenPart = token === undefined ? "-" : `${token.length}:${token}`;
  return `${consumerKey.length}:${consumerKey}${tokenPart}/${timestamp}/${nonce}`;
}

/**
 * Returns the same, ready to be hashed as octets: text, for its UTF-8, unless it holds a lone surrogate. UTF-8 has no
 * form for these and puts U+FFFD in the place of each; such text comes as octets, which start with one that UTF-8 never
 * uses.
 */
export function nonceKey(claim: NonceIdentity): string | Uint8Array {
  const text = nonceText(claim);
  return text.isWellFormed() ? text : Buffer.concat([NOT_UTF8, Buffer.from(text, "utf16le")]);
}

const NOT_UTF8 = Uint8Array.of(0xff);
