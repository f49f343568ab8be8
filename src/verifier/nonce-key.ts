/**
 * Joins what makes a nonce unique (RFC 5849 3.3), timestamp, client, token and nonce, to the key of a nonce store.
 *
 * With separators between the fields, a client could move characters from one field into the next and get the same key
 * for another nonce. So each field of variable length comes after its length.
 */

import type { NonceClaim } from "./nonce-store.ts";

/** The members of a claim that make a nonce unique. */
export type NonceIdentity = Pick<NonceClaim, "consumerKey" | "token" | "timestamp" | "nonce">;

/**
 * Returns the key: the same for the same timestamp, client, token and nonce, and different for different ones. An absent
 * token differs from an empty one.
 *
 * The key is text, to be hashed as UTF-8. UTF-8 would replace each lone surrogate by U+FFFD; a key with one is returned as
 * octets that begin with an octet that UTF-8 never uses.
 *
 * @param prefix - a secret, if nobody else should be able to compute the hash of the key
 */
export function nonceKey(claim: NonceIdentity, prefix = ""): string | Uint8Array {
  const { consumerKey, token, timestamp, nonce } = claim;
  const tokenPart = token === undefined ? "-" : `${token.length}:${token}`;
  const text = `${prefix}${consumerKey.length}:${consumerKey}${tokenPart}/${timestamp}/${nonce}`;
  return text.isWellFormed() ? text : markedUtf16(text);
}

/** 0xFF, then UTF-16 little endian. */
function markedUtf16(text: string): Uint8Array {
  const octets = new Uint8Array(1 + 2 * text.length);
  octets[0] = 0xff;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    octets[1 + 2 * index] = unit & 0xff;
    octets[2 + 2 * index] = unit >> 8;
  }
  return octets;
}
