/** A driver in this process for the doctor: a line that was not said is a line that did not come in time. */

import type { RawSession } from "../../../src/conformance/drivers/doctor/raw-session.ts";
import type { Line } from "../../../src/conformance/drivers/read-line.ts";

/** A question, and how to answer it. */
export interface Question {
  readonly id: number;
  readonly isHello: boolean;
  /** The line of the right answer. */
  readonly answer: string;
  readonly say: (line: string) => void;
  /** Says it after the time for an answer is over. */
  readonly sayLate: (line: string) => void;
}

const HELLO = { ok: true, protocol: 1, implementation: { name: "x", version: "1" }, operations: ["percent-encoding"] };

function answerTo({ id, op, text = "" }: { id: number; op: string; text?: string }): string {
  if (op === "hello") return JSON.stringify({ id, ...HELLO });
  if (op === "percent-encoding") return JSON.stringify({ id, ok: true, value: encodeURIComponent(text) });
  return JSON.stringify({ id, ok: false, error: "unsupported" });
}

/** Starts a driver, for which no time passes. */
export function sessionWith(
  onQuestion: (question: Question) => unknown,
  onEnd = (_say: Question["say"]): void => {},
): RawSession {
  const lines: Line[] = [];
  const late: Line[] = [];
  const sayTo =
    (queue: Line[]) =>
    (text: string): void =>
      void queue.push({ text, isUtf8: true });
  return {
    send(text) {
      for (const line of text.trimEnd().split("\n")) {
        const question = JSON.parse(line);
        const isHello = question.op === "hello";
        const answer = answerTo(question);
        onQuestion({ id: question.id, isHello, answer, say: sayTo(lines), sayLate: sayTo(late) });
      }
    },
    async next(count) {
      const came = lines.splice(0, count);
      if (came.length < count) lines.push(...late.splice(0));
      return came;
    },
    endInput: () => onEnd(sayTo(lines)),
    end: async () => ({ code: 0, signal: null }),
    problem: () => undefined,
    stderr: () => "",
    stop: async () => {},
  };
}
