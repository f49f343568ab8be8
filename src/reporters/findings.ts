/**
 * Failures put together: vectors that fail for one known cause are one finding; else those that break one rule in one way,
 * and those of one kind of trouble.
 *
 * @module
 */

import { type CaseResult, isFailure } from "../runner/index.ts";
import type { Rule } from "../suite/index.ts";
import { kindOf } from "./hints.ts";
import { isTrouble, TROUBLE_WORDS } from "./trouble-words.ts";
import { visible } from "./visible.ts";

/** One thing that is wrong, however many vectors show it. */
export interface Finding {
  readonly rule: Rule | undefined;
  /** The sentence that is broken. */
  readonly statement: string;
  /** Stage and way, such as `base-string, lower-case escapes`; or the name of the trouble. */
  readonly kind: string;
  /** In the order of the run; at least one. */
  readonly cases: CaseResult[];
}

/** Puts failures together as they come. */
export function createFindings(): {
  /** The finding that a result belongs to; `undefined` where it is no failure. */
  readonly add: (result: CaseResult) => Finding | undefined;
  /** All of them, in the order of their first failures. */
  readonly all: () => readonly Finding[];
} {
  const findings = new Map<string, Finding>();
  return {
    add(result) {
      if (!isFailure(result.verdict)) return undefined;
      const one = findingOf(result);
      const key = result.cause === undefined ? keyOf(one, result) : `cause ${result.cause.id}`;
      const finding = findings.get(key);
      finding?.cases.push(result);
      if (finding === undefined) findings.set(key, one);
      return finding ?? one;
    },
    all: () => [...findings.values()],
  };
}

function keyOf({ kind }: Finding, { verdict, vector }: CaseResult): string {
  return JSON.stringify([isTrouble(verdict) ? "" : vector.rule, kind]);
}

/** The finding of one failure alone. A trouble breaks no rule: it says nothing of what the answer would have been. */
export function findingOf(result: CaseResult): Finding {
  const { verdict, rule, vector, difference } = result;
  if (isTrouble(verdict)) return { rule: undefined, statement: TROUBLE_WORDS[verdict], kind: verdict, cases: [result] };
  const statement = rule?.statement ?? `a rule that does not exist: ${visible(vector.rule)}`;
  const kind = difference === undefined ? verdict : `${difference.stage}, ${kindOf(difference)}`;
  return { rule, statement, kind, cases: [result] };
}
