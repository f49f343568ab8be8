/**
 * Results as plain data: what the formats for programs hold of a vector and of a law. `vectors/report.schema.json` says
 * what each field means.
 *
 * @module
 */

import type { CaseResult, LawResult } from "../runner/index.ts";

/** One vector, judged; the vector itself is found by its id. */
export interface PlainCase
  extends Omit<CaseResult, "vector" | "rule" | "difference">,
    Partial<NonNullable<CaseResult["difference"]>> {
  readonly id: string;
  readonly rule: string;
}

/** One law, judged. */
export interface PlainLaw extends Omit<LawResult, "law"> {
  readonly id: string;
  readonly rules: readonly string[];
  readonly statement: string;
}

/** See {@link PlainCase}. */
export function plainCase({ vector, rule: _, difference, ...result }: CaseResult): PlainCase {
  return { id: vector.id, rule: vector.rule, ...result, ...difference };
}

/** See {@link PlainLaw}. */
export function plainLaw({ law: { id, rules, statement }, ...result }: LawResult): PlainLaw {
  return { id, rules, statement, ...result };
}
