/** The contract of nonce stores. */

/** The nonce of a request whose signature is right. All text is percent-decoded; all times are seconds since 1970. */
export interface NonceClaim {
  readonly consumerKey: string;
  /** Absent if the request has no `oauth_token`. An empty token is a different one. */
  readonly token?: string | undefined;
  /** `oauth_timestamp`, a whole number. */
  readonly timestamp: number;
  readonly nonce: string;
  /** The store must remember the nonce until this second. From then on no verifier accepts the timestamp. */
  readonly expiresAt: number;
  /** The verifier's clock. */
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
 * answered `fresh`. Until `expiresAt` the store never answers `fresh` for it again, even if the clock is changed. It never
 * answers `fresh` for a claim that has expired (`expiresAt` at or before `now`). If the store cannot answer, it throws or
 * rejects, and the verifier rejects the request. `countersign/nonce-store-tests` has tests for stores.
 */
export interface NonceStore {
  claim(claim: NonceClaim): NonceAnswer | Promise<NonceAnswer>;
  /** Closes connections and stops timers. */
  close?(): void | Promise<void>;
}
