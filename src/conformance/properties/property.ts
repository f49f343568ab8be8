/**
 * What a law is: a sentence about every request, checked on generated ones by asking an implementation.
 *
 * @module
 */

import type * as fc from "fast-check";
import type { Answer, Ask } from "../vectors/answer.ts";
import type { InputOf, Operation, VectorInput } from "../vectors/input.ts";
import { stageText } from "../vectors/stage-text.ts";
import { REQUIRED_STAGE, type Stage, type StageValue, type StageValues } from "../vectors/vector.ts";
import type { CaseJson } from "./case-json.ts";

/** Where a case breaks a law. */
export interface Violation {
  readonly stage: Stage;
  readonly expected: string;
  readonly actual: string;
}

/** One law. Its cases are JSON, so that they can be saved and run again. */
export interface Property {
  readonly id: string;
  readonly statement: string;
  /** Ids of the rules that it holds. */
  readonly rules: readonly string[];
  /** What an implementation must do to be asked. */
  readonly operations: readonly Operation[];
  /** Whether it needs a signer that takes nonce and timestamp from the question, or one that chooses. @default either */
  readonly fixesNonceAndTimestamp?: boolean;
  /** Makes cases as JSON. */
  readonly cases: fc.Arbitrary<unknown>;
  /**
   * The violation, or `undefined` where the law holds. Rejects with {@link NotApplicable} outside the domain, and with an
   * error that says what was expected for JSON that is no case of this law.
   */
  readonly check: (json: unknown, ask: Ask) => Promise<Violation | undefined>;
}

/** A law over cases that are more than JSON, and how those are written as JSON. */
interface TypedLaw<Case> extends Omit<Property, "cases" | "check"> {
  readonly cases: fc.Arbitrary<Case>;
  readonly json: CaseJson<Case>;
  readonly check: (one: Case, ask: Ask) => Promise<Violation | undefined>;
}

/** A law whose cases are converted where they are generated and where they are checked. */
export function property<Case>({ cases, json, check, ...about }: TypedLaw<Case>): Property {
  return { ...about, cases: cases.map(json.write), check: async (one, ask) => check(json.read(one), ask) };
}

/** The implementation does not do what the case asks. */
export class NotApplicable extends Error {
  override readonly name: string = "NotApplicable";
}

/** The stages of an answer. A refusal breaks every law: generated requests are legal. */
export async function stagesOf(ask: Ask, input: VectorInput): Promise<StageValues> {
  return (await goodAnswer(ask, input)).stages;
}

/** The stages of a signed request, with the input that was answered: with nonce and timestamp of a signer that chooses. */
export async function signedBy(
  ask: Ask,
  input: InputOf<"sign">,
): Promise<{ readonly stages: StageValues; readonly input: InputOf<"sign"> }> {
  const answer = await goodAnswer(ask, input);
  return { stages: answer.stages, input: answer.input ?? input };
}

async function goodAnswer(ask: Ask, input: VectorInput): Promise<Extract<Answer, { ok: true }>> {
  const answer = await ask(input);
  if (answer.ok) return answer;
  if (answer.error === "unsupported") throw new NotApplicable(answer.message);
  throw new NoAnswer(REQUIRED_STAGE[input.operation], `(${answer.error}) ${answer.message}`);
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
class NoAnswer extends Error {
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
export async function holds(law: Property, one: unknown, ask: Ask): Promise<Violation | undefined> {
  try {
    return await law.check(one, ask);
  } catch (error) {
    if (error instanceof NoAnswer) return { stage: error.stage, expected: "(an answer)", actual: error.message };
    throw error;
  }
}
