/** Compares one answer with the expected stages. */

import {
  type Answer,
  computedStages,
  expectedStage,
  firstUnequal,
  REQUIRED_STAGE,
  STAGES,
  type Stage,
  type StageValues,
  stageText,
  type TestCase,
} from "../../vectors/index.ts";
import type { CaseResult, Difference } from "../results/result.ts";
import { otherAnswers } from "./open-answers.ts";

/** The part of a result that depends on the answer. */
export type AnswerCheck = Pick<CaseResult, "verdict" | "passedStages" | "difference" | "message" | "stderr">;

/**
 * Compares stage by stage, up to the first difference. On a point that RFC 5849 leaves open, a refusal is `refused`, and
 * another answer that the RFC could also mean is `open`: neither is a failure.
 *
 * @param allowsOpen whether these verdicts may replace a failure
 */
export function checkAnswer(asked: TestCase, answer: Answer, allowsOpen = true): AnswerCheck {
  const checked = compare(asked, answer);
  const isOpen = allowsOpen && asked.open !== undefined && (checked.verdict === "fail" || checked.verdict === "failed");
  return (isOpen ? checkOpen(asked, answer, checked) : undefined) ?? checked;
}

/** The result of an answer that is allowed on an open point; `undefined` if it is not allowed. */
function checkOpen(asked: TestCase, answer: Answer, { difference }: AnswerCheck): AnswerCheck | undefined {
  const reason = `RFC 5849 leaves this open: ${asked.open}`;
  const refused: AnswerCheck = { verdict: "refused", passedStages: [], message: reason };
  if (!answer.ok) return refused;
  const other = (message: string): AnswerCheck => ({
    verdict: "open",
    passedStages: [],
    message,
    ...(difference === undefined ? {} : { difference }),
  });
  if (asked.input.operation === "verify") return answer.stages.valid === true ? other(reason) : refused;
  const others = otherAnswers(asked.input);
  if (others === "any") return other(reason);
  const found = others.find(({ stages }) => {
    return compare({ ...asked, expected: onlyThoseOf(asked, stages) }, answer).verdict === "pass";
  });
  return found && other(`${found.what}; ${reason}`);
}

/** The stages that a test case compares; all if it expects a refusal. */
function onlyThoseOf({ expected }: TestCase, stages: StageValues): StageValues {
  if ("refused" in expected) return stages;
  return Object.fromEntries(Object.entries(stages).filter(([stage]) => stage in expected));
}

function compare(asked: TestCase, given: Answer): AnswerCheck {
  const { operation } = asked.input;
  const answer = operation === "verify" ? refusalAsRejection(given) : given;
  if (!answer.ok) return { ...checkError(asked, answer), ...(answer.stderr && { stderr: answer.stderr }) };
  const required = REQUIRED_STAGE[operation];
  if ("refused" in asked.expected) {
    return fail([], differenceOf(required, "(a refusal)", stageText(required, answer.stages[required])));
  }
  const { expected } = asked;
  const wrong = firstUnequal(expected, answer.stages, required);
  const compared = STAGES.filter(
    (stage) => expected[stage] !== undefined && (answer.stages[stage] !== undefined || stage === required),
  );
  if (wrong === undefined) return { verdict: "pass", passedStages: compared };
  const difference = differenceOf(wrong.stage, wrong.expected, wrong.actual);
  return fail(compared.slice(0, compared.indexOf(wrong.stage)), difference);
}

/** The case with the input that a signer chose itself, if it did: expects the stages that follow from that input. */
export function answeredCase(asked: TestCase, answer: Answer): TestCase {
  if (!answer.ok || answer.input === undefined) return asked;
  return { ...asked, input: answer.input, expected: onlyThoseOf(asked, computedStages(answer.input)) };
}

/** A verifier that refuses to read a request rejects it. */
function refusalAsRejection(answer: Answer): Answer {
  return !answer.ok && answer.error === "refused" ? { ok: true, stages: { valid: false } } : answer;
}

/** Checks an answer without a value. The vector may expect a refusal; an error of the implementation counts as a refusal. */
function checkError(asked: TestCase, { error, message }: Extract<Answer, { ok: false }>): AnswerCheck {
  if (error === "unsupported") return { verdict: "not-offered", passedStages: [], message };
  const required = REQUIRED_STAGE[asked.input.operation];
  const isRefusal = error === "refused" || error === "failed";
  if (isRefusal && "refused" in asked.expected) return { verdict: "pass", passedStages: [required] };
  if (error !== "refused") return { verdict: error, passedStages: [], message };
  return {
    ...fail([], differenceOf(required, stageText(required, expectedStage(asked, required)), "(refused)")),
    message,
  };
}

function fail(passedStages: readonly Stage[], difference: Difference | undefined): AnswerCheck {
  return { verdict: "fail", passedStages, ...(difference === undefined ? {} : { difference }) };
}

/** Most UTF-16 units kept after a difference: an answer may have 16 MiB, and a report may have hundreds of answers. */
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
