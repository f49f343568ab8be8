/** Results as in the JSON reports; `vectors/report.schema.json` describes each member. */

import type { CaseResult, Cause, Difference, PropertyResult, Result } from "../runner/index.ts";

type BaselineMembers = Pick<Result, "known" | "notSuppressed">;

/** The result of a vector. */
export interface PlainCase
  extends BaselineMembers,
    Pick<CaseResult, "id" | "verdict" | "passedStages" | "message" | "stderr">,
    Partial<Difference> {
  readonly rule: string;
  /** The mistakes that reproduce the actual value. */
  readonly causes?: readonly Pick<Cause, "id" | "title">[];
}

/** The result of a property. */
export interface PlainProperty
  extends BaselineMembers,
    Pick<PropertyResult, "id" | "rules" | "verdict" | "runs" | "notApplicable"> {
  readonly statement: string;
  readonly counterexample?: PropertyResult["counterexample"] & { readonly difference: Difference };
}

/** Converts the result of a vector. */
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
    ...baselineMembers(result),
  };
}

/** Converts the result of a property. */
export function plainProperty(result: PropertyResult): PlainProperty {
  const { id, rules, title, verdict, runs, notApplicable, counterexample, difference } = result;
  return {
    ...{ id, rules, statement: title, verdict, runs, notApplicable },
    ...(counterexample && difference && { counterexample: { ...counterexample, difference } }),
    ...baselineMembers(result),
  };
}

function baselineMembers({ known, notSuppressed }: Result): BaselineMembers {
  return { ...(known === undefined ? {} : { known }), ...(notSuppressed === undefined ? {} : { notSuppressed }) };
}
