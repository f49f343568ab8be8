/** The cases of a varied program as results of a run, which every reporter shows. */

import { type CaseResult, type Cause, differenceOf } from "../../runner/index.ts";
import type { Rule } from "../../vectors/index.ts";
import { type RuleOf, resultOf } from "../result.ts";
import type { ValueCause } from "./fields.ts";
import type { Problem } from "./problems.ts";
import type { VariedCase } from "./vary.ts";

/** The rule that a value violates which arrives changed although the signature is valid. */
const VALUE_RULE: Rule = {
  id: "capture-values",
  section: "countersign capture --vary",
  level: "MUST",
  statement: "A field arrives with the value that was filled in.",
};

const REFUSED: ValueCause = {
  id: "value/refused",
  title: "text refused",
  what: "The program sends no request for some texts.",
  fix: "Accept every printable text; or declare at the placeholder what the program accepts, such as {text:ascii} or {text:max=40}.",
};
const CHANGED: ValueCause = {
  id: "value/changed",
  title: "value changed",
  what: "The client sends and signs another value than the one that was filled in.",
  fix: "Send every value as it is.",
};

/** How results are written. */
interface VariedResultOptions {
  readonly ruleOf: RuleOf;
  /** Hides secrets and card data in a text that was filled in or arrived. */
  readonly redact: (text: string) => string;
  /** The programming language of the program, if it is known. */
  readonly language: string | undefined;
}

/** The result of one case. It can be repeated with its values. */
export function variedResultOf(one: VariedCase, { ruleOf, redact, language }: VariedResultOptions): CaseResult {
  const id = `capture/${one.id}`;
  const { problem, rejected, input = "" } = one;
  const values = asciiJson(one.values);
  const clean = Object.fromEntries(Object.entries(one.values).map(([name, value]) => [name, redact(value)]));
  const shown = asciiJson(clean);
  const isAboutValue = problem?.change !== undefined || problem?.refusal !== undefined;
  const rule = isAboutValue ? VALUE_RULE : ruleOf("signature-mismatch");
  const common = {
    id,
    title: problem === undefined ? one.title : `with ${shown}`,
    rules: [rule.id],
    rule,
    requiredStage: "valid",
    passedStages: [],
    question: { operation: "capture", input: clean },
    ...(shown === values && { repeat: ["--values", values] }),
  } as const;
  if (rejected !== undefined)
    return { ...common, verdict: "not-offered", message: `the program rejects the values: ${redact(rejected)}` };
  if (problem === undefined) return { ...common, verdict: "pass", passedStages: ["valid"] };
  const { causes = [], ...result } = isAboutValue
    ? { ...common, verdict: "fail" as const, ...aboutValue(problem, input, redact) }
    : resultOf(problem.arrived!.captured, ruleOf);
  // A cause that only states that something is wrong is no name: the values tell mistakes apart.
  const isNamed = causes.length > 0 && !causes.some(({ id }) => [REFUSED.id, CHANGED.id].includes(id));
  return {
    ...result,
    ...common,
    rules: result.rules,
    rule: result.rule,
    title: isAboutValue ? common.title : `${result.title}, ${common.title}`,
    ...(!isNamed && {
      explained: { causes: [], differences: [redact(`${causes[0]?.id ?? problem.key}: ${input}`)], isComplete: true },
    }),
    ...(causes.length > 0 && {
      causes: causes.map((cause) => ({ ...withFix(cause, language), form: cause.id, explains: [id] })),
    }),
  };
}

/** A value that was changed on its way, or not sent. */
function aboutValue({ key, change, refusal }: Problem, input: string, redact: (text: string) => string) {
  const cause = (found: readonly ValueCause[]): { readonly causes: readonly Cause[] } => {
    const [{ id, title, what, fix }, ...others] = found as [ValueCause, ...ValueCause[]];
    const alternatives = others.map((one) => ({ id: one.id, title: one.title }));
    return { causes: [{ id, title, what, fix, alternatives, explains: [] }] };
  };
  if (change === undefined) return { message: redact(`refused: ${input}: ${refusal}`), ...cause([REFUSED]) };
  const { field, expected, actual, causes } = change;
  const difference = differenceOf("parameters", redact(expected), redact(actual ?? "(nothing)"));
  const found = cause(causes.length === 0 ? [CHANGED] : causes);
  return {
    message: `${field}: ${found.causes[0]!.title}${key === "changed" ? "" : ` (${key})`}`,
    ...(difference !== undefined && { difference }),
    ...found,
  };
}

/** States if there is no line of code for the fix, because a reader would look for it. */
function withFix(cause: Cause, language: string | undefined): Cause {
  const { fix, code } = cause;
  if (fix === undefined || language === undefined || code?.language === language) return cause;
  const { code: _, otherCode: __, ...others } = cause;
  return { ...others, fix: `${fix} (There is no line of code for it in ${language}.)` };
}

/** JSON that looks the same in every terminal, because only ASCII is left. */
function asciiJson(values: unknown): string {
  return JSON.stringify(values).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
