/** Which vectors and properties check which rule, in both directions. */

import type { CaseDescription, Rule } from "../src/conformance/vectors/index.ts";

/** A rule, and the ids of everything that checks it. */
export interface TracedRule {
  readonly rule: Rule;
  readonly vectors: readonly string[];
  readonly properties: readonly string[];
}

type TracedVector = Pick<CaseDescription, "id" | "rule">;

interface TracedProperty {
  readonly id: string;
  readonly rules: readonly string[];
}

/** Every rule, in the given order, with the ids of its vectors and properties. */
export function traceRules(
  rules: ReadonlyMap<string, Rule>,
  vectors: readonly TracedVector[],
  properties: readonly TracedProperty[],
): TracedRule[] {
  return [...rules.values()].map((rule) => ({
    rule,
    vectors: vectors.filter((vector) => vector.rule === rule.id).map(({ id }) => id),
    properties: properties.filter((property) => property.rules.includes(rule.id)).map(({ id }) => id),
  }));
}

/** One sentence for each MUST without a check, and for each reference to an unknown rule. */
export function traceProblems(
  rules: ReadonlyMap<string, Rule>,
  vectors: readonly TracedVector[],
  properties: readonly TracedProperty[],
): string[] {
  const unchecked = traceRules(rules, vectors, properties)
    .filter(({ rule, ...checks }) => rule.level === "MUST" && checks.vectors.length + checks.properties.length === 0)
    .map(({ rule }) => `the rule ${rule.id} is a MUST and no vector or property checks it`);
  const references = [
    ...vectors.map(({ id, rule }) => ({ from: `the vector ${id}`, rule })),
    ...properties.flatMap(({ id, rules: named }) => named.map((rule) => ({ from: `the property ${id}`, rule }))),
  ];
  const unknown = references
    .filter(({ rule }) => !rules.has(rule))
    .map(({ from, rule }) => `${from} names the rule ${rule}, which does not exist`);
  return [...unchecked, ...unknown];
}
