/**
 * What a vector is: one case as data. The JSON files in `vectors/` hold these, and `vector-json.ts` reads them.
 *
 * @module
 */

import type { Operation, VectorInput } from "./input.ts";
import type { JsonPair } from "./json-text.ts";

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

/**
 * The value of a stage: text, pairs, the realm (or null for none), or whether a signature is right.
 *
 * Pairs stay as JSON has them: vectors state them, drivers answer with them and reports show them so, and all that is
 * ever done with them is to compare them (`stage-text.ts`).
 */
export type StageValue = string | readonly JsonPair[] | boolean | null;

/** Values by stage; a stage that is not stated is absent. */
export type StageValues = { readonly [stage in Stage]?: StageValue };

/** The stage that an answer to each operation owes. */
export const REQUIRED_STAGE: Readonly<Record<Operation, Stage>> = {
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
  /** What is asked; `input.operation` is the `operation` of the JSON. */
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
