/**
 * The driver of a program that reads questions and writes answers, one JSON object on each line, until bye.
 *
 * A process that breaks is started again. The questions that were open are asked again one at a time. Only a question
 * that breaks a fresh process fails; the others get their answers.
 */

import type { Answer } from "../vectors/index.ts";
import { type Driver, DriverBrokenError, type DriverProblem, failureOf, type Hello, unasked } from "./contract.ts";
import {
  type DriverSession,
  type Question,
  type SessionEnd,
  type StartedDriver,
  startDriverSession,
} from "./driver-session.ts";
import { baseStringOutside } from "./signer-input.ts";

/** A program to start as a driver. */
export interface DriverProgram extends StartedDriver {
  /** How often the program may be started again after a problem. The search for the question that causes one is not counted. */
  readonly restarts: number;
  /** Receives problems that no single question caused. */
  readonly onProblem: (problem: DriverProblem) => void;
}

/** Starts the program with the first question, hello or any other. */
export function jsonLinesDriver(options: DriverProgram): Driver {
  const greeting = deferred<Hello>();
  const waiting: Question[] = [];
  /** The questions that were open when a process broke. They are asked alone, the first one first. */
  let retried: Question[] = [];
  /** The problem that led to the retries, until one question reproduces it. */
  let unexplained: SessionEnd | undefined;
  /** The only open question when a process broke after it had answered others. It is asked again first. */
  let suspect: Question | undefined;
  let session: DriverSession | undefined;
  let hello: Hello | undefined;
  let hasHello = false;
  let isClosed = false;
  let hasStarted = false;
  /** Problems so far, each counted once: an input that breaks the program, or an end that no input explains. */
  let problems = 0;
  let lastEnd: SessionEnd | undefined;
  let broken: DriverProblem | undefined;

  function start(): void {
    if (lastEnd !== undefined && problems > options.restarts) {
      giveUp(lastEnd);
      return;
    }
    hasStarted = true;
    hasHello = false;
    session = startDriverSession(options.start(), options, { onHello, onAnswer, onIdle: askNext, onEnd });
  }

  function onHello(answer: Hello): void {
    hasHello = true;
    hello ??= answer;
    greeting.resolve(hello);
    askNext();
  }

  function askNext(): void {
    if (!hasHello || session?.isListening() !== true) return;
    if (retried.length > 0) {
      if (session.openCount() === 0) session.ask(retried[0]!);
      return;
    }
    const limit = hello?.limits?.inFlight ?? Number.POSITIVE_INFINITY;
    while (waiting.length > 0 && session.openCount() < limit) session.ask(waiting.shift()!);
  }

  function onAnswer(question: Question, answer: Answer): void {
    if (retried[0] === question) {
      retried.shift();
      if (suspect === question) problems++;
      suspect = undefined;
      if (retried.length === 0 && unexplained !== undefined) reportUnexplained(unexplained);
    }
    question.settle(answer);
  }

  /** Reports a problem that no question reproduced. */
  function reportUnexplained(end: SessionEnd): void {
    problems++;
    options.onProblem(problemOf(end));
    unexplained = undefined;
  }

  function onEnd(end: SessionEnd): void {
    session = undefined;
    lastEnd = end;
    if (hello === undefined) {
      giveUp(end);
      return;
    }
    blame(end);
    if (!isClosed && retried.length + waiting.length > 0) start();
  }

  /** Fails a question that alone broke a fresh process; other open questions are asked again. */
  function blame(end: SessionEnd): void {
    if (end.blame === "open" && end.open.length === 1 && end.isFirst) {
      problems++;
      unexplained = undefined;
      suspect = undefined;
      onAnswer(end.open[0]!, failureOf(end));
    } else if (end.blame === "open" && end.open.length > 0) {
      if (retried.length > 0) {
        suspect = end.open[0];
        return;
      }
      retried = [...end.open];
      unexplained = end;
    } else {
      problems++;
      if (end.blame !== "answered") options.onProblem(problemOf(end));
      if (retried.length === 0) waiting.unshift(...end.open);
    }
  }

  /** Fails every question from now on. */
  function giveUp({ kind, message, stderr }: SessionEnd): void {
    const why =
      problems > options.restarts
        ? `the driver failed, and all ${options.restarts} restarts (--restarts) are used up: ${message}`
        : message;
    broken = { kind, message: why, stderr };
    greeting.reject(new DriverBrokenError(broken));
    for (const question of [...retried.splice(0), ...waiting.splice(0)]) question.settle(unasked(broken));
  }

  return {
    hello() {
      if (!hasStarted) start();
      return greeting.promise;
    },
    outside: (input) => hello && baseStringOutside(hello, input),
    ask(input) {
      if (broken !== undefined) return unasked(broken);
      if (isClosed) return CLOSED;
      return new Promise((settle) => {
        waiting.push({ input, settle });
        if (session === undefined) start();
        else askNext();
      });
    },
    broken: () => broken,
    async close() {
      isClosed = true;
      const open = (await session?.bye()) ?? [];
      for (const question of [...open, ...retried.splice(0), ...waiting.splice(0)]) question.settle(CLOSED);
    },
  };
}

const CLOSED: Answer = { ok: false, error: "failed", message: "the driver was closed", isUnasked: true };

function problemOf({ kind, message, stderr }: DriverProblem): DriverProblem {
  return { kind, message, stderr };
}

/** A promise to settle from outside. An unawaited rejection is ignored. */
function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}
