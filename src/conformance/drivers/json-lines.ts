/**
 * The driver of a program that answers one JSON object a line, for as long as it is asked.
 *
 * A process that breaks is started again. The questions that were open are asked again one at a time, and only one
 * that breaks a process of its own is blamed: neighbours of the culprit get the answers that they would have got.
 *
 * @module
 */

import type { Answer } from "../vectors/index.ts";
import { type Driver, DriverBrokenError, type DriverTrouble, type Hello } from "./contract.ts";
import {
  type DriverSession,
  type Question,
  type SessionEnd,
  startDriverSession,
  type Timeouts,
} from "./driver-session.ts";
import { outsideHello } from "./outside-hello.ts";

/** How a program is talked to. */
export interface ProgramOptions extends Timeouts {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  /** How often the program may be started again. */
  readonly restarts: number;
  /** Told of what belongs to no question: output between answers, an end that no question alone brings about. */
  readonly onTrouble: (trouble: DriverTrouble) => void;
}

/** Starts the program when it is asked for the first time, hello or anything else. */
export function jsonLinesDriver(options: ProgramOptions): Driver {
  const greeting = promised<Hello>();
  const waiting: Question[] = [];
  /** Were open when a process broke, the first of them alone is asked. */
  let suspects: Question[] = [];
  /** How they came to be suspects, until one of them is blamed. */
  let suspicion: SessionEnd | undefined;
  let conversation: DriverSession | undefined;
  let hello: Hello | undefined;
  let isGreeted = false;
  let isClosed = false;
  let starts = 0;
  let last: SessionEnd | undefined;
  let broken: DriverTrouble | undefined;

  function start(): void {
    if (last !== undefined && starts > options.restarts) {
      breakDown(last);
      return;
    }
    starts++;
    isGreeted = false;
    conversation = startDriverSession(options.command, options, { onHello, onAnswer, onIdle: pump, onOver });
  }

  function onHello(told: Hello): void {
    isGreeted = true;
    hello ??= told;
    greeting.resolve(hello);
    pump();
  }

  function pump(): void {
    if (!isGreeted || conversation?.isListening() !== true) return;
    if (suspects.length > 0) {
      if (conversation.openCount() === 0) conversation.ask(suspects[0]!);
      return;
    }
    const limit = hello?.limits?.inFlight ?? Number.POSITIVE_INFINITY;
    while (waiting.length > 0 && conversation.openCount() < limit) conversation.ask(waiting.shift()!);
  }

  function onAnswer(question: Question, answer: Answer): void {
    if (suspects[0] === question && suspects.shift() && suspects.length === 0 && suspicion !== undefined) {
      options.onTrouble(troubleOf(suspicion));
      suspicion = undefined;
    }
    question.settle(answer);
  }

  function onOver(over: SessionEnd): void {
    conversation = undefined;
    last = over;
    if (hello === undefined) {
      breakDown(over);
      return;
    }
    judge(over);
    if (!isClosed && suspects.length + waiting.length > 0) start();
  }

  /** Blames the one question that can be blamed, makes suspects of several, and lets the innocent wait again. */
  function judge({ open, blame, isFirst, ...trouble }: SessionEnd): void {
    if (blame === "open" && open.length === 1 && isFirst) {
      suspicion = undefined;
      onAnswer(open[0]!, silenceOf(troubleOf(trouble)));
    } else if (blame === "open" && open.length > 0) {
      if (suspects.length > 0) return;
      suspects = [...open];
      suspicion = { open, blame, isFirst, ...trouble };
    } else {
      if (blame !== "told") options.onTrouble(troubleOf(trouble));
      if (suspects.length === 0) waiting.unshift(...open);
    }
  }

  /** Nothing is asked any more. */
  function breakDown(over: SessionEnd): void {
    const { trouble, message, stderr } = over;
    const why = starts > 1 ? `driver broken, ${options.restarts} restarts used up (--restarts): ${message}` : message;
    broken = { trouble, message: why, stderr };
    greeting.reject(new DriverBrokenError(broken));
    for (const question of [...suspects.splice(0), ...waiting.splice(0)]) question.settle(silenceOf(broken));
  }

  return {
    hello() {
      if (starts === 0) start();
      return greeting.promise;
    },
    outside: (input) => hello && outsideHello(hello, input),
    ask(input) {
      if (broken !== undefined) return silenceOf(broken);
      if (isClosed) return CLOSED;
      return new Promise((settle) => {
        waiting.push({ input, settle });
        if (conversation === undefined) start();
        else pump();
      });
    },
    broken: () => broken,
    async close() {
      isClosed = true;
      const open = (await conversation?.bye()) ?? [];
      for (const question of [...open, ...suspects.splice(0), ...waiting.splice(0)]) question.settle(CLOSED);
    },
  };
}

const CLOSED: Answer = { ok: false, error: "failed", message: "the driver was closed" };

function troubleOf({ trouble, message, stderr }: DriverTrouble): DriverTrouble {
  return { trouble, message, stderr };
}

function silenceOf({ trouble, message, stderr }: DriverTrouble): Answer {
  return { ok: false, error: trouble, message, stderr };
}

/** A promise that is kept or broken from outside; a broken one that nobody waits for is no accident. */
function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((keep, breakIt) => {
    resolve = keep;
    reject = breakIt;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}
