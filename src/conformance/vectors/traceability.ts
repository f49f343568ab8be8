/**
 * Which vectors and laws stand for which rule, both ways.
 *
 * @module
 */

import type { Rule } from "./vector.ts";

/** A rule with all that points at it. */
export interface TracedRule {
  readonly rule: Rule;
  readonly vectors: readonly string[];
  readonly laws: readonly string[];
}

/** Something that points at rules: a law, or whatever else checks them. */
export interface Pointer {
  readonly id: string;
  readonly rules: readonly string[];
}

/** Something that stands for one rule: a vector of either kind. */
export interface Ruled {
  readonly id: string;
  readonly rule: string;
}

/** Every rule, in its order, with the ids of its vectors and laws. */
export function traceRules(
  rules: ReadonlyMap<string, Rule>,
  vectors: readonly Ruled[],
  laws: readonly Pointer[],
): TracedRule[] {
  return [...rules.values()].map((rule) => ({
    rule,
    vectors: vectors.filter((vector) => vector.rule === rule.id).map(({ id }) => id),
    laws: laws.filter((law) => law.rules.includes(rule.id)).map(({ id }) => id),
  }));
}

/** What is wrong with the tracing, one sentence each; empty where nothing is. */
export function traceProblems(
  rules: ReadonlyMap<string, Rule>,
  vectors: readonly Ruled[],
  laws: readonly Pointer[],
): string[] {
  const unchecked = traceRules(rules, vectors, laws)
    .filter(({ rule, vectors: own, laws: held }) => rule.level === "MUST" && own.length + held.length === 0)
    .map(({ rule }) => `the rule ${rule.id} is a MUST and no vector or law checks it`);
  const strayVectors = vectors
    .filter(({ rule }) => !rules.has(rule))
    .map(({ id, rule }) => `the vector ${id} names the rule ${rule}, which does not exist`);
  const strayLaws = laws.flatMap(({ id, rules: named }) =>
    named
      .filter((rule) => !rules.has(rule))
      .map((rule) => `the law ${id} names the rule ${rule}, which does not exist`),
  );
  return [...unchecked, ...strayVectors, ...strayLaws];
}
