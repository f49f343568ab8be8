/**
 * What remembers nonces: the contract that every store keeps, on one machine or shared by many.
 *
 * @module
 */

/** A nonce that a request with a right signature used. */
export interface NonceClaim {
  readonly consumerKey: string;
  /** Absent where the request names no token, which is not the same as an empty one. */
  readonly token?: string | undefined;
  /** Whole seconds since 1970-01-01T00:00:00Z, as the request says. */
  readonly timestamp: number;
  readonly nonce: string;
  /** The second from which on no verifier would accept the timestamp any more; until then the nonce must be known. */
  readonly expiresAt: number;
  /** The verifier's clock, in seconds. */
  readonly now: number;
}

/**
 * `fresh`: nobody used it, and from now on it is used. `used`: somebody did. `full`: the store cannot remember it and
 * so will not vouch for it.
 */
export type NonceAnswer = "fresh" | "used" | "full";

/**
 * Remembers nonces (RFC 5849 3.3). A nonce is unique for its timestamp, client and token together.
 *
 * A claim asks and records in one step that nothing can come between: of any number of simultaneous claims for the
 * same nonce exactly one is answered `fresh`. From then on until `expiresAt` it is never answered `fresh` again, whatever
 * the clock does; nor is a claim that has expired already, `expiresAt` not being after `now`. A store that cannot tell
 * throws, or rejects; the verifier then refuses. A test kit for stores is published as `countersign/nonce-store-tests`.
 */
export interface NonceStore {
  claim(claim: NonceClaim): NonceAnswer | Promise<NonceAnswer>;
  /** Lets go of connections and timers. */
  close?(): void | Promise<void>;
}
