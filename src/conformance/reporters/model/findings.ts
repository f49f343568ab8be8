/** Groups failures without a known cause into findings: by message, by rule and kind of difference, or by driver failure. */

import { differencesOf } from "../../../differences/differences.ts";
import { plural, visible } from "../../../redaction/visible.ts";
import {
  type CaseResult,
  isFailure,
  type PropertyFailure,
  type PropertyResult,
  stablePart,
} from "../../runner/index.ts";
import type { Rule } from "../../vectors/index.ts";
import { DRIVER_FAILURE_TEXT, isDriverFailure } from "./driver-problems.ts";
import { groupBy } from "./group-by.ts";

/** Failures of the same kind. */
export interface Finding {
  readonly rule: Rule | undefined;
  /** The rule that the implementation violates, the message of the error that it threw, or the driver failure, as a sentence. */
  readonly statement: string;
  /** The stage that differs, what was found, or the driver failure. */
  readonly kind: string;
  /** In the order of the run; at least one. */
  readonly cases: readonly CaseResult[];
}

/** A falsified property as a finding. */
export interface FalsifiedProperty extends PropertyResult {
  /** Ids of other properties that the same defect falsifies. */
  readonly also: readonly string[];
}

/** Properties whose failures another property shows too: a wrong signature is also a wrong stage of an answer. */
const IMPLIED: Readonly<Record<string, string>> = { "signature-verifies": "agrees-with-model" };

/** The falsified properties, one for each defect. */
export function falsifiedIn(properties: readonly PropertyResult[]): FalsifiedProperty[] {
  const falsified = properties.filter(({ verdict }) => verdict === "fail");
  const isShownBy = (one: PropertyResult, other: PropertyResult): boolean =>
    IMPLIED[one.id] === other.id && hasSameDefect(one, other);
  return falsified
    .filter((one) => !falsified.some((other) => isShownBy(one, other)))
    .map((one) => ({
      ...one,
      also: falsified.filter((other) => isShownBy(other, one)).map(({ id }) => id),
    }));
}

/**
 * The failures of a falsified property to show: the new ones, or else those that causes or the baseline explain. Leaves out
 * failures that only combine others.
 */
export function shownFailures({ failures = [] }: PropertyResult): readonly PropertyFailure[] {
  const added = failures.filter(({ known, isImplied }) => known === undefined && !isImplied);
  const shown = added.length > 0 ? added : failures;
  const differences = ({ explained }: PropertyFailure): readonly string[] => explained?.differences ?? [];
  const alone = new Set(shown.map(differences).flatMap((all) => (all.length === 1 ? all : [])));
  return shown.filter((one) => differences(one).length < 2 || !differences(one).every((each) => alone.has(each)));
}

/** Whether both properties have the same causes or, without causes, the same counterexample. */
function hasSameDefect(one: PropertyResult, other: PropertyResult): boolean {
  if (one.causes !== undefined) return one.causes.every(({ id }) => other.causes?.some((same) => same.id === id));
  return JSON.stringify(one.counterexample?.case) === JSON.stringify(other.counterexample?.case);
}

/** Groups the failures that have no known cause, in the order of the first of each group. */
export function findingsIn(results: readonly CaseResult[]): Finding[] {
  const failures = results.filter(({ verdict, causes }) => isFailure(verdict) && causes === undefined);
  return [...groupBy(failures, groupOf).values()].map((cases) => ({ ...findingOf(cases[0]!, cases.length), cases }));
}

function groupOf(result: CaseResult): string {
  const message = thrownMessage(result);
  if (message !== undefined) return JSON.stringify([result.verdict, message]);
  const differences = differencesIn(result);
  if (differences.length > 0) return JSON.stringify(differences);
  const { rule, kind } = findingOf(result);
  return JSON.stringify([rule === undefined && isDriverFailure(result.verdict) ? [] : result.rules, kind]);
}

/** The finding for a failure that occurs in `count` cases. After an error, or without an answer, no violated rule is known. */
export function findingOf(result: CaseResult, count = 1): Finding {
  const { verdict, rule, rules, difference, finding } = result;
  const message = thrownMessage(result);
  const cases = [result];
  const kind = difference?.stage ?? finding ?? verdict;
  if (message !== undefined) {
    const did = verdict === "failed" ? "threw" : "refused valid input with";
    const statement = `The implementation ${did} ${visible(message)} in ${plural(count, "case")}.`;
    return { rule: undefined, statement, kind, cases };
  }
  if (isDriverFailure(verdict))
    return { rule: undefined, statement: DRIVER_FAILURE_TEXT[verdict], kind: verdict, cases };
  const differences = differencesIn(result);
  if (differences.length > 0) return { rule, statement: differences.join("; "), kind, cases };
  return { rule, statement: rule?.statement ?? `unknown rule: ${visible(rules.join(", "))}`, kind, cases };
}

/** How a wrong value differs from what the causes of the run produce, or from the expected value if there was no search. */
function differencesIn({ explained, difference, causes }: CaseResult): readonly string[] {
  if (explained !== undefined || difference === undefined || causes !== undefined) return explained?.differences ?? [];
  const { sentences, isSpecific } = differencesOf(difference.stage, difference.expected, difference.actual);
  return isSpecific ? sentences : [];
}

/** The part that error messages of the same kind share, if the implementation threw or refused; `undefined` without a message. */
function thrownMessage({ verdict, difference, message }: CaseResult): string | undefined {
  const hasThrown = verdict === "failed" || difference?.actual === "(refused)";
  return hasThrown && message !== undefined ? stablePart(message) || undefined : undefined;
}
