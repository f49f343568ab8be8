/**
 * Results in the form that the JSON reports have; `vectors/report.schema.json` describes each field.
 *
 * @module
 */

import type { CaseResult, Cause, Difference, PropertyResult, Result } from "../runner/index.ts";

/** The fields that vectors and properties have in common. */
type PlainResult = Pick<Result, "id" | "known" | "unexcused">;

/** A vector; the vector itself can be found by its id. */
export interface PlainCase
  extends PlainResult,
    Pick<CaseResult, "verdict" | "passedStages" | "message" | "stderr">,
    Partial<Difference> {
  readonly rule: string;
  /** Ids and titles of the mistakes that reproduce the actual value. */
  readonly causes?: readonly Pick<Cause, "id" | "title">[];
}

/** A property. */
export interface PlainProperty
  extends PlainResult,
    Pick<PropertyResult, "rules" | "verdict" | "runs" | "notApplicable"> {
  readonly statement: string;
  readonly counterexample?: PropertyResult["counterexample"] & { readonly difference: Difference };
}

/** See {@link PlainCase}. */
export function plainCase(result: CaseResult): PlainCase {
  const { id, rules, verdict, passedStages, difference, message, stderr, causes } = result;
  return {
    id,
    rule: rules.join(", "),
    verdict,
    passedStages,
    ...difference,
    ...(message === undefined ? {} : { message }),
    ...(stderr === undefined ? {} : { stderr }),
    ...(causes === undefined ? {} : { causes: causes.map(({ id, title }) => ({ id, title })) }),
    ...baselineFields(result),
  };
}

/** See {@link PlainProperty}. */
export function plainProperty(result: PropertyResult): PlainProperty {
  const { id, rules, title, verdict, runs, notApplicable, counterexample, difference } = result;
  return {
    id,
    rules,
    statement: title,
    verdict,
    runs,
    notApplicable,
    ...(counterexample && difference && { counterexample: withDifference(counterexample, difference) }),
    ...baselineFields(result),
  };
}

/** The fields in the order that reports have had from the beginning. */
function withDifference(
  { case: one, origin }: NonNullable<PropertyResult["counterexample"]>,
  difference: Difference,
): NonNullable<PlainProperty["counterexample"]> {
  return { case: one, difference, ...(origin === undefined ? {} : { origin }) };
}

function baselineFields({ known, unexcused }: Result): Pick<Result, "known" | "unexcused"> {
  return { ...(known === undefined ? {} : { known }), ...(unexcused === undefined ? {} : { unexcused }) };
}
