/** What is wrong with one start of a varied program, and the result that a report shows. */

import type { ShownCause } from "../../../diagnosis/index.ts";
import { type CaseResult, differenceOf } from "../../runner/index.ts";
import type { Rule } from "../../vectors/index.ts";
import { type CapturedRequest, type IncomingRequest, isRight } from "../captured-request.ts";
import { causesOf, type RuleOf, resultOf } from "../result.ts";
import type { Case } from "./cases.ts";
import type { Change } from "./fields.ts";
import type { Values } from "./placeholders.ts";
import { CHANGED, REFUSED, type ValueCause } from "./value-causes.ts";

/** A request that arrived, and what was found when it was verified. */
export interface Arrived {
  readonly captured: CapturedRequest;
  /** Absent for an incomplete request. */
  readonly request?: IncomingRequest | undefined;
}

/** What one start of the program led to. */
export interface Attempt {
  readonly arrived: readonly Arrived[];
  /** Why the program sent no request, or that it failed after sending one. */
  readonly failure?: string | undefined;
}

/** An invalid request, a value that arrived changed, or a refusal. */
export interface Failure {
  /** Its kind, which stays the same for smaller values. */
  readonly key: string;
  /** The causes that together explain it, the likeliest first; empty if none are known. */
  readonly alternatives: readonly (readonly (ShownCause | ValueCause)[])[];
  /** After how many combinations of mistakes they were found. */
  readonly tried?: number | undefined;
  /** How to distinguish the alternatives. */
  readonly advice?: string | undefined;
  /** The beginning of what was sent and signed differently, decoded. */
  readonly sent?: string | undefined;
  /** The invalid request. */
  readonly wrong?: Arrived | undefined;
  readonly change?: Change;
  /** Why the program sent no request, or failed, although it accepts plain values. */
  readonly refusal?: string;
}

/**
 * Everything that is wrong with one start: a request, and each value.
 *
 * @param first what plain values led to: a program that fails even then refuses no values
 */
export function failuresOf({ arrived, failure }: Attempt, changes: readonly Change[], first: Attempt): Failure[] {
  const wrong = arrived.find(({ captured }) => !isRight(captured));
  if (wrong === undefined && (arrived.length === 0 || (failure !== undefined && first.failure === undefined)))
    return [{ key: "refused", alternatives: [], refusal: failure ?? "it sent no request" }];
  const ofValues = new Map(changes.map((change) => [`${change.placeholder} ${namesOf(change)}`, ofValue(change)]));
  const [{ code = undefined } = {}] = wrong?.captured.problems ?? [];
  const isOfWriting = changes.some(({ alternatives }) => alternatives.flat().some(({ isInWriting }) => isInWriting));
  const isOwn = code !== undefined && !(code === "signature-mismatch" && isOfWriting);
  return [...(isOwn ? [{ key: code, alternatives: [], wrong }] : []), ...ofValues.values()];
}

function ofValue(change: Change): Failure {
  return { key: change.actual === undefined ? "lost" : "changed", alternatives: change.alternatives, change };
}

/** The names of each alternative, as one text. */
export function namesOf({ alternatives }: Pick<Failure, "alternatives">): string[] {
  return alternatives.map((causes) => causes.map(({ id }) => id).join(" with "));
}

/** The names of all causes. */
export function causeNamesOf(failures: readonly Pick<Failure, "alternatives">[]): Set<string> {
  return new Set(failures.flatMap(({ alternatives }) => alternatives.flat().map(({ id }) => id)));
}

/** Only the alternatives whose causes all have one of these names. */
export function withNames(failure: Failure, names: ReadonlySet<string>): Failure {
  return { ...failure, alternatives: failure.alternatives.filter((causes) => causes.every(({ id }) => names.has(id))) };
}

/** Only the alternatives that are a part of an explanation of the other failure. */
export function sharedWith(failure: Failure, other: Failure): Failure {
  const parts = other.alternatives.map((causes) => new Set(causes.map(({ id }) => id)));
  return {
    ...failure,
    alternatives: failure.alternatives.filter((causes) => parts.some((part) => causes.every(({ id }) => part.has(id)))),
  };
}

