/** What to run, and what receives the events. */

import type { DriverProblem } from "../drivers/index.ts";
import type { Rule, TestCase } from "../vectors/index.ts";
import type { RunSettings } from "./events.ts";
import type { Question } from "./questions/asked-cases.ts";
import type { Outside } from "./questions/offer.ts";
import type { CaseResult, PropertyResult } from "./results/result.ts";
import type { PropertyRun } from "./run-properties.ts";

export interface Run extends PropertyRun {
  readonly vectors: readonly TestCase[];
  /** How the vectors are asked, for a caller that already knows. @default as the driver declares */
  readonly questions?: readonly Question[];
  readonly rules: ReadonlyMap<string, Rule>;
  /** The programming language of the implementation, for the code of fixes, if its hello does not name one. */
  readonly language?: string;
  /** Excludes more inputs than the implementation does, such as those outside a profile. */
  readonly outside?: Outside;
  /** Marks results that are known failures. Results are passed to it after their causes are known. @default nothing is known */
  readonly known?: <Own extends CaseResult | PropertyResult>(result: Own) => Own;
  /** Whether a failure is new, so that other mistakes than the expected ones are searched for. @default every failure is new */
  readonly isNew?: (result: CaseResult | PropertyResult) => boolean;
  /** The run ends after this many failures. With `known`, failures of vectors count once they are emitted. @default never */
  readonly maxFailures?: number;
  readonly settings?: RunSettings;
  /** Problems with the driver that were found before the run. @default none */
  readonly driverProblems?: readonly DriverProblem[];
  /** Ends the run when it is aborted. Its reason, such as `SIGINT`, is reported. @default the run cannot be interrupted */
  readonly signal?: AbortSignal;
}
