/** The driver of a program that is started for each question: one line on stdin, one line on stdout, exit code 0. */

import { availableParallelism } from "node:os";
import type { Answer } from "../vectors/index.ts";
import { type Driver, DriverBrokenError, failureOf, type Hello } from "./contract.ts";
import { type Question, type SessionEnd, type StartedDriver, startDriverSession } from "./driver-session.ts";
import { baseStringOutside } from "./signer-input.ts";

/** Runs at most as many processes at a time as the machine has cores. */
export function execDriver({ start, ...timeouts }: StartedDriver): Driver {
  const waiting: Question[] = [];
  let running = 0;
  let hello: Promise<Hello> | undefined;
  let known: Hello | undefined;
  let last = 0;

  function askHello(): Promise<Hello> {
    return new Promise((settle, reject) => {
      const onHello = (given: Hello): void => {
        known = given;
        settle(given);
      };
      const onEnd = (end: SessionEnd): void => reject(new DriverBrokenError(end));
      startDriverSession(start(), timeouts, { ...NO_LISTENER, onHello, onEnd }, { only: "hello", firstId: ++last });
    });
  }

  function startWaiting(): void {
    while (waiting.length > 0 && running < availableParallelism()) {
      const only = waiting.shift()!;
      running++;
      const settle = (answer: Answer): void => {
        running--;
        only.settle(answer);
        startWaiting();
      };
      const listener = {
        ...NO_LISTENER,
        onAnswer: (_question: Question, answer: Answer) => settle(answer),
        onEnd: (end: SessionEnd) => settle(failureOf(end)),
      };
      startDriverSession(start(), timeouts, listener, { only, firstId: ++last });
    }
  }

  return {
    hello() {
      hello ??= askHello();
      return hello;
    },
    outside: (input) => known && baseStringOutside(known, input),
    ask(input) {
      return new Promise((settle) => {
        waiting.push({ input, settle });
        startWaiting();
      });
    },
    close() {
      waiting.length = 0;
    },
  };
}

const NO_LISTENER = { onHello() {}, onAnswer() {}, onIdle() {} };