/** A mistake, by the smallest case that shows it. */
export interface Mistake {
  readonly one: Case;
  /** With the names that explain everything that is taken for this mistake. */
  failure: Failure;
  /** With all names that were found. */
  readonly found: Failure;
  /** The other failures of the smallest case, which it explains. */
  readonly consequences: readonly Failure[];
  /** The values in words, from which a baseline knows a mistake without a name again. */
  input: string;
}

/** The result of one planned case. */
export interface VariedCase {
  /** What was tried, such as `hard` or `random/3`. */
  readonly id: string;
  readonly title: string;
  /** For a failure, the smallest values that were found to fail in the same way. */
  readonly values: Values;
  readonly mistake?: Mistake;
  /** Why the program sent no request, for values that it may refuse. */
  readonly rejected?: string;
}

/** The rule that a value violates which arrives changed although the signature is valid. */
const VALUE_RULE: Rule = {
  id: "capture-values",
  section: "countersign capture --vary",
  level: "MUST",
  statement: "A field arrives with the value that was filled in.",
};

/** How results are written. */
interface VariedResultOptions {
  readonly ruleOf: RuleOf;
  /** Hides secrets and card data in a text that was filled in or arrived. */
  readonly redact: (text: string) => string;
  /** The programming language of the program, if it is known. */
  readonly language: string | undefined;
}

/** The result of one case, as every reporter shows it. It can be repeated with its values. */
export function variedResultOf(one: VariedCase, { ruleOf, redact, language }: VariedResultOptions): CaseResult {
  const { mistake, rejected, values } = one;
  const id = `capture/${one.id}`;
  const input = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, redact(value)]));
  const shown = asciiJson(input);
  const repeat = shown === asciiJson(values) && { repeat: ["--values", shown] };
  const common = { id, question: { operation: "capture", input }, ...repeat };
  const about = (rule: Rule) => ({ ...common, rule, rules: [rule.id], requiredStage: "valid" }) as const;
  if (mistake === undefined) {
    const passed = { ...about(ruleOf("signature-mismatch")), title: one.title };
    if (rejected === undefined) return { ...passed, verdict: "pass", passedStages: ["valid"] };
    const message = `the program rejects the values: ${redact(rejected)}`;
    return { ...passed, verdict: "not-offered", passedStages: [], message };
  }
  const { failure } = mistake;
  const { alternatives, advice, wrong, key } = failure;
  const own = wrong && resultOf(wrong.captured, ruleOf);
  const isNamed = alternatives.length > 0;
  // A cause that only states that something is wrong is no name: the values tell mistakes apart.
  const general = own === undefined ? [[failure.change === undefined ? REFUSED : CHANGED]] : [];
  const causes = causesOf(isNamed ? alternatives : general, advice, id).map(({ fix = "", code, ...cause }) => {
    const isInLanguage = language === undefined || code?.language === language;
    // A reader would look for a line of code in the language of the program.
    const text = isInLanguage ? fix : `${fix} (There is no line of code for it in ${language}.)`;
    return { ...cause, fix: text, form: cause.id, ...(isInLanguage && code && { code }) };
  });
  const differences = [redact(`${causes[0]?.id ?? key}: ${mistake.input}`)];
  return {
    ...(own === undefined
      ? { ...about(VALUE_RULE), verdict: "fail", passedStages: [], ...aboutValue(mistake, causes[0]!.title, redact) }
      : { ...own, ...common }),
    title: [...(own === undefined ? [] : [own.title]), `with ${shown}`].join(", "),
    ...(!isNamed && { explained: { causes: [], differences, isComplete: true } }),
    ...(causes.length > 0 && { causes }),
  };
}

function aboutValue(
  { failure: { key, change, refusal }, input }: Mistake,
  title: string,
  redact: (text: string) => string,
): Pick<CaseResult, "message" | "difference"> {
  if (change === undefined) return { message: redact(`refused: ${input}: ${refusal}`) };
  const { field, expected, actual } = change;
  const difference = differenceOf("parameters", redact(expected), redact(actual ?? "(nothing)"));
  return {
    message: `${field}: ${title}${key === "changed" ? "" : ` (${key})`}`,
    ...(difference !== undefined && { difference }),
  };
}

/** JSON that looks the same in every terminal, because only ASCII is left. */
function asciiJson(values: unknown): string {
  return JSON.stringify(values).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
