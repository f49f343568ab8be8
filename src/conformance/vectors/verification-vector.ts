/**
 * Vectors for verifiers: a server, a request that it receives, and the right verdict. `verification-vector-json.ts` reads
 * them from `vectors/verifier.json`.
 */

import type { HttpRequest, Parameter } from "./input.ts";
import type { CaseDescription, VectorSource } from "./vector.ts";

/** The checks of a verifier, in order. A vector names the one that decides its verdict. */
export const LAYERS = [
  "limits",
  "parse",
  "protocol-parameters",
  "method",
  "transport-security",
  "timestamp",
  "credentials",
  "key",
  "signature",
  "body-hash",
  "nonce",
] as const;

export type Layer = (typeof LAYERS)[number];

/** A key that the server has for a client: shared secrets, or a public key. */
export type VerificationKeyEntry =
  | {
      readonly consumerKey: string;
      readonly consumerSecret: string;
      /** The only token that the key is for; absent for a key for requests without a token. */
      readonly token?: string;
      readonly tokenSecret?: string;
    }
  | {
      readonly consumerKey: string;
      /** PEM of a public key or a certificate. */
      readonly publicKey: string;
      readonly token?: string;
    };

/** The policy, the clock and the keys of the server. Every vector has its own server. */
export interface VerificationServer {
  /** `scheme://host[:port]` that clients sign; absent if the request's URL is absolute. */
  readonly origin?: string;
  /** Seconds. */
  readonly now: number;
  readonly signatureMethods: readonly string[];
  readonly clockToleranceSeconds: number;
  readonly minimumRsaBits: number;
  /** Whether the body may repeat protocol parameters of the header, with equal values. */
  readonly allowHeaderAndBody: boolean;
  /** Whether a request with a body that is not form-encoded must have `oauth_body_hash`. */
  readonly requireBodyHash: boolean;
  /** Lengths in octets, and the number of parameters. An absent limit is never reached. */
  readonly limits?: VerificationLimits;
  readonly keys: readonly VerificationKeyEntry[];
  /** Which part of the server fails. */
  readonly trouble?: "credentials-unavailable" | "nonce-store-unavailable" | "nonce-store-full";
}

export interface VerificationLimits {
  readonly url?: number;
  readonly authorization?: number;
  readonly body?: number;
  readonly parameters?: number;
  readonly name?: number;
  readonly value?: number;
  readonly nonce?: number;
}

/** A request that the same server received before. */
export interface EarlierRequest {
  readonly now: number;
  readonly request: HttpRequest;
  readonly accepted: boolean;
}

/** The verifier must accept the request. */
export interface ExpectedAcceptance {
  readonly accept: {
    readonly consumerKey: string;
    readonly token?: string;
    readonly signatureMethod: string;
    /** The parameters that the signature covers. */
    readonly parameters: readonly Parameter[];
  };
}

/** The verifier must reject the request. */
export interface ExpectedRefusal {
  /** The code of the rejection. */
  readonly refuse: string;
  /** Codes that are as right, because another verifier may check in another order or divide the codes differently. */
  readonly alsoAcceptable?: readonly string[];
}

/** One vector for verifiers. Its id begins with `verifier/`. */
export interface VerificationVector extends CaseDescription {
  readonly layer: Layer;
  /** Ids in `vectors/faults.json`: the mistakes that this vector detects. */
  readonly faults?: readonly string[];
  readonly cves?: readonly string[];
  readonly source: VectorSource;
  readonly server: VerificationServer;
  /** Requests that the server receives first, one after the other. */
  readonly earlier?: readonly EarlierRequest[];
  readonly request: HttpRequest;
  readonly expected: ExpectedAcceptance | ExpectedRefusal;
}

/** A mistake of verifiers or clients. */
export interface Fault {
  readonly id: string;
  /** Who makes it. */
  readonly side: "verifier" | "client";
  readonly what: string;
  /** Why no vector can detect it; absent if a vector does. */
  readonly unshown?: string;
}
