/** Results as in the JSON reports. */

import type { CaseResult, PropertyFailure, PropertyResult, Result, RunCauses } from "../../runner/index.ts";
import type { ImplementationReport, PlainProperty, PlainResult } from "./report-shape.ts";

/** Converts the causes of a run. */
export function plainCauses({
  causes,
  failures,
  passes,
  limitReached,
}: RunCauses): Pick<ImplementationReport, "causes" | "causesIncomplete"> {
  return {
    causes: causes.map(({ rules: _, difference: __, isKnown, ...cause }) => {
      return { ...cause, failures, contradicts: 0, passes, ...(isKnown && { isKnown }) };
    }),
    causesIncomplete: limitReached,
  };
}

/** Converts the result of a vector. */
export function plainCase(result: CaseResult): PlainResult {
  const { id, rules, verdict, passedStages, difference, message, stderr, causes, finding, curl, milliseconds } = result;
  const { explained } = result;
  return {
    id,
    rule: rules.join(", "),
    verdict,
    ...(result.adapted && { adapted: true }),
    passedStages,
    ...difference,
    ...(message === undefined ? {} : { message }),
    ...(stderr === undefined ? {} : { stderr }),
    ...(finding === undefined || verdict === "pass" ? {} : { finding }),
    ...(curl === undefined ? {} : { curl }),
    ...(milliseconds === undefined ? {} : { milliseconds }),
    ...causesMember(causes),
    ...(explained !== undefined && explained.differences.length > 0 && { differences: explained.differences }),
    ...baselineMembers(result),
    ...verifierMember(result),
  };
}

function verifierMember({ verdict, verifier }: CaseResult): Pick<PlainResult, "verifier"> {
  return verifier === undefined || verdict === "pass" || verdict === "not-offered" ? {} : { verifier };
}

/** Converts the result of a property. */
export function plainProperty(result: PropertyResult): PlainProperty {
  const { id, rules, title, verdict, counterexample, failures, difference, causes } = result;
  const { runs, notOffered, refusedCases, explainedCases, knownCases, failedCases, milliseconds } = result;
  const counts = { runs, notOffered, refusedCases, explainedCases, knownCases, failedCases };
  return {
    id,
    rules,
    statement: title,
    verdict,
    ...counts,
    ...(failures && { failures: failures.map(plainFailure) }),
    ...(milliseconds === undefined ? {} : { milliseconds }),
    ...(counterexample && difference && { counterexample: { ...counterexample, difference } }),
    ...causesMember(causes),
    ...baselineMembers(result),
  };
}

function plainFailure({
  kind,
  cases,
  counterexample,
  difference,
  explained,
  known,
}: PropertyFailure): NonNullable<PlainProperty["failures"]>[number] {
  const { causes = [], differences = [] } = explained ?? {};
  return {
    kind,
    cases,
    ...(causes.length > 0 && { causes }),
    ...(differences.length > 0 && { differences }),
    counterexample,
    difference,
    ...(known && { known }),
  };
}

function causesMember(causes: Result["causes"]): Pick<PlainResult, "causes"> {
  return causes === undefined ? {} : { causes: causes.map(({ id, title }) => ({ id, title })) };
}

function baselineMembers({ known, notSuppressed }: Result): Pick<PlainResult, "known" | "notSuppressed"> {
  return { ...(known === undefined ? {} : { known }), ...(notSuppressed === undefined ? {} : { notSuppressed }) };
}
