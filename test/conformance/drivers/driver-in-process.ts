/** Drivers without a process of their own, and a clock that moves only while nothing else happens. */

import { finished, PassThrough, type Readable } from "node:stream";
import { afterEach, beforeEach, vi } from "vitest";
import type { ProcessGroup } from "../../../src/conformance/drivers/index.ts";
import type { ProcessEnd } from "../../../src/conformance/drivers/process-group.ts";

/** What a program can do with its streams and its end. Nothing has an effect after the end. */
export interface Program {
  readonly stdin: Readable;
  /** Writes to stdout. */
  readonly write: (output: string | Buffer) => void;
  readonly writeError: (output: string) => void;
  readonly exit: (code: number | null, signal?: NodeJS.Signals) => void;
}

/** Starts a program, which runs until it exits or is stopped. */
export function startInProcess(main: (program: Program) => void): ProcessGroup {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let stderr = "";
  let resolve: (end: ProcessEnd) => void;
  const ended = new Promise<ProcessEnd>((resolveEnd) => {
    resolve = resolveEnd;
  });
  function exit(code: number | null, signal: NodeJS.Signals | null = null): void {
    if (stdout.writableEnded) return;
    // Before `end`, which may finish the stream at once.
    finished(stdout, () => resolve({ code, signal }));
    stdout.end();
  }
  main({
    stdin,
    write: (output) => void (stdout.writableEnded || stdout.write(output)),
    writeError(output) {
      stderr += output;
    },
    exit,
  });
  return { stdin, stdout, stderr: () => stderr, ended, stop: () => exit(null, "SIGTERM") };
}

/** A question, as the driver reads it. */
export interface Question {
  readonly id: number;
  readonly op: string;
  readonly text: string;
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly [member: string]: unknown;
}

/** A message of the driver, before it becomes JSON. */
export interface Message {
  id: unknown;
  value?: unknown;
  error?: string;
  [member: string]: unknown;
}

/** What a driver does with one question; `answer` is the answer of a driver that conforms. */
export type Reply = (answer: Message, question: Question, program: Program) => void;

/** How a driver differs from one that conforms. */
export interface Behavior {
  /** How it decodes stdin. @default "utf8" */
  readonly encoding?: "utf8" | "latin1";
  /** Members of hello. */
  readonly hello?: object;
  /** @default {@link send} */
  readonly onHello?: Reply;
  /** For each question after hello. @default {@link send} */
  readonly onQuestion?: Reply;
  /** After bye, and at the end of stdin. @default exits with 0 */
  readonly onEnd?: (program: Program) => void;
}

/** Writes a message on a line. */
export const send: Reply = (message, _question, program) => program.write(`${JSON.stringify(message)}\n`);

/** Starts a driver that reads lines until bye. */
export function startDriver({
  encoding = "utf8",
  hello = {},
  onHello = send,
  onQuestion = send,
  onEnd = ({ exit }) => exit(0),
}: Behavior = {}): ProcessGroup {
  return startInProcess((program) => {
    let rest = "";
    program.stdin.setEncoding(encoding).on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        const question = parsed(line);
        if (question === undefined) program.exit(1);
        else if (question.op === "bye") onEnd(program);
        else (question.op === "hello" ? onHello : onQuestion)(answerTo(question, hello), question, program);
      }
    });
    program.stdin.once("end", () => onEnd(program));
  });
}

function parsed(line: string): Question | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const HELLO = {
  protocol: 1,
  implementation: { name: "x", version: "1", language: "JavaScript" },
  operations: ["percent-encoding"],
  limits: { without: ["octets"] },
};

function answerTo({ id, op, text }: Question, hello: object): Message {
  if (op === "hello") {
    return { id, ok: true, ...HELLO, ...hello };
  }
  if (op === "percent-encoding") return { id, ok: true, value: encodeURIComponent(text) };
  if (op === "percent-decoding") return { id, ok: true, value: decodeURIComponent(text) };
  return { id, ok: false, error: "unsupported" };
}

/** Stops the clock of `setTimeout` in each test of a file. */
export function stopClock(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());
}

/** Turns of the event loop after which nothing more happens until the next timer: no I/O takes longer. */
const IDLE_TURNS = 10;

/** Waits for a result. Whenever nothing else happens, the clock moves on to the next timer. */
export async function settled<T>(result: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  result.then(settle, settle);
  for (let turn = 1; !isSettled; turn++) {
    await new Promise((next) => setImmediate(next));
    if (turn % IDLE_TURNS === 0) vi.advanceTimersToNextTimer();
  }
  return result;
}
