/**
 * A driver under examination, and what can be found wrong with it.
 *
 * @module
 */

import type { Trouble } from "../../vectors/index.ts";
import { described, type JsonObject, number, object } from "../../vectors/shape.ts";
import type { Hello } from "../contract.ts";
import type { Timeouts } from "../driver-session.ts";
import type { Problem } from "../problem.ts";
import { type Line, readRaw, type Session } from "./session.ts";

/** See above. */
export interface DriverUnderTest {
  readonly patience: Timeouts;
  readonly session: Session;
  /** Starts the driver once more. */
  readonly start: () => Session;
  /** The last id that was given away. */
  lastId: number;
  /** What it said of itself, once it did. */
  hello?: Hello;
  /** Whether its lines end with CR and LF. */
  hasCarriageReturns?: boolean;
}

/** What is known of a fault beside its message. */
interface FaultFacts {
  /** Id of the check that it belongs to. @default the one that found it */
  readonly check?: string | undefined;
  /** What it would be in a run. @default "malformed-answer" */
  readonly trouble?: Trouble;
  /** What to do about it. @default what the check says */
  readonly hint?: string;
}

/** What is wrong with a driver. */
export class Fault extends Error {
  override readonly name: string = "Fault";
  readonly facts: FaultFacts;

  constructor(message: string, facts: FaultFacts = {}) {
    super(message);
    this.facts = facts;
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
  readonly look?: (patient: DriverUnderTest) => Promise<string | undefined>;
}

/** Sends questions in one piece; their answers by id, once all of them are there. */
export async function answersTo(
  patient: DriverUnderTest,
  questions: readonly string[],
  milliseconds: number = patient.patience.timeoutMilliseconds,
): Promise<Map<number, JsonObject>> {
  const { session } = patient;
  const ids = questions.map(idOf);
  session.send(questions.join(""));
  const lines = await session.next(questions.length, milliseconds);
  const answers = new Map<number, JsonObject>();
  for (const line of lines) {
    const read = readRaw(line);
    if ("trouble" in read) throw faultOf(read);
    const { id } = read.value;
    if (typeof id !== "number" || !ids.includes(id))
      throw new Fault(`${expected(ids)}, got ${described(id)}`, { check: "id-echo", trouble: "wrong-id" });
    if (answers.has(id))
      throw new Fault(`question ${id} is answered twice`, { check: "id-echo", trouble: "doubled-id" });
    answers.set(id, read.value);
    patient.hasCarriageReturns ||= line.text.endsWith("\r");
  }
  if (lines.length < questions.length) throw await silence(session, milliseconds, patient.hello !== undefined);
  return answers;
}

function idOf(question: string): number {
  return number("id", object("a question", JSON.parse(question)).id);
}

function expected(ids: readonly number[]): string {
  return ids.length === 1 ? `expected the id ${ids[0]}` : `expected an id from ${ids[0]} to ${ids.at(-1)}`;
}

/** Milliseconds for what comes late, and then for what a driver has kept back until its input ends. */
const KEPT_BACK = 1000;

/** Nothing came: it is gone, or slow, or it hangs, or it keeps its answers back until its input ends. */
async function silence(session: Session, milliseconds: number, isGreeted: boolean): Promise<Fault> {
  const problem = session.problem();
  if (problem !== undefined) return isGreeted || !isEnd(problem) ? faultOf(problem) : await absence(session, problem);
  const message = `no answer within ${milliseconds} ms`;
  const [slow] = await session.next(1, KEPT_BACK);
  if (slow !== undefined) return new Fault(`${message}: it came later`, { trouble: "timed-out", hint: SLOW });
  session.endInput();
  const [kept] = await session.next(1, KEPT_BACK);
  if (kept !== undefined)
    return new Fault("the answer came only when the input had ended", { check: "flushing", trouble: "timed-out" });
  return new Fault(message, { trouble: "timed-out", ...(isGreeted ? {} : { hint: UNHEARD }) });
}

/** A program that never said hello has not stayed, it has not come. */
async function absence(session: Session, { trouble, message }: Problem): Promise<Fault> {
  const hint = (await session.end(0))?.error === undefined ? TOO_EARLY : NOT_THERE;
  return new Fault(message, { trouble, hint });
}

const SLOW = "give it more time: --timeout, and for hello --hello-timeout of doctor";
const UNHEARD = "read stdin line by line, answer each line when it comes, and flush stdout";
const TOO_EARLY = "its stderr may say why; a driver waits for lines on stdin and stays until bye";
const NOT_THERE = "is the program installed, and its name right? no shell reads what stands behind --";

/** Which check a problem belongs to, where that is always the same. */
const CHECK_OF: { readonly [trouble in Trouble]?: string } = {
  "stray-output": "stray-output",
  "malformed-answer": "framing",
  "not-utf-8": "utf-8",
  crashed: "staying",
  "exited-early": "staying",
  flood: "stray-output",
};

/** A line that nobody asked for. */
export function strayLine({ text }: Line): Fault {
  return new Fault(`expected no more lines, got ${described(text)}`, { trouble: "stray-output" });
}

function isEnd({ trouble }: Problem): boolean {
  return trouble === "crashed" || trouble === "exited-early";
}

function faultOf({ trouble, message }: Problem): Fault {
  return new Fault(message, { check: CHECK_OF[trouble], trouble });
}
