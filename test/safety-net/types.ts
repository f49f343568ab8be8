/** The inputs of the safety net, in types of its own: they do not change when the types of `src` do. */

export type Text = string | Uint8Array;
export type Pair = readonly [name: Text, value: Text];

/** What is given to the signer. Many fields are `unknown` because wrong types are inputs, too. */
export interface SigningCase {
  /** `privateKey` is the name of a key in the adapter, or anything else, which is given as it is. */
  readonly credentials: Readonly<Record<string, unknown>> | null;
  readonly request: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A request on the wire. */
export interface Wire {
  method: string;
  /** A request target, or an absolute URL. */
  url: string;
  headers: [name: string, value: string][];
  body?: Text | undefined;
  secure?: boolean | undefined;
  remoteAddress?: string | undefined;
  /** The clock when it arrives, where that is not the server's `now`. */
  at?: number | undefined;
}

/** A key that the server stores. */
export interface ServerKey {
  consumerKey: string;
  consumerSecret?: string | undefined;
  tokenSecret?: string | undefined;
  /** Name of a key in the adapter, or a PEM. */
  publicKey?: string | undefined;
  token?: string | undefined;
  id?: string | undefined;
}

/** The server that verifies: policy, clock, keys and failures. */
export interface Server {
  now: number;
  /** What the client put in front of the request target; for the model. */
  clientOrigin: string;
  origin?: string | undefined;
  proxy?: { addresses: string[]; hosts: string[] } | undefined;
  signatureMethods?: string[] | undefined;
  toleranceSeconds?: number | undefined;
  skewSeconds?: number | undefined;
  minimumRsaBits?: number | undefined;
  rsaOnThreadPool?: boolean | undefined;
  allowHeaderAndBody?: boolean | undefined;
  requireBodyHash?: boolean | undefined;
  limits?: Record<string, number> | undefined;
  keys: ServerKey[];
  /** What the look-up does; `by-token` finds keys without a token for requests without one only. */
  lookup: "list" | "by-token" | "one" | "later" | "throws" | "rejects" | "null" | "no-key";
  store: "memory" | "later" | "full" | "throws" | "rejects" | "no-answer";
  /** How headers are handed to the verifier. */
  headersAs: "pairs" | "record";
}

/** A request as the server receives it, after earlier ones. */
export interface VerificationCase {
  readonly server: Server;
  readonly earlier: readonly Wire[];
  readonly wire: Wire;
}

/** What came of a case: a short word for people, and everything that must not change. */
export interface Outcome {
  readonly label: string;
  readonly complete: unknown;
}
