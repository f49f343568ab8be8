/** The contract of nonce stores, and the key under which a store keeps a nonce. */

/** The nonce of a request whose signature is valid. All text is percent-decoded; all times are seconds since 1970. */
export interface NonceClaim {
  readonly consumerKey: string;
  /** Absent if the request has no `oauth_token`. An empty token is not absent. */
  readonly token?: string | undefined;
  /** `oauth_timestamp`, a whole number. */
  readonly timestamp: number;
  readonly nonce: string;
  /**
   * The store must remember the nonce until this second. From then on, the claiming verifier does not accept the
   * timestamp. The time `expiresAt - timestamp` is the same in all claims of a verifier, and grows with its tolerance.
   */
  readonly expiresAt: number;
  /** The verifier's clock, read just before the claim. */
  readonly now: number;
}

/**
 * `fresh`: the nonce is new, and the store has recorded it. `used`: the store has recorded it before. `full`: the store
 * cannot record it, or cannot know whether it was used.
 */
export type NonceAnswer = "fresh" | "used" | "full";

/**
 * Remembers nonces (RFC 5849 3.3). A nonce is unique for its timestamp, client and token together.
 *
 * A claim checks and records in one atomic step: of any number of simultaneous claims for the same nonce, exactly one is
 * answered `fresh`. Until `expiresAt` the store never answers `fresh` for that nonce again, even if the clock is changed. It
 * never answers `fresh` for a claim that has expired (`expiresAt` at or before `now`). If the store cannot answer, it
 * throws or rejects, and the verifier rejects the request. The verifier also rejects it if the answer takes longer than
 * `timeoutMilliseconds`; a nonce that such a late claim records stays used. `countersign/nonce-store-tests`
 * contains tests for stores.
 *
 * Verifiers with different tolerances may share a store, for example while a rollout changes one process after the other.
 * A nonce may then be claimed again with a later `expiresAt`, after the earlier one has passed. So a store keeps each
 * nonce for the longest time that any claim asked for, or answers `full` for a timestamp whose nonces it may have forgotten.
 */
export interface NonceStore {
  claim(claim: NonceClaim): NonceAnswer | Promise<NonceAnswer>;
  /** Closes connections and stops timers. */
  close?(): void | Promise<void>;
}

/** The members of a claim that make a nonce unique (RFC 5849 3.3). */
export type NonceIdentity = Pick<NonceClaim, "consumerKey" | "token" | "timestamp" | "nonce">;

/**
 * Builds the key of a nonce store from what makes a nonce unique: the same key for the same timestamp, client, token and
 * nonce, and different keys for different ones. An absent token differs from an empty one.
 *
 * With separators between the fields, a client could move characters from one field into the next and get the same key
 * for another nonce. So each field of variable length comes after its length.
 *
 * The key is text, to be hashed as UTF-8. UTF-8 would replace each lone surrogate by U+FFFD; a key with a lone surrogate
 * is therefore returned as octets that begin with an octet that UTF-8 never uses.
 *
 * @param prefix - a secret, if others should not be able to compute the hash of the key
 *
 * @example
 * ```ts
 * import { nonceKey } from "countersign";
 *
 * nonceKey({ consumerKey: "merchant", timestamp: 1700000000, nonce: "4572616e48" }); // => "8:merchant-/1700000000/4572616e48"
 * ```
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
