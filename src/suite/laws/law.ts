/**
 * What a law is: a sentence about every request, checked on generated ones by asking an implementation.
 *
 * @module
 */

import type * as fc from "fast-check";
import type { Answer, Ask } from "../answer.ts";
import { stageText } from "../stage-text.ts";
import {
  type Operation,
  OWED_STAGE,
  type Stage,
  type StageValue,
  type StageValues,
  type VectorInput,
} from "../vector.ts";

/** Where a case breaks a law. */
export interface Violation {
  readonly stage: Stage;
  readonly expected: string;
  readonly actual: string;
}

/** One law. A case is plain JSON, so that it can be saved and run again. */
export interface Law<Case = unknown> {
  readonly id: string;
  readonly statement: string;
  /** Ids of the rules that it holds. */
  readonly rules: readonly string[];
  /** What an implementation must do to be asked. */
  readonly operations: readonly Operation[];
  /** Whether it needs a signer that takes nonce and timestamp from the question, or one that chooses. @default either */
  readonly fixesNonceAndTimestamp?: boolean;
  readonly cases: fc.Arbitrary<Case>;
  /** The violation, or `undefined` where the law holds. Rejects with {@link NotApplicable} outside the domain. */
  readonly check: (one: Case, ask: Ask) => Promise<Violation | undefined>;
}

/** Keeps the type of a law's cases while it is written down. */
export function law<Case>(one: Law<Case>): Law {
  return one as Law;
}

/** The implementation does not do what the case asks. */
export class NotApplicable extends Error {
  override readonly name: string = "NotApplicable";
}

/** The stages of an answer. A refusal breaks every law: generated requests are legal. */
export async function stagesOf(ask: Ask, operation: Operation, input: VectorInput): Promise<StageValues> {
  return (await answerOf(ask, operation, input)).stages;
}

/** The same, with the question that was answered: of a signer that chooses, with its own nonce and timestamp. */
export async function answerOf(
  ask: Ask,
  operation: Operation,
  input: VectorInput,
): Promise<{ readonly stages: StageValues; readonly input: VectorInput }> {
  const answer: Answer = await ask(operation, input);
  if (answer.ok) return { stages: answer.stages, input: answer.input ?? input };
  if (answer.error === "unsupported") throw new NotApplicable(answer.message);
  throw new NoAnswer(OWED_STAGE[operation], `(${answer.error}) ${answer.message}`);
}

/** What an answer holds, read by a reader that throws: an answer that cannot be read breaks every law, too. */
export function readFrom<T>(stage: Stage, value: string, reader: (value: string) => T): T {
  try {
    return reader(value);
  } catch (error) {
    throw new NoAnswer(stage, `(not readable: ${(error as Error).message}) ${value}`);
  }
}

/** A legal request was refused, or broke the implementation, or came back as what nobody can read. */
export class NoAnswer extends Error {
  override readonly name: string = "NoAnswer";
  readonly stage: Stage;

  constructor(stage: Stage, message: string) {
    super(message);
    this.stage = stage;
  }
}

/** The violation of two values that ought to be the same. */
export function unequal(stage: Stage, expected: StageValue, actual: StageValue | undefined): Violation | undefined {
  const texts = {
    expected: stageText(stage, expected),
    actual: actual === undefined ? "(nothing)" : stageText(stage, actual),
  };
  return texts.expected === texts.actual ? undefined : { stage, ...texts };
}

/** Checks a law, with a refusal as the violation that it is. */
export async function holds<Case>(law: Law<Case>, one: Case, ask: Ask): Promise<Violation | undefined> {
  try {
    return await law.check(one, ask);
  } catch (error) {
    if (error instanceof NoAnswer) return { stage: error.stage, expected: "(an answer)", actual: error.message };
    throw error;
  }
}
