/**
 * What a client written by hand is: a signer as people write them, in code of its own that knows nothing of ours.
 *
 * @module
 */

/** What the client is asked to send. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly form?: readonly (readonly [name: string, value: string])[];
  readonly realm?: string;
  readonly nonce: string;
  readonly timestamp: string;
}

/** Who signs. */
export interface PlainCredentials {
  readonly consumerKey: string;
  readonly consumerSecret?: string;
  readonly token?: string;
  readonly tokenSecret?: string;
  /** PEM. */
  readonly privateKey?: string;
}

/** The request as sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
}

/** One client, and a request that shows what is wrong with it. */
export interface WrongClient {
  readonly name: string;
  /** Ids of the faults that it really has and that the request shows; empty: outside all that have a name. */
  readonly faults: readonly string[];
  readonly signatureMethod: string;
  readonly request: PlainRequest;
  readonly credentials: PlainCredentials;
  readonly sign: (request: PlainRequest, credentials: PlainCredentials) => Sent;
}

/** Nonce and timestamp of the requests that show. */
export const ONCE = { nonce: "4f2d9a61c3e0", timestamp: "1700000000" } as const;

/** Credentials with a token, and without. */
export const WITH_TOKEN: PlainCredentials = {
  consumerKey: "shop-7",
  consumerSecret: "kd94hf93k423kf44",
  token: "nnch734d00sl2jdk",
  tokenSecret: "pfkkdhi9sl3r4s00",
};
/** See {@link WITH_TOKEN}. */
export const WITHOUT_TOKEN: PlainCredentials = { consumerKey: "shop-7", consumerSecret: "kd94hf93k423kf44" };
