/** What is wrong with one start of a varied program, and the result that a report shows. */

import type { ShownCause } from "../../../diagnosis/index.ts";
import { type CaseResult, differenceOf } from "../../runner/index.ts";
import type { Rule } from "../../vectors/index.ts";
import type { CapturedRequest, IncomingRequest } from "../captured-request.ts";
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
  readonly wrong?: Arrived;
  readonly change?: Change;
  /** Why the program sent no request, or failed, although it accepts plain values. */
  readonly refusal?: string;
  /** A value that arrived changed in the invalid request. */
  readonly otherwise?: Failure | undefined;
}

/** The names of each alternative, as one text. */
export function namesOf({ alternatives }: Failure): string[] {
  return alternatives.map((causes) => causes.map(({ id }) => id).join(" with "));
}

export function isExplainedBy(failure: Failure, known: Failure): boolean {
  const names = namesOf(known);
  return failure.key === known.key && namesOf(failure).some((one) => names.includes(one));
}

/** Only the alternatives with these names. */
export function withNames(failure: Failure, names: readonly string[]): Failure {
  const own = namesOf(failure);
  return { ...failure, alternatives: failure.alternatives.filter((_, at) => names.includes(own[at]!)) };
}

/** A mistake, by the smallest case that shows it. */
export interface Mistake {
  readonly one: Case;
  failure: Failure;
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
  const { title, mistake, rejected, values } = one;
  const id = `capture/${one.id}`;
  const clean = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, redact(value)]));
  const shown = asciiJson(clean);
  const { failure, input = "" } = mistake ?? {};
  const rule = failure !== undefined && failure.wrong === undefined ? VALUE_RULE : ruleOf("signature-mismatch");
  const common = {
    id,
    title: mistake === undefined ? title : `with ${shown}`,
    rules: [rule.id],
    rule,
    requiredStage: "valid",
    passedStages: [],
    question: { operation: "capture", input: clean },
    ...(shown === asciiJson(values) && { repeat: ["--values", shown] }),
  } as const;
  if (rejected !== undefined)
    return { ...common, verdict: "not-offered", message: `the program rejects the values: ${redact(rejected)}` };
  if (failure === undefined) return { ...common, verdict: "pass", passedStages: ["valid"] };

  const { alternatives, advice, wrong } = failure;
  const isNamed = alternatives.length > 0;
  // A cause that only states that something is wrong is no name: the values tell mistakes apart.
  const general = wrong === undefined ? [[failure.change === undefined ? REFUSED : CHANGED]] : [];
  const causes = causesOf(isNamed ? alternatives : general, advice, id).map(({ fix = "", code, ...cause }) => {
    const isInLanguage = language === undefined || code?.language === language;
    // A reader would look for a line of code in the language of the program.
    const text = isInLanguage ? fix : `${fix} (There is no line of code for it in ${language}.)`;
    return { ...cause, fix: text, form: cause.id, ...(isInLanguage && code && { code }) };
  });
  const own = wrong === undefined ? undefined : resultOf(wrong.captured, ruleOf);
  return {
    ...common,
    ...(own === undefined
      ? { verdict: "fail", ...aboutValue(failure, causes[0]!.title, input, redact) }
      : { ...own, ...common, title: `${own.title}, ${common.title}`, rules: own.rules, rule: own.rule }),
    ...(!isNamed && {
      explained: {
        causes: [],
        differences: [redact(`${causes[0]?.id ?? failure.key}: ${input}`)],
        isComplete: true,
      },
    }),
    ...(causes.length > 0 && { causes }),
  };
}

function aboutValue(
  { key, change, refusal }: Failure,
  title: string,
  input: string,
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
