/**
 * The life of one driver process: hello, questions and answers in any order, and how it came to its end.
 *
 * Anything on stdout that is no answer to an open question ends it: what comes after cannot be trusted.
 *
 * @module
 */

import type { Answer, VectorInput } from "../vectors/index.ts";
import { described } from "../vectors/shape.ts";
import type { DriverTrouble, Hello } from "./contract.ts";
import { endProblem, notUtf8, type Problem, readLine } from "./problem.ts";
import { type Ending, startGroup } from "./process-group.ts";
import { byeLine, helloLine, questionLine } from "./question.ts";
import { readAnswer } from "./read-answer.ts";
import { readHello } from "./read-hello.ts";
import { LONGEST_LINE, splitLines } from "./split-lines.ts";

/** A question, and who waits for its answer. */
export interface Question {
  readonly input: VectorInput;
  readonly settle: (answer: Answer) => void;
}

/** Milliseconds of silence that are borne. */
export interface Timeouts {
  readonly timeoutMilliseconds: number;
  readonly helloTimeoutMilliseconds: number;
}

/** What a conversation tells. */
export interface Listener {
  readonly onHello: (hello: Hello) => void;
  readonly onAnswer: (question: Question, answer: Answer) => void;
  /** After the answers that came together. */
  readonly onIdle: () => void;
  /** Once, and last; after `bye` only where something is wrong still. */
  readonly onOver: (over: SessionEnd) => void;
}

/** How it came to its end. */
export interface SessionEnd extends DriverTrouble {
  /** Questions without an answer, in the order in which they were asked. */
  readonly open: readonly Question[];
  /** Whether no question was answered before. */
  readonly isFirst: boolean;
  readonly blame: Blame;
}

/** Who brought it about: one of the open questions, one that was given its answer for it, or nobody who is known. */
type Blame = "open" | "told" | "nobody";

type Cause = Problem & { readonly blame: Blame };

/** A process to talk to. */
export interface DriverSession {
  readonly ask: (question: Question) => void;
  readonly openCount: () => number;
  /** Whether it may be asked: not once it is coming to its end. */
  readonly isListening: () => boolean;
  /** Says bye, waits shortly for the end, and sees to it. Gives back the questions that stay without an answer. */
  readonly bye: () => Promise<readonly Question[]>;
}

/** Milliseconds that a driver may take to end after bye. */
const FAREWELL = 1000;

/** Milliseconds that a driver without stdout may live: then its end says more. */
const SPEECHLESS = 500;
/** Lines that are collected for one write. */
const MOST_LINES = 16;

/** The id of hello; those of questions follow. */
const HELLO = 1;

/** Lines that are no answers make a flood from here on. */
const FLOOD_LINES = 200;

