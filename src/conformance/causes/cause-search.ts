/** Finds the mistakes of an implementation during one run, and explains its answers with them. */

import { parameterTable } from "../../diagnosis/compare/parameter-table.ts";
import type { ShownDifference } from "../../diagnosis/index.ts";
import { cached } from "../../diagnosis/search/fast-stages.ts";
import { comparedSegments } from "../../diagnosis/text/compared-text.ts";
import { shownDifference } from "../../diagnosis/text/shown-cause.ts";
import { differencesOf } from "../../differences/differences.ts";
import type { Answered, CaseEvidence, Cause, CauseSearch } from "../runner/index.ts";
import { type Answer, STAGES } from "../vectors/index.ts";
import { candidateOf } from "./candidates.ts";
import { explainAnswer, suspectsAmong, suspectsOf } from "./explain-answer.ts";
import { findRunCauses, newMemory } from "./find-run-causes.ts";
import { createPredictor, type Mistakes, NONE } from "./predictor.ts";

/** What is known before a run. */
export interface Expectation {
  /** Forms of mistakes that the implementation is known to have; they are tried first. @default none */
  readonly expected?: readonly string[];
  /** Whether other mistakes are searched for. @default true */
  readonly isSearching?: boolean;
  /** Whether found causes count as known, because a baseline is rewritten. @default false */
  readonly isUpdated?: boolean;
}

export function createCauseSearch({
  expected = [],
  isSearching = true,
  isUpdated = false,
}: Expectation = {}): CauseSearch {
  const known = candidatesOf(expected);
  const memory = newMemory();
  const { predictor } = memory;
  let suspects = suspectsOf(known);
  let before: readonly Cause[] = [];

  function learn(causes: readonly Cause[]): void {
    const named = candidatesOf(causes.map(({ form }) => form));
    const others = candidatesOf(causes.flatMap(({ alternatives }) => alternatives.map(({ form }) => form)));
    const together = [...named, ...known.filter((one) => !named.some(({ fault }) => fault === one.fault))];
    suspects = suspectsOf([...new Set([...known, ...named, ...others])], [...new Set(together)]);
  }
  const marked = (cause: Cause): Cause =>
    isUpdated || expected.includes(cause.form ?? "") ? { ...cause, isKnown: true } : cause;

  return {
    async find(evidence, options) {
      const isMore = options.falsified !== undefined;
      const others = isMore ? before : [];
      const expectedNow = [...new Set([...candidatesOf(others.map(({ form }) => form)), ...known])];
      const found = await findRunCauses(evidence, {
        ...options,
        memory,
        expected: expectedNow,
        isSearching: isSearching && options.isSearching !== false,
      });
      const added = found.causes.filter(({ form }) => !others.some((one) => one.form === form)).map(marked);
      // The properties that a cause explains are known only after they are explained with it.
      before = [...others, ...(isMore ? added.map((one) => ({ ...one, explains: [] })) : added)];
      learn(before);
      return { ...found, causes: before };
    },
    explain(answered, among) {
      const tried = among === undefined ? suspects : suspectsAmong(among, suspects);
      return explainAnswer(tried, answered, predictor)?.map(({ form }) => form);
    },
    signedInstead(answered, causes) {
      const mistakes = explainAnswer(suspectsAmong(causes, suspects), answered, predictor);
      if (mistakes === undefined || baseStringOf(answered.answer) !== undefined) return undefined;
      const [sent, signed] = [NONE, mistakes].map((some) => baseStringOf(predictor.answer(some, answered.input)));
      return sent === undefined || signed === undefined || sent === signed ? undefined : shownBaseStrings(sent, signed);
    },
    differencesOf(answered) {
      const wrong = predictor.difference(suspects.together, answered);
      return wrong === undefined
        ? { sentences: [], isSpecific: false }
        : differencesOf(wrong.stage, wrong.expected, wrong.actual);
    },
  };
}

function baseStringOf(answer: Answer): string | undefined {
  const value = answer.ok ? answer.stages["base-string"] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** The first parameter of two base strings with different values, or else the texts around their first difference. */
function shownBaseStrings(sent: string, signed: string): ShownDifference {
  const changed = parameterTable(sent, signed)?.rows.find(
    (row) => row.sent !== undefined && row.signed !== undefined && row.sent !== row.signed,
  );
  if (changed !== undefined) return shownDifference(changed);
  const [one, other] = comparedSegments(sent, signed);
  return { sent: one, signed: other };
}

/** Returns a function that tells whether a mistake alone changes an answer. */
export function createAffects() {
  const predictor = createPredictor();
  const correct = new WeakMap<CaseEvidence, Answered>();
  const correctly = (evidence: CaseEvidence): Answered =>
    cached(correct, evidence, () => {
      const {
        asked: { input },
        answer,
      } = evidence;
      // The signature of PLAINTEXT, for example, does not depend on the base string.
      const compared = answer?.ok ? STAGES.filter((stage) => answer.stages[stage] !== undefined) : undefined;
      return { input, answer: predictor.answer(NONE, input), compared };
    });
  return (form: string) => {
    const mistakes = candidatesOf([form]);
    return (evidence: CaseEvidence): boolean => !predictor.produces(mistakes, correctly(evidence));
  };
}

function candidatesOf(forms: readonly (string | undefined)[]): Mistakes {
  return forms.flatMap((form = "") => candidateOf(form) ?? []);
}
