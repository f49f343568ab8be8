/**
 * What a vector for verification is: a server, a request that it receives, and the right verdict. The file
 * `vectors/verifier.json` holds these, and `verification-vector-json.ts` reads them.
 *
 * @module
 */

import type { HttpRequest, Parameter } from "./input.ts";
import type { VectorSource } from "./vector.ts";

/** What a request passes on its way, in order; a vector stands at the layer that decides it. */
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

/** See {@link LAYERS}. */
export type Layer = (typeof LAYERS)[number];

/** A key that the server has for a client: secrets, or a public key. */
export type VerificationKeyEntry =
  | {
      readonly consumerKey: string;
      readonly consumerSecret: string;
      /** The one token that the key goes with; without it, the key is for requests that name no token. */
      readonly token?: string;
      readonly tokenSecret?: string;
    }
  | {
      readonly consumerKey: string;
      /** PEM of a public key or a certificate. */
      readonly publicKey: string;
      readonly token?: string;
    };

/** The policy, the clock and the keys of the server; every vector has a server of its own. */
export interface VerificationServer {
  /** `scheme://host[:port]` that clients sign; absent where the request's URL is absolute. */
  readonly origin?: string;
  /** Seconds. */
  readonly now: number;
  readonly signatureMethods: readonly string[];
  readonly clockToleranceSeconds: number;
  readonly minimumRsaBits: number;
  /** Whether protocol parameters of the header may stand in the body again, with equal values. */
  readonly allowHeaderAndBody: boolean;
  /** Whether a body that is no form must come with `oauth_body_hash`. */
  readonly requireBodyHash: boolean;
  /** Octets, and a number of parameters; what is not named is large enough. */
  readonly limits?: VerificationLimits;
  readonly keys: readonly VerificationKeyEntry[];
  /** What the server cannot do at the moment. */
  readonly trouble?: "credentials-unavailable" | "nonce-store-unavailable" | "nonce-store-full";
}

/** See {@link VerificationServer}. */
export interface VerificationLimits {
  readonly url?: number;
  readonly authorization?: number;
  readonly body?: number;
  readonly parameters?: number;
  readonly name?: number;
  readonly value?: number;
  readonly nonce?: number;
}

/** A request that the same server got before. */
export interface EarlierRequest {
  readonly now: number;
  readonly request: HttpRequest;
  readonly accepted: boolean;
}

/** The request is genuine. */
export interface ExpectedAcceptance {
  readonly accept: {
    readonly consumerKey: string;
    readonly token?: string;
    readonly signatureMethod: string;
    /** What the signature covers. */
    readonly parameters: readonly Parameter[];
  };
}

/** The request is refused, for this reason. */
export interface ExpectedRefusal {
  readonly refuse: string;
  /** Codes that another order of checks, or another cut between two codes, may give as honestly. */
  readonly alsoAcceptable?: readonly string[];
}

/** One case. */
export interface VerificationVector {
  /** `verifier/topic/number`; permanent, never used again. */
  readonly id: string;
  readonly comment: string;
  readonly layer: Layer;
  /** Ids in `vectors/faults.json`: the mistakes that this case catches. */
  readonly faults?: readonly string[];
  readonly cves?: readonly string[];
  /** Id of a rule in `vectors/rules.json`. */
  readonly rule: string;
  readonly level: "MUST" | "SHOULD" | "gateway";
  /** Describe the input, not the verdict. */
  readonly flags: readonly string[];
  readonly source: VectorSource;
  readonly server: VerificationServer;
  /** Requests that the server gets first, one after the other. */
  readonly earlier?: readonly EarlierRequest[];
  readonly request: HttpRequest;
  readonly expected: ExpectedAcceptance | ExpectedRefusal;
  /** Why a stricter server may refuse what is accepted here. */
  readonly mayRefuse?: string;
  /** Why a more lenient server may accept what is refused here. */
  readonly mayAccept?: string;
}

/** A mistake that vectors stand for. */
export interface Fault {
  readonly id: string;
  /** Who makes it. */
  readonly side: "verifier" | "client";
  readonly what: string;
  /** Why no vector can show it; such a fault has none. */
  readonly unshown?: string;
}
