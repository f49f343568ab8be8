/** The causes of a run in words. */

import { counted, firstOf, plural } from "../../../redaction/visible.ts";
import type { CaseResult, Cause, PropertyFailure, PropertyResult, Result, RunCauses } from "../../runner/index.ts";
import { groupBy } from "./group-by.ts";

/** A cause, and the failures that it explains. */
export interface ExplainedCause extends Cause {
  /** What it explains, and that nothing contradicts it: one sentence. */
  readonly evidence: string;
  /** First those of the rule that the cause violates; of these, first undisputed and short ones. */
  readonly cases: readonly CaseResult[];
  readonly properties: readonly PropertyResult[];
}

/** Adds to each cause of a run the failures that it explains. */
export function explainedCauses(
  { causes, failures, passes }: RunCauses,
  cases: readonly CaseResult[],
  properties: readonly PropertyResult[],
): ExplainedCause[] {
  return causes.map((cause) => {
    const isExplained = ({ id }: Result): boolean => cause.explains.includes(id);
    const explained = `explains ${counted(cause.explains.length)} of ${counted(failures)} failures`;
    const reach = properties.flatMap(({ id, verdict, failures = [] }) => {
      const own = failures.filter((one) => one.explained?.causes.some((form) => form === cause.form));
      if (own.length === 0 || verdict !== "fail") return [];
      return [`; of ${plural(casesOf(failures), "case")} that falsify ${id}, it explains ${counted(casesOf(own))}`];
    });
    return {
      ...cause,
      evidence: `${explained}${passes === 0 ? "" : `, contradicts none of ${counted(passes)} passes`}${reach.join("")}`,
      cases: ownRuleFirst(cause, cases.filter(isExplained), cases),
      properties: properties.filter(isExplained),
    };
  });
}

function casesOf(failures: readonly PropertyFailure[]): number {
  return failures.reduce((sum, { cases }) => sum + cases, 0);
}

/**
 * A request can show a mistake that its rule is not about, such as a missing slash in a vector about ports. So the failures
 * of a rule that defines the stage of the mistake come first; of several such rules, the one with the largest share of failures.
 */
function ownRuleFirst(
  { rules = [] }: Cause,
  explained: readonly CaseResult[],
  all: readonly CaseResult[],
): CaseResult[] {
  const ruleOf = ({ rules }: CaseResult): string => rules[0] ?? "";
  const asked = groupBy(
    all.filter(({ verdict }) => verdict !== "not-offered"),
    ruleOf,
  );
  const shares = [...groupBy(explained, ruleOf)].map(([rule, same]) => {
    return {
      rule,
      isOwn: rules.some((own) => isRuleIn(rule, own)),
      share: same.length / (asked.get(rule)?.length ?? 1),
    };
  });
  const [best] = shares.sort((one, other) => Number(other.isOwn) - Number(one.isOwn) || other.share - one.share);
  const orderOf = (result: CaseResult): number => {
    const later = (ruleOf(result) === best?.rule ? 0 : 2) + (result.disputed === undefined ? 0 : 1);
    // In octets, because a reader may not know the script of a short text.
    return later * 2 ** 32 + Buffer.byteLength(JSON.stringify(result.question ?? result.title));
  };
  return [...explained].sort((one, other) => orderOf(one) - orderOf(other));
}

/** @param own the id of a rule, or its beginning up to a hyphen */
function isRuleIn(rule: string, own: string): boolean {
  return own.endsWith("-") ? rule.startsWith(own) : rule === own;
}

/** Maximum number of names listed; more of them help little. */
const MOST_NAMES = 5;

/** A cause in a list: its title and its id. */
export function causeTitle({ id, title }: Pick<Cause, "id" | "title">): string {
  return `${title} (${id})`;
}

/** The causes that the baseline names, and how many failures each explains; empty if there are none. */
export function knownCausesLine(causes: readonly Cause[]): string {
  const known = causes.filter(({ isKnown, explains }) => isKnown && explains.length > 0);
  const names = known.map((cause) => `${causeTitle(cause)}, ${plural(cause.explains.length, "failure")}`);
  return names.length === 0 ? "" : `In the baseline: ${names.join("; ")}`;
}

/** Other mistakes that explain the same, and how to tell them apart. */
export function alternativeLines({ alternatives, advice = OF_RUN }: Pick<Cause, "alternatives" | "advice">): string[] {
  if (alternatives.length === 0) return [];
  return [`or: ${firstOf(alternatives.map(causeTitle), MOST_NAMES, "; ")}`, advice];
}

const OF_RUN =
  "To tell them apart, compare the code that signs with each fix: nothing in this run shows which one it is.";

/** The causes of a failure in one line. */
export function causeNames(causes: readonly Cause[]): string {
  return causes
    .map((cause) => firstOf([cause, ...cause.alternatives].map(causeTitle), MOST_NAMES, " or "))
    .join(" with ");
}
