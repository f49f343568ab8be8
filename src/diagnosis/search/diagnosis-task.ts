/** The data that the searches of a diagnosis share. */

import type { InSlices } from "../../platform/slices.ts";
import type { Redactor } from "../../redaction/index.ts";
import type { Scheme } from "../../requests/pasted-request.ts";
import type { DiagnosisInput } from "../input/diagnosis-input.ts";
import type { ParsedInput } from "../input/parsed-input.ts";
import type { Computations } from "./computations.ts";
import type { Notice, RightSignature } from "./diagnosis.ts";
import type { Hypothesis } from "./hypothesis.ts";
import type { SearchStep } from "./search.ts";
import type { SearchWork } from "./search-work.ts";

/** A parsed input, with everything that the searches need. */
export interface DiagnosisTask extends ParsedInput {
  readonly input: DiagnosisInput;
  readonly redactor: Redactor;
  readonly notices: readonly Notice[];
  /**
   * The hypotheses that cost nothing, the likeliest first: the common form of each fault with a page, causes that the request
   * shows, and keys and addresses that were given.
   */
  readonly cheapest: () => readonly Hypothesis[];
  /** The hypotheses that cost a little more: other forms of faults with a page, and usual other addresses. */
  readonly next: () => readonly Hypothesis[];
  /** All hypotheses, the likeliest first. They are created on first use, because a valid request needs none. */
  readonly hypotheses: () => readonly Hypothesis[];
  /** The ids of the causes to try. @default all */
  readonly causes?: readonly string[] | undefined;
  /** Creates the hypotheses of a step in slices, so that the three functions above return at once. */
  readonly prepare: (step: SearchStep) => InSlices<unknown>;
  readonly showSignature: boolean;
  readonly work: SearchWork;
  /** The work on the client's base strings, counted separately so that it does not shorten the search. */
  readonly evidenceWork: SearchWork;
  /** Whether the signature shows that the client signed the first of the base strings. */
  readonly isBaseStringSigned?: boolean;
  /** The scheme of the request, if it is assumed. */
  readonly assumedScheme?: Scheme | undefined;
  readonly assumedMethod?: string | undefined;
  /** Why the signature is not checked. */
  readonly unchecked?: RightSignature["unchecked"] | undefined;
  /** Whether the public key opens the signature, so that no other key needs to be tried. */
  readonly keyIsRight?: boolean;
}

/** A task with its computations. */
export interface SearchTask extends DiagnosisTask {
  /** One for each interpretation, in the same order. */
  readonly computations: readonly [Computations, ...Computations[]];
}
