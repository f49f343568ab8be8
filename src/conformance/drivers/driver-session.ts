/**
 * One driver process from hello to its end: questions, answers in any order, and the reason for its end.
 *
 * Output that is not an answer to an open question ends the process: nothing after it can be trusted.
 */

import type { Answer, VectorInput } from "../vectors/index.ts";
import { described } from "../vectors/shape.ts";
import { type DriverProblem, failureOf, type Hello, type Problem } from "./contract.ts";
import type { ProcessEnd, ProcessGroup } from "./process-group.ts";
import { byeLine, helloLine, questionLine } from "./question.ts";
import { readAnswer } from "./read-answer.ts";
import { readHello } from "./read-hello.ts";
import { endProblem, type Line, notUtf8, readText, unfinishedLine } from "./read-line.ts";
import { splitLines } from "./split-lines.ts";

/** A question, and the function that takes its answer. */
export interface Question {
  readonly input: VectorInput;
  /** The question as a line. @default the line of the input */
  readonly line?: (id: number) => string;
  readonly settle: (answer: Answer) => void;
}

/** Maximum wait for an answer, and for the answer to hello. */
export interface Timeouts {
  readonly timeoutMilliseconds: number;
  readonly helloTimeoutMilliseconds: number;
}

/** How to start a process of a driver, and how long to wait for it. */
export interface StartedDriver extends Timeouts {
  readonly start: () => ProcessGroup;
}

/** Receives what happens in a session. */
export interface SessionListener {
  readonly onHello: (hello: Hello) => void;
  readonly onAnswer: (question: Question, answer: Answer) => void;
  /** Called after the answers that came in one read. */
  readonly onIdle: () => void;
  /** Called last, at most once. After `bye` or with `only`, it is called only on a problem. */
  readonly onEnd: (end: SessionEnd) => void;
}

/** How a session ended. */
export interface SessionEnd extends DriverProblem {
  /** Questions without an answer, in the order in which they were asked. */
  readonly open: readonly Question[];
  /** Whether the process had answered no question. */
  readonly isFirst: boolean;
  readonly blame: Blame;
}

/** What caused the end: one of the open questions, a question whose answer already reports it, or an unknown cause. */
type Blame = "open" | "answered" | "unknown";

type SessionCause = Problem & { readonly blame: Blame };

/** A running driver process. */
export interface DriverSession {
  readonly ask: (question: Question) => void;
  readonly openCount: () => number;
  /** Whether the process takes questions; `false` once about to end. */
  readonly isListening: () => boolean;
  /** Sends bye and ends the process. Returns the questions that remain unanswered. */
  readonly bye: () => Promise<readonly Question[]>;
}

/** Milliseconds that a driver may take to end after bye. */
const BYE_MILLISECONDS = 1000;
/** Milliseconds between the end of stdout and the end of the session: the exit code may still come, and is more specific. */
const STDOUT_CLOSED_MILLISECONDS = 500;
/** Maximum number of questions in one write. */
const MOST_LINES = 16;
/** Unexpected lines that count as a flood. */
const FLOOD_LINES = 200;

/** How a session begins, and whether it goes on. */
interface SessionStart {
  /** The id of the first question; the ids of others follow it. @default 1 */
  readonly firstId?: number;
  /** The only question: the process answers it, then ends with exit code 0. @default it answers hello, and questions until bye */
  readonly only?: Question | "hello";
}

