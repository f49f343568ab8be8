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
 *
 * It is text, to be hashed as UTF-8, unless it holds a lone surrogate: UTF-8 has no form for these and puts U+FFFD in
 * the place of each. Such text comes as octets, which start with one that UTF-8 never uses.
 *
 * @param prefix what the text begins with: a secret, where nobody else should be able to compute the hash
 */
export function nonceKey(claim: NonceIdentity, prefix = ""): string | Uint8Array {
  const { consumerKey, token, timestamp, nonce } = claim;
  const tokenPart = token === undefined ? "-" : `${token.length}:${token}`;
  const text = `${prefix}${consumerKey.length}:${consumerKey}${tokenPart}/${timestamp}/${nonce}`;
  return text.isWellFormed() ? text : markedUtf16(text);
}

/** Returns 0xFF and then UTF-16, little endian. */
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
