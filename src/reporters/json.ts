/**
 * A run as one JSON document, for programs.
 *
 * @module
 */

import type { Summary } from "../runner/index.ts";

/** Counts of each implementation, and every failure with the stage, both values and the index of the difference. */
export function jsonReport(summaries: readonly Summary[], seed: number): string {
  return `${JSON.stringify({ format: 1, seed, implementations: summaries.map(implementationReport) }, null, 2)}\n`;
}

function implementationReport({ implementation, total, vectors, byStage, byRule, failures, laws }: Summary): object {
  return {
    implementation,
    total,
    vectors,
    stages: Object.fromEntries(byStage),
    rules: Object.fromEntries(byRule),
    failures: failures.map(({ vector, verdict, difference, message }) => ({
      id: vector.id,
      rule: vector.rule,
      verdict,
      ...(difference === undefined ? {} : difference),
      ...(message === undefined ? {} : { message }),
    })),
    laws: laws.map(({ law: { id, rules }, ...result }) => ({ id, rules, ...result })),
  };
}
