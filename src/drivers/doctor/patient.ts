/**
 * A driver under examination, and what can be found wrong with it.
 *
 * @module
 */

import type { Trouble } from "../../suite/index.ts";
import type { Hello } from "../contract.ts";
import type { Patience } from "../conversation.ts";
import type { Problem } from "../problem.ts";
import { described, type JsonObject } from "../shape.ts";
import { readRaw, type Session } from "./session.ts";

/** See above. */
export interface Patient {
  readonly command: readonly string[];
  readonly patience: Patience;
  readonly session: Session;
  /** The last id that was given away. */
  lastId: number;
  /** What it said of itself, once it did. */
  hello?: Hello;
  /** Whether its lines end with CR and LF. */
  hasCarriageReturns?: boolean;
}

/** What is wrong with a driver; `check` is the id of the check that it belongs to, where not of the one that found it. */
export class Fault extends Error {
  override readonly name: string = "Fault";
  readonly check: string | undefined;

  constructor(message: string, check?: string) {
    super(message);
    this.check = check;
  }
}

/** What a driver should rather do otherwise, though it can be used as it is. */
export class Warning extends Fault {
  override readonly name: string = "Warning";
}

/** One thing to look at. */
export interface Check {
  /** Stable. */
  readonly id: string;
  /** What a driver does that passes. */
  readonly title: string;
  /** What to do where it does not. */
  readonly hint: string;
  /** Whether it takes a wait or another process. */
  readonly isSlow?: boolean;
  /** Throws a {@link Fault}; gives back why there is nothing to look at. Absent: other checks find it. */
  readonly look?: (patient: Patient) => Promise<string | undefined>;
}

/** Sends questions in one piece; their answers by id, once all of them are there. */
export async function answersTo(
  patient: Patient,
  questions: readonly string[],
  milliseconds: number = patient.patience.timeoutMilliseconds,
): Promise<Map<number, JsonObject>> {
  const { session } = patient;
  const ids = questions.map((question) => JSON.parse(question).id as number);
  session.send(questions.join(""));
  const lines = await session.next(questions.length, milliseconds);
  const answers = new Map<number, JsonObject>();
  for (const line of lines) {
    const read = readRaw(line);
    if ("trouble" in read) throw faultOf(read);
    const { id } = read.value;
    if (typeof id !== "number" || !ids.includes(id))
      throw new Fault(`${expected(ids)}, got ${described(id)}`, "id-echo");
    if (answers.has(id)) throw new Fault(`question ${id} is answered twice`, "id-echo");
    answers.set(id, read.value);
    patient.hasCarriageReturns ||= line.text.endsWith("\r");
  }
  if (lines.length < questions.length) throw await silence(session, milliseconds, patient.hello !== undefined);
  return answers;
}

function expected(ids: readonly number[]): string {
  return ids.length === 1 ? `expected the id ${ids[0]}` : `expected an id from ${ids[0]} to ${ids.at(-1)}`;
}

/** Milliseconds for what a driver has kept back, when its input ends. */
const KEPT_BACK = 1000;

/** Nothing came: it is gone, or it hangs, or it keeps its answers back until its input ends. */
async function silence(session: Session, milliseconds: number, isGreeted: boolean): Promise<Fault> {
  const problem = session.problem();
  // A program that never said hello has not stayed, it has not come.
  if (problem !== undefined) return isGreeted || !isEnd(problem) ? faultOf(problem) : new Fault(problem.message);
  session.endInput();
  const [late] = await session.next(1, KEPT_BACK);
  return late === undefined
    ? new Fault(`no answer within ${milliseconds} ms`)
    : new Fault("the answer came only when the input had ended", "flushing");
}

/** Which check a problem belongs to, where that is always the same. */
const CHECK_OF: { readonly [trouble in Trouble]?: string } = {
  "stray-output": "stray-output",
  "malformed-answer": "framing",
  "not-utf-8": "utf-8",
  crashed: "staying",
  "exited-early": "staying",
  flood: "stray-output",
};

function isEnd({ trouble }: Problem): boolean {
  return trouble === "crashed" || trouble === "exited-early";
}

function faultOf({ trouble, message }: Problem): Fault {
  return new Fault(message, CHECK_OF[trouble]);
}