/** Starts a session with a driver that has just been started. */
export function startDriverSession(
  group: ProcessGroup,
  timeouts: Timeouts,
  listener: SessionListener,
  { firstId = 1, only }: SessionStart = {},
): DriverSession {
  const open = new Map<number, Question | undefined>();
  const first = only === "hello" ? undefined : only;
  const { timeoutMilliseconds, helloTimeoutMilliseconds } = timeouts;
  let timeout = first === undefined ? helloTimeoutMilliseconds : timeoutMilliseconds;
  let timer = setTimeout(onTimeout, timeout).unref();
  let outgoing: string[] = [];
  let isBlocked = false;
  let last = firstId - 1;
  let answered = 0;
  let arrived: { id: number; question: Question; answer: Answer }[] = [];
  let greeting: Hello | undefined;
  let cause: SessionCause | undefined;
  let unexpectedLines = 0;
  let isLeaving = false;
  let hasEnded = false;

  const lines = splitLines({ onLine, onFlood: (message) => fail({ kind: "flood", message }) });
  group.stdout.on("data", (chunk: Buffer) => {
    lines.push(chunk);
    if (only === undefined) settleArrived();
  });
  group.stdout.once("end", () => {
    const close = (): void => fail({ kind: "exited-early", message: "the driver closed its stdout" });
    setTimeout(close, STDOUT_CLOSED_MILLISECONDS).unref();
  });
  group.stdin.on("drain", () => {
    isBlocked = false;
    flush();
  });
  void group.ended.then(onProcessEnd);
  send(first);

  /** Writes up to {@link MOST_LINES} lines at once. With more, this process and the driver would take turns waiting. */
  function send(question: Question | undefined): void {
    if (open.size === 0) timer.refresh();
    const id = ++last;
    open.set(id, question);
    const line = question === undefined ? helloLine : (question.line ?? ((one) => questionLine(one, question.input)));
    const count = outgoing.push(line(id));
    if (isBlocked) return;
    if (count === 1) setImmediate(flush);
    if (count === MOST_LINES) flush();
  }

  function flush(): void {
    if (outgoing.length === 0 || isBlocked || !group.stdin.writable) return;
    const text = outgoing.join("");
    outgoing = [];
    if (only === undefined) isBlocked = !group.stdin.write(text);
    else group.stdin.end(text);
  }

  function onLine({ text, isUtf8 }: Line): void {
    if (cause !== undefined) {
      unexpectedLines++;
      return;
    }
    // A line that is not UTF-8 may still show which question it answers.
    const problem = isUtf8 ? undefined : notUtf8(text);
    const read = readText(text);
    if ("kind" in read) {
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
      onHello(problem ?? readHello(read.value));
      return;
    }
    answered++;
    const answer =
      problem === undefined
        ? readAnswer(question.input.operation, read.value)
        : failureOf({ ...problem, stderr: group.stderr() });
    arrived.push({ id, question, answer });
  }

  function onHello(answer: Hello | Problem): void {
    if ("kind" in answer) {
      fail(answer);
      return;
    }
    greeting = answer;
    if (only !== undefined) return;
    clearTimeout(timer);
    timeout = timeoutMilliseconds;
    timer = setTimeout(onTimeout, timeout).unref();
    listener.onHello(answer);
  }

  function onUnknownId(id: unknown, problem: Problem | undefined): void {
    const wasAsked = Number.isInteger(id) && (id as number) >= firstId && (id as number) <= last;
    if (!wasAsked) {
      fail(problem ?? { kind: "wrong-id", message: `expected the id of an open question, got ${described(id)}` });
      return;
    }
    const doubled: Problem = { kind: "doubled-id", message: `question ${id} was answered twice` };
    const first = arrived.find((one) => one.id === id);
    if (first !== undefined) first.answer = failureOf({ ...doubled, stderr: group.stderr() });
    // If the first answer has been delivered, no question is left to report the second one.
    fail(doubled, first === undefined ? "unknown" : "answered");
  }

  function onTimeout(): void {
    if (open.size === 0 && only === undefined) return;
    const what = only === undefined ? "no answer" : "no answer and end";
    fail({ kind: "timed-out", message: `${what} within ${timeout} ms${unfinishedLine(lines.rest())}` });
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
    if (cause !== undefined || hasEnded) return;
    cause = { ...problem, blame };
    group.stop();
  }

  function onProcessEnd(end: ProcessEnd): void {
    clearTimeout(timer);
    hasEnded = true;
    // The end of the output ends a line too.
    if (only !== undefined && lines.rest() !== "") lines.push(Buffer.from("\n"));
    if (only !== undefined && cause === undefined && end.code === 0 && open.size === 0) {
      if (greeting !== undefined) listener.onHello(greeting);
      settleArrived();
      return;
    }
    if (isLeaving && cause === undefined) return;
    const known = cause ?? { ...endProblem(end, lines.rest()), blame: "open" };
    listener.onEnd({
      ...(unexpectedLines < FLOOD_LINES ? known : floodOf(unexpectedLines, known)),
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
    isListening: () => cause === undefined && !isLeaving && !hasEnded,
    async bye() {
      isLeaving = true;
      clearTimeout(timer);
      group.stdin.end(`${outgoing.join("")}${byeLine(++last)}`);
      const stop = setTimeout(group.stop, BYE_MILLISECONDS).unref();
      await group.ended;
      clearTimeout(stop);
      return openQuestions();
    },
  };
}

function floodOf(lines: number, { message, blame }: SessionCause): SessionCause {
  return { kind: "flood", message: `${lines} more lines came after this: ${message}`, blame };
}
