/** The interface of a client written by hand: a typical signer that shares no code with this project. */

/** The request to send. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly form?: readonly (readonly [name: string, value: string])[];
  readonly realm?: string;
  readonly nonce: string;
  readonly timestamp: string;
}

export interface PlainCredentials {
  readonly consumerKey: string;
  readonly consumerSecret?: string;
  readonly token?: string;
  readonly tokenSecret?: string;
  /** PEM. */
  readonly privateKey?: string;
}

/** The sent request. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
}

/** A client, and a request that shows its mistake. */
export interface WrongClient {
  readonly name: string;
  /** Ids of its faults that the request shows. */
  readonly faults: readonly string[];
  readonly signatureMethod: string;
  readonly request: PlainRequest;
  readonly credentials: PlainCredentials;
  readonly sign: (request: PlainRequest, credentials: PlainCredentials) => Sent;
}

export const ONCE = { nonce: "4f2d9a61c3e0", timestamp: "1700000000" } as const;

export const WITH_TOKEN: PlainCredentials = {
  consumerKey: "shop-7",
  consumerSecret: "kd94hf93k423kf44",
  token: "nnch734d00sl2jdk",
  tokenSecret: "pfkkdhi9sl3r4s00",
};
export const WITHOUT_TOKEN: PlainCredentials = { consumerKey: "shop-7", consumerSecret: "kd94hf93k423kf44" };
