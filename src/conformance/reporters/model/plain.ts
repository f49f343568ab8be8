/** Results as in the JSON reports. */

import type { CaseResult, PropertyFailure, PropertyResult, Result, RunCauses } from "../../runner/index.ts";
import { defined } from "../../vectors/index.ts";
import type { ImplementationReport, PlainProperty, PlainResult } from "./report-shape.ts";

/** Converts the causes of a run. */
export function plainCauses({
  causes,
  failures,
  passes,
  limitReached,
}: RunCauses): Pick<ImplementationReport, "causes" | "causesIncomplete"> {
  return {
    causes: causes.map(({ rules: _, difference: __, isKnown, ...cause }) =>
      defined({ ...cause, failures, contradicts: 0 as const, passes, isKnown }),
    ),
    causesIncomplete: limitReached,
  };
}

/** Converts the result of a vector. */
export function plainCase(result: CaseResult): PlainResult {
  const { id, rules, verdict, passedStages, difference, message, stderr, causes, finding, curl, milliseconds } = result;
  const { explained, adapted, known, notSuppressed, verifier } = result;
  const isWrong = verdict !== "pass" && verdict !== "not-offered";
  return defined({
    id,
    rule: rules.join(", "),
    verdict,
    adapted,
    passedStages,
    ...difference,
    message,
    stderr,
    finding: verdict === "pass" ? undefined : finding,
    curl,
    milliseconds,
    causes: causesMember(causes),
    differences: filled(explained?.differences),
    known,
    notSuppressed,
    verifier: isWrong ? verifier : undefined,
  });
}

/** Converts the result of a property. */
export function plainProperty(result: PropertyResult): PlainProperty {
  const { id, rules, title: statement, verdict, counterexample, failures, difference, causes } = result;
  const { runs, notOffered, refusedCases, explainedCases, knownCases, failedCases, milliseconds } = result;
  const { known, notSuppressed } = result;
  const counts = { runs, notOffered, refusedCases, explainedCases, knownCases, failedCases };
  return defined({
    id,
    rules,
    statement,
    verdict,
    ...counts,
    failures: failures?.map(plainFailure),
    milliseconds,
    counterexample: counterexample && difference && { ...counterexample, difference },
    causes: causesMember(causes),
    known,
    notSuppressed,
  });
}

function plainFailure({
  kind,
  cases,
  counterexample,
  difference,
  explained,
  known,
}: PropertyFailure): NonNullable<PlainProperty["failures"]>[number] {
  const [causes, differences] = [filled(explained?.causes), filled(explained?.differences)];
  return defined({ kind, cases, causes, differences, counterexample, difference, known });
}

/** A list that is not empty. */
function filled(list: readonly string[] = []): readonly string[] | undefined {
  return list.length === 0 ? undefined : list;
}

function causesMember(causes: Result["causes"]): PlainResult["causes"] {
  return causes?.map(({ id, title }) => ({ id, title }));
}
