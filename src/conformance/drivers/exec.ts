/** The driver of a program that is started for each question: one line on stdin, one line on stdout, exit code 0. */

import { availableParallelism } from "node:os";
import type { Answer, DriverFailure } from "../vectors/index.ts";
import { described, type JsonObject } from "../vectors/shape.ts";
import { type Driver, DriverBrokenError, type Hello, type Problem } from "./contract.ts";
import type { Question } from "./driver-session.ts";
import type { DriverProgram } from "./json-lines.ts";
import type { ProcessGroup } from "./process-group.ts";
import { helloLine, questionLine } from "./question.ts";
import { readAnswer } from "./read-answer.ts";
import { readHello } from "./read-hello.ts";
import { endProblem, type Line, readLine, readText } from "./read-line.ts";
import { baseStringOutside } from "./signer-input.ts";
import { splitLines } from "./split-lines.ts";

/** Runs at most as many processes at a time as the machine has cores. */
export function execDriver(options: Omit<DriverProgram, "restarts">): Driver {
  const { start, timeoutMilliseconds, helloTimeoutMilliseconds } = options;
  const waiting: Question[] = [];
  let running = 0;
  let hello: Promise<Hello> | undefined;
  let known: Hello | undefined;
  let last = 0;

  async function askHello(): Promise<Hello> {
    const id = ++last;
    const output = await askOnce(start(), id, helloLine(id), helloTimeoutMilliseconds);
    const read = "kind" in output ? output : readHello(output.value);
    if ("kind" in read) throw new DriverBrokenError({ ...read, stderr: output.stderr });
    known = read;
    return read;
  }

  async function answer({ input }: Question): Promise<Answer> {
    const id = ++last;
    const output = await askOnce(start(), id, questionLine(id, input), timeoutMilliseconds);
    if (!("kind" in output)) return readAnswer(input.operation, output.value);
    return { ok: false, error: output.kind, message: output.message, stderr: output.stderr };
  }

  function startWaiting(): void {
    while (waiting.length > 0 && running < availableParallelism()) {
      const question = waiting.shift()!;
      running++;
      void answer(question).then((given) => {
        running--;
        question.settle(given);
        startWaiting();
      });
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

type Output = { readonly stderr: string } & ({ readonly value: JsonObject } | Problem);

/** One process from its start to its end. */
async function askOnce(group: ProcessGroup, id: number, line: string, milliseconds: number): Promise<Output> {
  const lines: Line[] = [];
  let cause: Problem | undefined;
  const fail = (kind: DriverFailure, message: string): void => {
    cause ??= { kind, message };
    group.stop();
  };
  const timer = setTimeout(() => fail("timed-out", `no answer and end within ${milliseconds} ms`), milliseconds);
  const splitter = splitLines({
    onLine: (one) => void (lines.push(one) > 2 && fail("flood", "more than two lines came")),
    onFlood: (message) => fail("flood", message),
  });
  group.stdout.on("data", splitter.push);
  group.stdin.end(line);
  const end = await group.ended;
  clearTimeout(timer);
  // The end of output ends a line too.
  if (splitter.rest() !== "") splitter.push(Buffer.from("\n"));
  const hasAnswered = end.code === 0 && lines.length > 0;
  return { stderr: group.stderr(), ...(cause ?? (hasAnswered ? readOutput(lines, id) : endProblem(end, ""))) };
}

function readOutput([line, another]: readonly Line[], id: number): { readonly value: JsonObject } | Problem {
  const read = readLine(line!);
  if ("kind" in read) return read;
  if (read.value.id !== id) return { kind: "wrong-id", message: `expected ${id}, got ${described(read.value.id)}` };
  if (another === undefined) return read;
  const second = readText(another.text);
  return "value" in second && second.value.id === id
    ? { kind: "doubled-id", message: `question ${id} was answered twice` }
    : { kind: "stray-output", message: `expected one line, then got ${described(another.text)}` };
}