/** Starts a driver and says hello. */
export function startDriverSession(command: readonly string[], patience: Timeouts, listener: Listener): DriverSession {
  const group = startGroup(command);
  const open = new Map<number, Question | undefined>();
  let timer = setTimeout(onSilence, patience.helloTimeoutMilliseconds).unref();
  let outgoing: string[] = [];
  let isBlocked = false;
  let last = 0;
  let answered = 0;
  let arrived: { id: number; question: Question; answer: Answer }[] = [];
  let cause: Cause | undefined;
  let strayLines = 0;
  let isLeaving = false;
  let isOver = false;

  const lines = splitLines({ onLine, onFlood });
  group.stdout.on("data", (chunk: Buffer) => {
    lines.push(chunk);
    settleArrived();
  });
  group.stdout.once("end", () => {
    setTimeout(() => fail({ trouble: "exited-early", message: "it closed its stdout" }), SPEECHLESS).unref();
  });
  group.stdin.on("drain", () => {
    isBlocked = false;
    flush();
  });
  void group.ended.then(onEnd);
  send(undefined);

  /** Several lines a write, but not all that may be open: then the program would wait while we judge, and we while it works. */
  function send(question: Question | undefined): void {
    if (open.size === 0) timer.refresh();
    const id = ++last;
    open.set(id, question);
    const line = question === undefined ? helloLine(id) : questionLine(id, question.input);
    const count = outgoing.push(line);
    if (isBlocked) return;
    if (count === 1) setImmediate(flush);
    if (count === MOST_LINES) flush();
  }

  function flush(): void {
    if (outgoing.length === 0 || isBlocked || !group.stdin.writable) return;
    const text = outgoing.join("");
    outgoing = [];
    isBlocked = !group.stdin.write(text);
  }

  function onLine(text: string, isUtf8: boolean): void {
    if (cause !== undefined) strayLines++;
    else onMessage(readLine(text), isUtf8 ? undefined : notUtf8(text));
  }

  /** Where the octets are not UTF-8, what can be read still tells whose answer it is. */
  function onMessage(read: ReturnType<typeof readLine>, problem: Problem | undefined): void {
    if ("trouble" in read) {
      fail(problem ?? read);
      return;
    }
    const { id } = read.value;
    if (typeof id !== "number" || !open.has(id)) {
      onUnknownId(id, problem);
      return;
    }
    const question = open.get(id);
    open.delete(id);
    if (question === undefined) {
      greet(problem ?? readHello(read.value));
      return;
    }
    answered++;
    const answer = problem === undefined ? readAnswer(question.input.operation, read.value) : silenceOf(problem);
    arrived.push({ id, question, answer });
  }

  function greet(hello: Hello | Problem): void {
    if ("trouble" in hello) {
      fail(hello);
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(onSilence, patience.timeoutMilliseconds).unref();
    listener.onHello(hello);
  }

  function onUnknownId(id: unknown, problem: Problem | undefined): void {
    const isPast = Number.isInteger(id) && (id as number) >= HELLO && (id as number) <= last;
    const unasked: Problem = {
      trouble: "wrong-id",
      message: `expected the id of an open question, got ${described(id)}`,
    };
    const doubled: Problem = { trouble: "doubled-id", message: `question ${id} is answered twice` };
    const first = arrived.find((one) => one.id === id);
    if (first !== undefined) first.answer = silenceOf(doubled);
    // Where the first answer has been given away, no question is left to take the blame.
    if (isPast) fail(doubled, first === undefined ? "nobody" : "told");
    else fail(problem ?? unasked);
  }

  function silenceOf({ trouble, message }: Problem): Answer {
    return { ok: false, error: trouble, message, stderr: group.stderr() };
  }

  function onFlood(): void {
    fail({ trouble: "flood", message: `more than ${LONGEST_LINE} octets came without an end of line` });
  }

  function onSilence(): void {
    if (open.size === 0) return;
    const ms = open.has(HELLO) ? patience.helloTimeoutMilliseconds : patience.timeoutMilliseconds;
    fail({ trouble: "timed-out", message: `no answer within ${ms} ms` });
  }

  function settleArrived(): void {
    if (arrived.length === 0) return;
    timer.refresh();
    const batch = arrived;
    arrived = [];
    for (const { question, answer } of batch) listener.onAnswer(question, answer);
    listener.onIdle();
  }

  function fail(problem: Problem, blame: Blame = "open"): void {
    if (cause !== undefined || isOver) return;
    cause = { ...problem, blame };
    group.stop();
  }

  function onEnd(ending: Ending): void {
    clearTimeout(timer);
    isOver = true;
    if (isLeaving && cause === undefined) return;
    const known = cause ?? { ...endProblem(ending, lines.rest()), blame: "open" };
    listener.onOver({
      ...(strayLines < FLOOD_LINES ? known : floodOf(strayLines, known)),
      stderr: group.stderr(),
      open: openQuestions(),
      isFirst: answered === 0,
    });
  }

  function openQuestions(): Question[] {
    return [...open.values()].filter((question) => question !== undefined);
  }

  return {
    ask: send,
    openCount: () => open.size,
    isListening: () => cause === undefined && !isLeaving && !isOver,
    async bye() {
      isLeaving = true;
      clearTimeout(timer);
      group.stdin.end(`${outgoing.join("")}${byeLine(++last)}`);
      const impatience = setTimeout(group.stop, FAREWELL).unref();
      await group.ended;
      clearTimeout(impatience);
      return openQuestions();
    },
  };
}

function floodOf(lines: number, { message, blame }: Cause): Cause {
  return { trouble: "flood", message: `${lines} more lines came after this: ${message}`, blame };
}
