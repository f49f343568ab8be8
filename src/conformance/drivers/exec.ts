/**
 * The driver of a program that is started for each question: one line in, the end of input, one line out, the end.
 *
 * @module
 */

import { availableParallelism } from "node:os";
import type { Answer, Trouble } from "../vectors/index.ts";
import { described, type JsonObject } from "../vectors/shape.ts";
import { type Driver, DriverBrokenError, type Hello } from "./contract.ts";
import type { Question } from "./driver-session.ts";
import type { ProgramOptions } from "./json-lines.ts";
import { outsideHello } from "./outside-hello.ts";
import { endProblem, notUtf8, type Problem, readLine } from "./problem.ts";
import { startGroup } from "./process-group.ts";
import { helloLine, questionLine } from "./question.ts";
import { readAnswer } from "./read-answer.ts";
import { readHello } from "./read-hello.ts";
import { LONGEST_LINE, splitLines } from "./split-lines.ts";

/** Never more processes at a time than the machine can run. */
export function execDriver(options: Omit<ProgramOptions, "restarts">): Driver {
  const { command, timeoutMilliseconds, helloTimeoutMilliseconds } = options;
  const waiting: Question[] = [];
  let running = 0;
  let hello: Promise<Hello> | undefined;
  let known: Hello | undefined;
  let last = 0;

  async function greet(): Promise<Hello> {
    const id = ++last;
    const told = await askOnce(command, id, helloLine(id), helloTimeoutMilliseconds);
    const read = "trouble" in told ? told : readHello(told.value);
    if ("trouble" in read) throw new DriverBrokenError({ ...read, stderr: told.stderr });
    known = read;
    return read;
  }

  async function answer({ input }: Question): Promise<Answer> {
    const id = ++last;
    const told = await askOnce(command, id, questionLine(id, input), timeoutMilliseconds);
    if ("trouble" in told) return { ok: false, error: told.trouble, message: told.message, stderr: told.stderr };
    return readAnswer(input.operation, told.value);
  }

  function pump(): void {
    while (waiting.length > 0 && running < availableParallelism()) {
      const question = waiting.shift()!;
      running++;
      void answer(question).then((given) => {
        running--;
        question.settle(given);
        pump();
      });
    }
  }

  return {
    hello() {
      hello ??= greet();
      return hello;
    },
    outside: (input) => known && outsideHello(known, input),
    ask(input) {
      return new Promise((settle) => {
        waiting.push({ input, settle });
        pump();
      });
    },
    close() {
      waiting.length = 0;
    },
  };
}

type Told = { readonly stderr: string } & ({ readonly value: JsonObject } | Problem);

interface Line {
  readonly text: string;
  readonly isUtf8: boolean;
}

/** One process from its start to its end. */
async function askOnce(command: readonly string[], id: number, line: string, milliseconds: number): Promise<Told> {
  const group = startGroup(command);
  const lines: Line[] = [];
  let cause: Problem | undefined;
  const fail = (trouble: Trouble, message: string): void => {
    cause ??= { trouble, message };
    group.stop();
  };
  const timer = setTimeout(() => fail("timed-out", `no answer and end within ${milliseconds} ms`), milliseconds);
  const splitter = splitLines({
    onLine: (text, isUtf8) => void (lines.push({ text, isUtf8 }) > 2 && fail("flood", "more than two lines came")),
    onFlood: () => fail("flood", `more than ${LONGEST_LINE} octets came without an end of line`),
  });
  group.stdout.on("data", splitter.push);
  group.stdin.end(line);
  const ending = await group.ended;
  clearTimeout(timer);
  // The end of output ends a line too.
  if (splitter.rest() !== "") splitter.push(Buffer.from("\n"));
  const isWell = ending.code === 0 && lines.length > 0;
  return { stderr: group.stderr(), ...(cause ?? (isWell ? readOnly(lines, id) : endProblem(ending, ""))) };
}

/** The one line that is due. */
function readOnly([line, another]: readonly Line[], id: number): { readonly value: JsonObject } | Problem {
  const read = readLine(line!.text);
  if (!line!.isUtf8) return notUtf8(line!.text);
  if ("trouble" in read) return read;
  if (read.value.id !== id) return { trouble: "wrong-id", message: `expected ${id}, got ${described(read.value.id)}` };
  if (another === undefined) return read;
  const second = readLine(another.text);
  const isDoubled = "value" in second && second.value.id === id;
  return isDoubled
    ? { trouble: "doubled-id", message: `question ${id} is answered twice` }
    : { trouble: "stray-output", message: `expected one line, then got ${described(another.text)}` };
}
