/** The cases of a varied program as results of a run, which every reporter shows. */

import { type CaseResult, type Cause, differenceOf } from "../../runner/index.ts";
import type { Rule } from "../../vectors/index.ts";
import { type RuleOf, resultOf } from "../result.ts";
import type { VariedCase } from "./vary.ts";

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
}

/** The result of one case. It can be repeated with its values. */
export function variedResultOf(one: VariedCase, { ruleOf, redact }: VariedResultOptions): CaseResult {
  const id = `capture/${one.id}`;
  const { problem, rejected } = one;
  const values = JSON.stringify(one.values);
  const clean = Object.fromEntries(Object.entries(one.values).map(([name, value]) => [name, redact(value)]));
  const shown = JSON.stringify(clean);
  const rule = problem?.change === undefined ? ruleOf("signature-mismatch") : VALUE_RULE;
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
  const { change, arrived } = problem;
  const withCauses = (causes: readonly Cause[]): { readonly causes: readonly Cause[] } => ({
    causes: causes.map((cause) => ({ ...cause, form: cause.id, explains: [id] })),
  });
  if (change !== undefined) {
    const { field, expected, actual, cause } = change;
    const difference = differenceOf("parameters", redact(expected), redact(actual ?? "(nothing)"));
    const about = { message: `${field}: ${cause.title}`, ...(difference !== undefined && { difference }) };
    return { ...common, verdict: "fail", ...about, ...withCauses([{ ...cause, alternatives: [], explains: [] }]) };
  }
  const { causes, ...result } = resultOf(arrived.captured, ruleOf);
  return {
    ...result,
    ...common,
    rules: result.rules,
    rule: result.rule,
    title: `${result.title}, ${common.title}`,
    ...(causes !== undefined && withCauses(causes)),
  };
}
