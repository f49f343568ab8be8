/**
 * Results as plain data: what the formats for programs hold of a vector and of a law. `vectors/report.schema.json` says
 * what each field means.
 *
 * @module
 */

import type { CaseResult, Cause, LawResult } from "../runner/index.ts";

/** One vector, judged; the vector itself is found by its id. */
export interface PlainCase
  extends Omit<CaseResult, "vector" | "rule" | "difference" | "causes">,
    Partial<NonNullable<CaseResult["difference"]>> {
  readonly id: string;
  readonly rule: string;
  /** Ids and titles of the mistakes that would give this value. */
  readonly causes?: readonly Pick<Cause, "id" | "title">[];
}

/** One law, judged. */
export interface PlainLaw extends Omit<LawResult, "law"> {
  readonly id: string;
  readonly rules: readonly string[];
  readonly statement: string;
}

/** See {@link PlainCase}. */
export function plainCase({
  vector,
  verdict,
  passedStages,
  difference,
  message,
  stderr,
  causes,
  known,
  unexcused,
}: CaseResult): PlainCase {
  return {
    id: vector.id,
    rule: vector.rule,
    verdict,
    passedStages,
    ...difference,
    ...(message === undefined ? {} : { message }),
    ...(stderr === undefined ? {} : { stderr }),
    ...(causes === undefined ? {} : { causes: causes.map(({ id, title }) => ({ id, title })) }),
    ...(known === undefined ? {} : { known }),
    ...(unexcused === undefined ? {} : { unexcused }),
  };
}

/** See {@link PlainLaw}. */
export function plainLaw({ law, verdict, runs, notApplicable, counterexample, known, unexcused }: LawResult): PlainLaw {
  const { id, rules, statement } = law;
  return {
    id,
    rules,
    statement,
    verdict,
    runs,
    notApplicable,
    ...(counterexample === undefined ? {} : { counterexample }),
    ...(known === undefined ? {} : { known }),
    ...(unexcused === undefined ? {} : { unexcused }),
  };
}
