/** Results as in the JSON reports; `vectors/report.schema.json` describes each member. */

import type { CaseResult, Cause, Difference, PropertyResult, Result, RunCauses } from "../runner/index.ts";

type BaselineMembers = Pick<Result, "known" | "notSuppressed">;

/** The result of a vector. */
export interface PlainCase
  extends BaselineMembers,
    Pick<
      CaseResult,
      "id" | "verdict" | "passedStages" | "message" | "stderr" | "verifier" | "finding" | "curl" | "milliseconds"
    >,
    Partial<Difference> {
  readonly rule: string;
  /** The mistakes that together reproduce the actual value. */
  readonly causes?: readonly PlainName[];
}

type PlainName = Pick<Cause, "id" | "title">;

/** The causes of a run. */
export interface PlainCauses {
  readonly causes: readonly PlainCause[];
  /** Whether the search stopped at its limit. */
  readonly causesIncomplete: boolean;
}

/** A mistake that explains failures of a run. */
export interface PlainCause extends Cause {
  /** Vectors and properties of the run that failed. */
  readonly failures: number;
  /** Vectors that passed; none contradicts the cause. */
  readonly passes: number;
  readonly contradicts: 0;
}

/** Converts the causes of a run. */
export function plainCauses({ causes, failures, passes, limitReached }: RunCauses): PlainCauses {
  return {
    causes: causes.map(({ rules: _, difference: __, ...cause }) => ({ ...cause, failures, contradicts: 0, passes })),
    causesIncomplete: limitReached,
  };
}

/** The result of a property. */
export interface PlainProperty
  extends BaselineMembers,
    Pick<
      PropertyResult,
      "id" | "rules" | "verdict" | "runs" | "notOffered" | "knownCases" | "failedCases" | "failures" | "conditions"
    >,
    Partial<Pick<PropertyResult, "refusedCases" | "explainedCases" | "milliseconds">> {
  readonly statement: string;
  readonly causes?: readonly PlainName[];
  readonly counterexample?: PropertyResult["counterexample"] & { readonly difference: Difference };
}

/** Converts the result of a vector. */
export function plainCase(result: CaseResult): PlainCase {
  const { id, rules, verdict, passedStages, difference, message, stderr, causes, finding, curl, milliseconds } = result;
  return {
    id,
    rule: rules.join(", "),
    verdict,
    passedStages,
    ...difference,
    ...(message === undefined ? {} : { message }),
    ...(stderr === undefined ? {} : { stderr }),
    ...(finding === undefined || verdict === "pass" ? {} : { finding }),
    ...(curl === undefined ? {} : { curl }),
    ...(milliseconds === undefined ? {} : { milliseconds }),
    ...causesMember(causes),
    ...baselineMembers(result),
    ...verifierMember(result),
  };
}

function verifierMember({ verdict, verifier }: CaseResult): Pick<PlainCase, "verifier"> {
  return verifier === undefined || verdict === "pass" || verdict === "not-offered" ? {} : { verifier };
}

/** Converts the result of a property. */
export function plainProperty(result: PropertyResult): PlainProperty {
  const { id, rules, title, verdict, counterexample, conditions, failures, difference, causes } = result;
  const { runs, notOffered, refusedCases, explainedCases, knownCases, failedCases, milliseconds } = result;
  const counts = { runs, notOffered, refusedCases, explainedCases, knownCases, failedCases };
  return {
    ...{ id, rules, statement: title, verdict, ...counts },
    ...(failures && { failures: failures.map(({ repeat: _, ...failure }) => failure) }),
    ...(conditions && { conditions }),
    ...(milliseconds === undefined ? {} : { milliseconds }),
    ...(counterexample && difference && { counterexample: { ...counterexample, difference } }),
    ...causesMember(causes),
    ...baselineMembers(result),
  };
}

function causesMember(causes: Result["causes"]): { readonly causes?: readonly PlainName[] } {
  return causes === undefined ? {} : { causes: causes.map(({ id, title }) => ({ id, title })) };
}

function baselineMembers({ known, notSuppressed }: Result): BaselineMembers {
  return { ...(known === undefined ? {} : { known }), ...(notSuppressed === undefined ? {} : { notSuppressed }) };
}
