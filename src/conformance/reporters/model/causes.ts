/** The causes of a run in words. */

import { counted, firstOf, plural } from "../../../redaction/visible.ts";
import type { CaseResult, Cause, PropertyFailure, PropertyResult, Result, RunCauses } from "../../runner/index.ts";
import type { Rule } from "../../vectors/index.ts";

/** A cause, and the failures that it explains. */
export interface ExplainedCause extends Cause {
  /** A sentence: what the cause explains, and that nothing contradicts it. */
  readonly evidence: string;
  /** The plainest first. Adapted cases have the rule of their vector if the cause violates it. */
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
    const both = cases.length > 0 && properties.some(({ verdict }) => verdict !== "pass" && verdict !== "not-offered");
    const what = both ? "failing vectors and properties" : "failures";
    const partly = properties.flatMap(({ id, verdict, failures = [] }) => {
      const own = failures.filter((one) => one.explained?.causes.some((form) => form === cause.form));
      return own.length === 0 || verdict !== "fail" ? [] : [{ id, all: casesOf(failures), own: casesOf(own) }];
    });
    return {
      ...cause,
      evidence: [
        `explains ${counted(cause.explains.length)} of ${counted(failures)} ${what}`,
        passes === 0 ? "" : `, contradicts none of ${counted(passes)} passes`,
        partlyExplained(partly),
      ].join(""),
      cases: plainestFirst(cause, cases.filter(isExplained)),
      properties: properties.filter(isExplained),
    };
  });
}

/** How much a cause explains of properties that other mistakes falsify too. */
function partlyExplained(
  properties: readonly { readonly id: string; readonly all: number; readonly own: number }[],
): string {
  if (properties.length === 0) return "";
  const [all, own] = [properties.map((one) => one.all), properties.map((one) => one.own)].map(sum);
  const names = properties.length === 1 ? properties[0]!.id : plural(properties.length, "other property");
  return `; of ${plural(all!, "case")} that falsify ${names}, it explains ${counted(own!)}`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function casesOf(failures: readonly PropertyFailure[]): number {
  return sum(failures.map(({ cases }) => cases));
}

/**
 * The failures that a cause explains, the plainest first. A request can show a mistake that its rule is not about, such as a
 * missing slash in a vector about ports, so failures of a rule that defines the stage of the mistake come first.
 */
function plainestFirst(cause: Cause, explained: readonly CaseResult[]): CaseResult[] {
  const isOwn = (rule: Rule | undefined): boolean => isOwnRule(cause, rule);
  const orderOf = (result: CaseResult): number => {
    const { causes = [], signed } = result.explained ?? {};
    const rule = ruleOf(result);
    const text = textOf(result);
    const isInProtocol = signed !== undefined && (signed.name ?? PROTOCOL).startsWith(PROTOCOL);
    const flaws = [
      causes.length > 1,
      rule?.level === "gateway",
      !isOwn(rule),
      result.difference?.expected === REFUSAL,
      result.adapted === true,
      isInProtocol,
      result.disputed !== undefined,
    ];
    // In octets, because a reader may not know the script of a short text.
    return flaws.reduce((sum, one) => sum * 2 + Number(one), rarityOf(text)) * 2 ** 32 + Buffer.byteLength(text);
  };
  return explained
    .map((result) =>
      isOwn(result.vectorRule) ? { ...result, rule: ruleOf(result), rules: [result.vectorRule!.id] } : result,
    )
    .sort((one, other) => orderOf(one) - orderOf(other));
}

const PROTOCOL = "oauth_";
const REFUSAL = "(a refusal)";

/**
 * The order in which to fix what failures show: what breaks most requests, then what accepts too much, then what only rare
 * requests show; of equals, what explains most comes first.
 */
export function inOrderOfRepair<Shown extends { readonly cases: readonly CaseResult[] } & Partial<Cause>>(
  shown: readonly Shown[],
  all: readonly CaseResult[],
): readonly Shown[] {
  const asked = all.filter(({ verdict }) => verdict !== "not-offered").length;
  const placeOf = ({ cases }: Shown): number => {
    if (cases.length * 2 > asked) return 0;
    return cases.some(acceptsTooMuch) ? 1 : 2 + Math.min(RAREST, ...cases.map((one) => rarityOf(textOf(one))));
  };
  const placed = shown.map((one) => ({ one, place: placeOf(one), count: one.explains?.length ?? one.cases.length }));
  return placed.sort((a, b) => a.place - b.place || b.count - a.count).map(({ one }) => one);
}

function acceptsTooMuch({ difference }: CaseResult): boolean {
  return difference !== undefined && [REFUSAL, "false"].includes(difference.expected);
}

function textOf({ question, title }: CaseResult): string {
  return JSON.stringify(question ?? title);
}

/** The rule that a vector is about, even if it was adapted. */
function ruleOf({ vectorRule, rule }: CaseResult): Rule | undefined {
  return vectorRule ?? rule;
}

const RAREST = 2;
/** Characters of a question that is short enough to be read. */
const LONGEST_PLAIN = 1000;

/** How rare a request is: 0 for printable ASCII, 1 for other text, 2 for control characters, octets that are not text, and long texts. */
function rarityOf(text: string): number {
  try {
    const decoded = text.replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent);
    if (text.length > LONGEST_PLAIN || /"octets":|\\[a-z]|\p{C}/u.test(decoded)) return RAREST;
    return /[^ -~]/.test(decoded) ? 1 : 0;
  } catch {
    return RAREST;
  }
}

/** Whether the mistake of a cause violates this rule. The cause lists ids of rules, or their beginnings up to a hyphen. */
export function isOwnRule({ rules = [] }: Pick<Cause, "rules">, rule: Rule | undefined): boolean {
  const { id = "" } = rule ?? {};
  return rules.some((own) => (own.endsWith("-") ? id.startsWith(own) : id === own));
}

/** Maximum number of names listed; more names help little. */
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

/** Mistakes that explain the same failures, and how to tell them apart. */
export function alternativeLines({ alternatives, advice = OF_RUN }: Pick<Cause, "alternatives" | "advice">): string[] {
  if (alternatives.length === 0) return [];
  return [`or: ${firstOf(alternatives.map(causeTitle), MOST_NAMES, "; ")}`, advice];
}

const OF_RUN = "To tell them apart, look for each of them in the code: nothing in this run shows which one it is.";

/** The causes of a failure in one line. */
export function causeNames(causes: readonly Cause[]): string {
  return causes
    .map((cause) => firstOf([cause, ...cause.alternatives].map(causeTitle), MOST_NAMES, " or "))
    .join(" with ");
}
