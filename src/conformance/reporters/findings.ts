/** Groups failures without a known cause into findings: by rule and kind of difference, or by driver failure. */

import { visible } from "../../redaction/visible.ts";
import { type CaseResult, isFailure } from "../runner/index.ts";
import type { Rule } from "../vectors/index.ts";
import { DRIVER_FAILURE_TEXT, isDriverFailure } from "./driver-problems.ts";
import { groupBy } from "./group-by.ts";
import { kindOf } from "./hints.ts";

/** Failures of the same kind. */
export interface Finding {
  readonly rule: Rule | undefined;
  /** The rule that the implementation violates, or the driver failure, as a sentence. */
  readonly statement: string;
  /** Stage and kind of difference, such as `base-string, lower-case escapes`; or the driver failure. */
  readonly kind: string;
  /** In the order of the run; at least one. */
  readonly cases: readonly CaseResult[];
}

/** Groups the failures that have no known cause, in the order of the first of each group. */
export function findingsIn(results: readonly CaseResult[]): Finding[] {
  const failures = results.filter(({ verdict, causes }) => isFailure(verdict) && causes === undefined);
  const groups = groupBy(failures.map(findingOf), ({ kind, cases: [result] }) =>
    JSON.stringify([isDriverFailure(result!.verdict) ? [] : result!.rules, kind]),
  );
  return [...groups.values()].map((same) => ({ ...same[0]!, cases: same.flatMap(({ cases }) => cases) }));
}

/** The finding of one failure. A driver failure violates no rule: there was no answer to compare. */
export function findingOf(result: CaseResult): Finding {
  const { verdict, rule, rules, difference, finding } = result;
  if (isDriverFailure(verdict)) {
    return { rule: undefined, statement: DRIVER_FAILURE_TEXT[verdict], kind: verdict, cases: [result] };
  }
  const statement = rule?.statement ?? `unknown rule: ${visible(rules.join(", "))}`;
  const kind = difference === undefined ? (finding ?? verdict) : `${difference.stage}, ${kindOf(difference)}`;
  return { rule, statement, kind, cases: [result] };
}
