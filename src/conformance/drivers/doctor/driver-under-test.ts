/** The driver that the doctor checks, and the faults and warnings of its checks. */

import type { Answer, DriverFailure, VectorInput } from "../../vectors/index.ts";
import { shownJson } from "../../vectors/index.ts";
import { described, type JsonObject, object } from "../../vectors/shape.ts";
import type { Hello, Problem } from "../contract.ts";
import type { Timeouts } from "../driver-session.ts";
import { questionLine } from "../question.ts";
import { readAnswer } from "../read-answer.ts";
import { type Line, readLine, unfinishedLine } from "../read-line.ts";
import type { RawSession } from "./raw-session.ts";

/** A driver or a module, and what it declared. */
export interface AskedDriver {
  /** Absent before the check `hello`. */
  hello?: Hello;
  readonly ask: (input: VectorInput) => Answer | Promise<Answer>;
}

/** A driver process, and what the checks so far learned about it. */
export interface DriverUnderTest extends AskedDriver {
  readonly timeouts: Timeouts;
  readonly session: RawSession;
  /** Starts another process of the driver. */
  readonly start: () => RawSession;
  /** The id of the last question. */
  lastId: number;
  /** Whether its lines end with CR and LF. */
  hasCarriageReturns?: boolean;
}

interface FaultFacts {
  /** Id of the check that failed. @default the one that is running */
  readonly check?: string | undefined;
  /** The verdict that the fault would cause in a run. @default "malformed-answer" */
  readonly kind?: DriverFailure;
  /** How to fix it. @default the hint of the check */
  readonly hint?: string;
}

/** A driver with a fault cannot be used. */
export class DriverFault extends Error {
  override readonly name: string = "DriverFault";
  readonly facts: FaultFacts;

  constructor(message: string, facts: FaultFacts = {}) {
    super(message);
    this.facts = facts;
  }
}

/** A driver with a warning can be used, but should be fixed. */
export class DriverWarning extends DriverFault {
  override readonly name: string = "DriverWarning";
}

/** One check. */
export interface Check {
  /** Does not change between versions. */
  readonly id: string;
  /** What a driver that passes does. */
  readonly title: string;
  /** How to fix a driver that fails. */
  readonly hint?: string;
  /** Whether it waits or starts another process. */
  readonly isSlow?: boolean;
  /** Throws a {@link DriverFault}, or returns why there is nothing to check. Absent if other checks find the faults. */
  readonly run?: (driver: DriverUnderTest) => Promise<string | undefined>;
  /** Instead of `run`, if the check only asks questions: such a check works for modules too. */
  readonly ask?: (driver: AskedDriver) => Promise<string | undefined>;
}

/** Sends one question and waits for its answer. */
export async function answerTo(driver: DriverUnderTest, input: VectorInput): Promise<Answer> {
  const id = ++driver.lastId;
  const answers = await answersTo(driver, [questionLine(id, input)]);
  return readAnswer(input.operation, answers.get(id)!);
}

/** Sends questions in one write and waits for all answers. Returns them by id. */
export async function answersTo(
  driver: DriverUnderTest,
  questions: readonly string[],
  milliseconds: number = driver.timeouts.timeoutMilliseconds,
): Promise<Map<number, JsonObject>> {
  const { session } = driver;
  const ids = questions.map(idOf);
  session.send(questions.join(""));
  const lines = await session.next(questions.length, milliseconds);
  const answers = new Map<number, JsonObject>();
  for (const line of lines) {
    const read = readLine(line);
    if ("kind" in read) throw faultOf(read);
    const { id } = read.value;
    if (typeof id !== "number" || !ids.includes(id)) {
      const expected = ids.length === 1 ? `the id ${ids[0]}` : `an id from ${ids[0]} to ${ids.at(-1)}`;
      throw new DriverFault(`expected ${expected}, got ${described(id)}`, { check: "id-echo", kind: "wrong-id" });
    }
    if (answers.has(id))
      throw new DriverFault(`question ${id} was answered twice`, { check: "id-echo", kind: "doubled-id" });
    answers.set(id, read.value);
    driver.hasCarriageReturns ||= line.text.endsWith("\r");
  }
  if (lines.length < questions.length) {
    const unanswered = questions.find((question) => !answers.has(idOf(question)))!;
    throw await missingAnswer(session, milliseconds, driver.hello && unanswered);
  }
  return answers;
}

function idOf(question: string): number {
  return object("a question", JSON.parse(question)).id as number;
}

/** Milliseconds to wait for a late answer, and then for an answer that comes at the end of the input. */
const LATE_MILLISECONDS = 1000;

/**
 * Finds out why no answer came: the driver ended, is slow, hangs, or does not flush its output.
 *
 * @param question the first question without an answer; `undefined` if that is hello
 */
async function missingAnswer(
  session: RawSession,
  milliseconds: number,
  question: string | undefined,
): Promise<DriverFault> {
  const hasHello = question !== undefined;
  const problem = session.problem();
  if (problem !== undefined) {
    if (hasHello) {
      const shown = shownJson(JSON.parse(question));
      return faultOf({ ...problem, message: `${problem.message}; the first question without an answer: ${shown}` });
    }
    if (!(problem.kind === "crashed" || problem.kind === "exited-early")) return faultOf(problem);
    const hint = (await session.end(0))?.error === undefined ? ENDED_EARLY : NOT_STARTED;
    return new DriverFault(problem.message, { kind: problem.kind, hint });
  }
  const message = `no answer within ${milliseconds} ms`;
  const [late] = await session.next(1, LATE_MILLISECONDS);
  if (late !== undefined) return new DriverFault(`${message}: it came later`, { kind: "timed-out", hint: SLOW });
  const unfinished = unfinishedLine(session.rest());
  if (unfinished !== "") return new DriverFault(`${message}${unfinished}`, { check: "framing", kind: "timed-out" });
  session.endInput();
  const [kept] = await session.next(1, LATE_MILLISECONDS);
  if (kept !== undefined)
    return new DriverFault("the answer came only after the end of the input", { check: "flushing", kind: "timed-out" });
  return new DriverFault(message, { kind: "timed-out", ...(hasHello ? {} : { hint: NO_HELLO }) });
}

const SLOW = "allow more time with --timeout, or for the hello with doctor --hello-timeout";
const NO_HELLO = "read stdin line by line, answer each line when it arrives, and flush stdout";
const ENDED_EARLY = "its stderr may have the reason; a driver reads lines from stdin until bye";
const NOT_STARTED = "check that the program is installed and its name is correct; no shell reads the command after --";

/** The check that fails for each kind of problem, if it is always the same. */
const CHECK_OF: { readonly [kind in DriverFailure]?: string } = {
  "stray-output": "stray-output",
  "malformed-answer": "framing",
  "not-utf-8": "utf-8",
  crashed: "staying",
  "exited-early": "staying",
  flood: "stray-output",
};

/** The fault of a line that answers no question. */
export function unexpectedLine({ text }: Line): DriverFault {
  return new DriverFault(`expected no more lines, got ${described(text)}`, { kind: "stray-output" });
}

function faultOf({ kind, message }: Problem): DriverFault {
  return new DriverFault(message, { check: CHECK_OF[kind], kind });
}
