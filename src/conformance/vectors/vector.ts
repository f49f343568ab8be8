/** Test cases and vectors. `vector-json.ts` reads the vectors of the files in `vectors/`. */

import type { VectorInput } from "./input.ts";
import type { StageValues } from "./stages.ts";

/** How binding a rule and its vectors are. `gateway` marks what only one payment gateway's documentation asks for. */
export const LEVELS = ["MUST", "SHOULD", "gateway"] as const;

export type Level = (typeof LEVELS)[number];

/** The members that test cases and vectors of both kinds share. */
export interface CaseDescription {
  /** `area/topic/number`; permanent, never used again. */
  readonly id: string;
  readonly comment: string;
  /** Id of a rule in `vectors/rules.json`. */
  readonly rule: string;
  readonly level: Level;
  /** Describe the input, not the result. */
  readonly flags: readonly string[];
  /** Why a strict implementation may refuse instead of answering, or reject the request. */
  readonly mayRefuse?: string;
  /** Why a lenient verifier may accept what it is expected to reject. */
  readonly mayAccept?: string;
}

/** One question to an implementation, with the right answer. */
export interface TestCase extends CaseDescription {
  readonly input: VectorInput;
  /** The right value of each stage, or that the implementation must refuse the input. */
  readonly expected: StageValues | { readonly refused: true };
  /** Where the published source prints a wrong value. */
  readonly disputed?: { readonly stage: string; readonly reason: string };
}

/** A test case that a file in `vectors/` states. */
export interface Vector extends TestCase {
  readonly source: VectorSource;
  /** The stages whose values the source itself prints; the others follow from the RFC. */
  readonly published: readonly string[];
  /** The wrong value that the source prints; `expected` has the right one. */
  readonly disputed?: { readonly stage: string; readonly published: unknown; readonly reason: string };
}

/** Where a vector comes from. */
export type VectorSource =
  /** Id of a source in `vectors/sources.json`, and the place in it. */
  | { readonly kind: "published"; readonly source: string; readonly section: string }
  /** Name of a family of `scripts/generate-vectors/`. */
  | { readonly kind: "generated"; readonly generator: string };

/** A numbered requirement that vectors refer to. */
export interface Rule {
  readonly id: string;
  readonly section: string;
  readonly level: Level;
  readonly statement: string;
}

/** A publication that vectors come from. */
export interface Source {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly license: string;
}
