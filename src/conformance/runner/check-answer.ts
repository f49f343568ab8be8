/** Compares one answer with the expected stages. */

import {
  type Answer,
  answeredInput,
  computedStages,
  expectedStage,
  REQUIRED_STAGE,
  STAGES,
  type Stage,
  type StageValue,
  type StageValues,
  stageText,
  type TestCase,
} from "../vectors/index.ts";
import { otherStages } from "./open-answers.ts";
import type { CaseResult, Difference } from "./result.ts";

/** The part of a result that depends on the answer. */
export type AnswerCheck = Pick<CaseResult, "verdict" | "passedStages" | "difference" | "message" | "stderr">;

/** Compares stage by stage, up to the first difference. A difference on a point that RFC 5849 leaves open is no failure. */
export function checkAnswer(asked: TestCase, answer: Answer): AnswerCheck {
  const checked = compare(asked, answer);
  if (asked.open === undefined || !isOther(asked, answer, checked)) return checked;
  return { ...checked, verdict: "open", message: `RFC 5849 leaves this open: ${asked.open}` };
}

/** Whether a failure is the other decision on the open point: other stages, or a refusal. */
function isOther(asked: TestCase, answer: Answer, { verdict }: AnswerCheck): boolean {
  if (verdict !== "fail") return verdict === "failed";
  if (!answer.ok) return true;
  const other = otherStages(asked.input);
  return other !== undefined && compare({ ...asked, expected: onlyThoseOf(asked, other) }, answer).verdict === "pass";
}

/** The stages that a test case compares; all if it expects a refusal. */
function onlyThoseOf({ expected }: TestCase, stages: StageValues): StageValues {
  if ("refused" in expected) return stages;
  return Object.fromEntries(Object.entries(stages).filter(([stage]) => stage in expected));
}

function compare(asked: TestCase, given: Answer): AnswerCheck {
  const { operation } = asked.input;
  const answer = operation === "verify" ? refusalAsRejection(given) : given;
  if (!answer.ok) return { ...checkError(asked, answer), ...(answer.stderr ? { stderr: answer.stderr } : {}) };
  const required = REQUIRED_STAGE[operation];
  if ("refused" in asked.expected) {
    return fail([], differenceOf(required, "(a refusal)", textOf(required, answer.stages[required])));
  }
  const passedStages: Stage[] = [];
  for (const stage of STAGES) {
    const expected = expectedStage(asked, stage);
    const actual = answer.stages[stage];
    if (expected === undefined || (actual === undefined && stage !== required)) continue;
    // Most values are equal as they are; writing them as text is what takes time.
    const difference =
      actual === expected ? undefined : differenceOf(stage, stageText(stage, expected), textOf(stage, actual));
    if (difference !== undefined) return checkAllowed(asked, answer.stages) ?? fail(passedStages, difference);
    passedStages.push(stage);
  }
  return { verdict: "pass", passedStages };
}

/** The result of comparing an answer, and the case that it was compared with. */
export interface CheckedAnswer {
  readonly asked: TestCase;
  readonly checked: AnswerCheck;
}

/** Like {@link checkAnswer}, for a signer that chose nonce and timestamp itself: expects the stages that follow from those. */
export function checkChosenAnswer(asked: TestCase, answer: Answer): CheckedAnswer {
  const { input } = asked;
  if (input.operation !== "sign" || "refused" in asked.expected || !answer.ok)
    return { asked, checked: checkAnswer(asked, answer) };
  try {
    const answered = answeredInput(input, answer.stages);
    const computed = Object.entries(computedStages(answered));
    const expected = Object.fromEntries(computed.filter(([stage]) => stage in asked.expected));
    const chosen = { ...asked, input: answered, expected };
    return { asked: chosen, checked: checkAnswer(chosen, answer) };
  } catch (error) {
    const message = (error as Error).message;
    return { asked, checked: checkAnswer(asked, { ok: false, error: "malformed-answer", message }) };
  }
}

/** A verifier that refuses to read a request rejects it. */
function refusalAsRejection(answer: Answer): Answer {
  return !answer.ok && answer.error === "refused" ? { ok: true, stages: { valid: false } } : answer;
}

/** A verifier may be stricter or more lenient than a vector if the vector allows it. */
function checkAllowed({ input, mayRefuse, mayAccept }: TestCase, { valid }: StageValues): AnswerCheck | undefined {
  if (input.operation !== "verify" || typeof valid !== "boolean") return undefined;
  const why = valid ? mayAccept : mayRefuse;
  if (why === undefined) return undefined;
  return { verdict: "refused", passedStages: [], message: `${valid ? "accepted" : "rejected"} (allowed): ${why}` };
}

/** Checks an answer without a value. The vector may expect or allow a refusal; an error of the implementation is one too. */
function checkError(asked: TestCase, { error, message }: Extract<Answer, { ok: false }>): AnswerCheck {
  if (error === "unsupported") return { verdict: "not-offered", passedStages: [], message };
  const required = REQUIRED_STAGE[asked.input.operation];
  const isRefusal = error === "refused" || error === "failed";
  if (isRefusal && "refused" in asked.expected) return { verdict: "pass", passedStages: [required] };
  if (isRefusal && asked.mayRefuse !== undefined) return { verdict: "refused", passedStages: [], message };
  if (error !== "refused") return { verdict: error, passedStages: [], message };
  return {
    ...fail([], differenceOf(required, stageText(required, expectedStage(asked, required)!), "(refused)")),
    message,
  };
}

function fail(passedStages: readonly Stage[], difference: Difference | undefined): AnswerCheck {
  return { verdict: "fail", passedStages, ...(difference === undefined ? {} : { difference }) };
}

function textOf(stage: Stage, value: StageValue | undefined): string {
  return value === undefined ? "(nothing)" : stageText(stage, value);
}

/** UTF-16 units that are kept after a difference: an answer may have 16 MiB, and a report hundreds of them. */
const LONGEST = 100_000;

/** The first difference of two values of one stage; `undefined` if they are equal. */
export function differenceOf(stage: Stage, expected: string, actual: string): Difference | undefined {
  if (expected === actual) return undefined;
  let index = 0;
  while (index < expected.length && expected[index] === actual[index]) index++;
  return { stage, expected: shortened(expected, index), actual: shortened(actual, index), index };
}

function shortened(text: string, index: number): string {
  const end = index + LONGEST;
  return text.length > end ? `${text.slice(0, end)}… (${text.length} characters)` : text;
}
