/** Groups failures into findings: by known cause; without one, by rule and kind of difference, or by driver failure. */

import { type CaseResult, type Cause, isFailure } from "../runner/index.ts";
import type { Rule } from "../vectors/index.ts";
import { DRIVER_FAILURE_TEXT, isDriverFailure } from "./driver-problems.ts";
import { kindOf } from "./hints.ts";
import { visible } from "./visible.ts";

/** Failures of the same kind or cause. */
export interface Finding {
  readonly rule: Rule | undefined;
  /** The rule that the implementation violates, or the driver failure, as a sentence. */
  readonly statement: string;
  /** Stage and kind of difference, such as `base-string, lower-case escapes`; or the driver failure. */
  readonly kind: string;
  /** The mistakes that explain every case; several if these cases do not tell them apart. */
  causes: readonly Cause[];
  /** In the order of the run; at least one. */
  readonly cases: CaseResult[];
}

/** Groups failures as they come. */
export function createFindings(): {
  /** Returns the finding of a failure; `undefined` for another result. */
  readonly add: (result: CaseResult) => Finding | undefined;
  /** In the order of their first failures. */
  readonly all: () => readonly Finding[];
} {
  const findings: Finding[] = [];
  const unexplained = new Map<string, Finding>();
  return {
    add(result) {
      if (!isFailure(result.verdict)) return undefined;
      const finding = findingOf(result);
      const isUnexplained = finding.causes.length === 0;
      const key = JSON.stringify([isDriverFailure(result.verdict) ? [] : result.rules, finding.kind]);
      const known = isUnexplained
        ? unexplained.get(key)
        : findings.find((one) => sharedCauses(one, finding).length > 0);
      if (known !== undefined) {
        known.causes = sharedCauses(known, finding);
        known.cases.push(result);
        return known;
      }
      findings.push(finding);
      if (isUnexplained) unexplained.set(key, finding);
      return finding;
    },
    all: () => findings,
  };
}

function sharedCauses({ causes }: Finding, other: Finding): readonly Cause[] {
  return causes.filter(({ id }) => other.causes.some((cause) => cause.id === id));
}

/** The mistake, or the violated rule if no mistake is known. */
export function titleOf({ causes, statement }: Finding): string {
  const [cause, ...others] = causes;
  if (cause === undefined) return statement;
  return others.length === 0 ? `${cause.id}: ${cause.title}` : `one of ${causes.map(({ id }) => id).join(", ")}`;
}

/** What the mistakes are, how to fix them, and where to read more. */
export function causeLines({ causes }: Finding): readonly string[] {
  if (causes.length === 1) return causes[0]!.lines;
  return causes.map(({ id, title, lines }) => `${id}: ${title}, ${lines.at(-1)}`);
}

/** The finding of one failure alone. A driver failure violates no rule: there was no answer to compare. */
export function findingOf(result: CaseResult): Finding {
  const { verdict, rule, rules, difference, causes = [] } = result;
  if (isDriverFailure(verdict)) {
    return { rule: undefined, statement: DRIVER_FAILURE_TEXT[verdict], kind: verdict, causes: [], cases: [result] };
  }
  const statement = rule?.statement ?? `unknown rule: ${visible(rules.join(", "))}`;
  const kind = difference === undefined ? verdict : `${difference.stage}, ${kindOf(difference)}`;
  return { rule, statement, kind, causes, cases: [result] };
}
