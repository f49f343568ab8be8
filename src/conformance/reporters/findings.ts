/**
 * Failures put together: vectors that fail for one known cause are one finding; else those that break one rule in one way,
 * and those of one kind of trouble.
 *
 * @module
 */

import { type CaseResult, type Cause, isFailure } from "../runner/index.ts";
import type { Rule } from "../vectors/index.ts";
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
  /** The mistakes that explain all of its cases; several where these do not tell them apart. */
  causes: readonly Cause[];
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
  const findings: Finding[] = [];
  const unexplained = new Map<string, Finding>();
  const knownOf = (one: Finding, key: string): Finding | undefined =>
    one.causes.length === 0 ? unexplained.get(key) : findings.find((finding) => sharedCauses(finding, one).length > 0);
  return {
    add(result) {
      if (!isFailure(result.verdict)) return undefined;
      const one = findingOf(result);
      const key = keyOf(one, result);
      const known = knownOf(one, key);
      if (known !== undefined) {
        known.causes = sharedCauses(known, one);
        known.cases.push(result);
        return known;
      }
      findings.push(one);
      if (one.causes.length === 0) unexplained.set(key, one);
      return one;
    },
    all: () => findings,
  };
}

function sharedCauses({ causes }: Finding, other: Finding): readonly Cause[] {
  return causes.filter(({ id }) => other.causes.some((cause) => cause.id === id));
}

/** What a finding is called: the mistake behind it, or the sentence that is broken. */
export function titleOf({ causes, statement }: Finding): string {
  const [one, ...others] = causes;
  if (one === undefined) return statement;
  return others.length === 0 ? `${one.id}: ${one.title}` : `one of ${causes.map(({ id }) => id).join(", ")}`;
}

/** What the mistakes are, how to put them right, and where to read on. */
export function causeLines({ causes }: Finding): string[] {
  const [one, ...others] = causes;
  if (one === undefined) return [];
  return others.length === 0
    ? [...one.lines]
    : causes.map(({ id, title, lines }) => `${id}: ${title}, ${lines.at(-1)}`);
}

function keyOf({ kind }: Finding, { verdict, rules }: CaseResult): string {
  return JSON.stringify([isTrouble(verdict) ? [] : rules, kind]);
}

/** The finding of one failure alone. A trouble breaks no rule: it says nothing of what the answer would have been. */
export function findingOf(result: CaseResult): Finding {
  const { verdict, rule, rules, difference, causes = [] } = result;
  if (isTrouble(verdict)) {
    return { rule: undefined, statement: TROUBLE_WORDS[verdict], kind: verdict, causes: [], cases: [result] };
  }
  const statement = rule?.statement ?? `a rule that does not exist: ${visible(rules.join(", "))}`;
  const kind = difference === undefined ? verdict : `${difference.stage}, ${kindOf(difference)}`;
  return { rule, statement, kind, causes, cases: [result] };
}
