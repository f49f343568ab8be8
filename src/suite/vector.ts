/**
 * What a vector is: one case as data. The JSON files in `vectors/` hold exactly this; their schema is beside them.
 *
 * @module
 */

import type { VerificationRequest } from "./verification-vector.ts";

/** Text, or octets that are not UTF-8, in base64. */
export type JsonText = string | { readonly octets: string };

/** A name and a value, decoded. */
export type JsonPair = readonly [name: JsonText, value: JsonText];

/** One step of the computation with a value that can be compared, in the order in which they are computed. */
export const STAGES = [
  "percent-encoding",
  "percent-decoding",
  "parameters",
  "parameter-string",
  "base-string-uri",
  "base-string",
  "key",
  "signature",
  "authorization-header",
  "realm",
  "url",
  "body",
  "body-hash",
  "valid",
] as const;

/** See {@link STAGES}. */
export type Stage = (typeof STAGES)[number];

/** The value of a stage: text, pairs, the realm (or null for none), or whether a signature is right. */
export type StageValue = string | readonly JsonPair[] | boolean | null;

/** Values by stage; a stage that is not stated is absent. */
export type StageValues = { readonly [stage in Stage]?: StageValue };

/** What an implementation can be asked; the schema beside the vectors says what each is given. */
export type Operation =
  | "percent-encoding"
  | "percent-decoding"
  | "parameters"
  | "parameter-string"
  | "base-string-uri"
  | "base-string"
  | "signature"
  | "authorization-header"
  | "authorization-header-parsing"
  | "body-hash"
  | "sign"
  | "sign-exactly"
  | "verify-signature"
  | "verify";

/** The stage that an answer to each operation owes. */
export const OWED_STAGE: Readonly<Record<Operation, Stage>> = {
  "percent-encoding": "percent-encoding",
  "percent-decoding": "percent-decoding",
  parameters: "parameters",
  "parameter-string": "parameter-string",
  "base-string-uri": "base-string-uri",
  "base-string": "base-string",
  signature: "signature",
  "authorization-header": "authorization-header",
  "authorization-header-parsing": "parameters",
  "body-hash": "body-hash",
  sign: "signature",
  "sign-exactly": "signature",
  "verify-signature": "valid",
  verify: "valid",
};

/** A request before it is signed. */
export interface JsonRequest {
  readonly method: string;
  readonly url: string;
  /** Pairs of a form-encoded body, decoded. */
  readonly form?: readonly JsonPair[];
  /** A form-encoded body as it stands on the wire, instead of `form`: where its octets are not UTF-8. */
  readonly formEncoded?: string;
  /** A body that is no form, as text, instead of one; never signed. */
  readonly body?: string;
  /** Further headers, as they are sent; never signed. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** Secrets or keys, and whom they belong to where that is signed. */
export interface JsonCredentials {
  readonly consumerKey?: string;
  readonly consumerSecret?: string;
  readonly token?: string;
  readonly tokenSecret?: string;
  /** PEM. */
  readonly privateKey?: string;
  /** PEM of a public key or a certificate. */
  readonly publicKey?: string;
}

/** What an operation is given; each operation has the fields of its own. */
export interface VectorInput {
  readonly text?: string;
  /** Base64, where the input is not text. */
  readonly octets?: string;
  readonly formEncoded?: string;
  readonly parameters?: readonly JsonPair[];
  readonly url?: string;
  readonly header?: string;
  readonly realm?: string;
  readonly body?: string;
  readonly hash?: "SHA-1" | "SHA-256" | "SHA-512";
  readonly request?: JsonRequest;
  readonly protocolParameters?: readonly JsonPair[];
  readonly baseString?: string;
  readonly signatureMethod?: string;
  readonly signature?: string;
  readonly credentials?: JsonCredentials;
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly version?: "1.0" | null;
  readonly transport?: "header" | "body" | "query" | "header-and-body";
  /** The request as a server gets it, instead of `request`: for `verify`. */
  readonly received?: VerificationRequest;
  /** The server's clock, in seconds. */
  readonly now?: number;
  /** Whether this nonce came before, with this timestamp, client and token. */
  readonly seen?: boolean;
}

/** Where a vector comes from. */
export type VectorSource =
  /** Id of a source in `vectors/sources.json`, and the place in it. */
  | { readonly kind: "published"; readonly source: string; readonly section: string }
  /** Name of a family of `scripts/generate-vectors/`. */
  | { readonly kind: "generated"; readonly generator: string };

/** One case. */
export interface Vector {
  /** `area/topic/number`; permanent, never used again. */
  readonly id: string;
  readonly comment: string;
  /** Id of a rule in `vectors/rules.json`. */
  readonly rule: string;
  readonly level: "MUST" | "SHOULD" | "gateway";
  /** Describe the input, not the verdict. */
  readonly flags: readonly string[];
  readonly source: VectorSource;
  readonly operation: Operation;
  readonly input: VectorInput;
  /** The right value of each stage, or that the input must be refused. */
  readonly expected: StageValues | { readonly refused: true };
  /** The stages whose values the source itself prints; the others follow from the RFC. */
  readonly published: readonly string[];
  /** What the source prints where it is wrong; `expected` has the right value. */
  readonly disputed?: { readonly stage: string; readonly published: unknown; readonly reason: string };
  /** Why a strict implementation may refuse instead of answering. */
  readonly mayRefuse?: string;
  /** Why a lenient verifier may accept what is to be refused: of vectors with the operation `verify` only. */
  readonly mayAccept?: string;
}

/** A numbered requirement that vectors point at. */
export interface Rule {
  readonly id: string;
  readonly section: string;
  readonly level: "MUST" | "SHOULD" | "gateway";
  readonly statement: string;
}

/** Where published vectors come from. */
export interface Source {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly license: string;
}

/** The value of a stage as `expected` states it. */
export function expectedStage({ expected }: Pick<Vector, "expected">, stage: Stage): StageValue | undefined {
  return "refused" in expected ? undefined : expected[stage];
}
