/**
 * A driver process to experiment with: raw lines in, raw lines out, and time for each.
 *
 * @module
 */

import type { JsonObject } from "../../vectors/shape.ts";
import { endProblem, notUtf8, type Problem, readLine } from "../problem.ts";
import { type Ending, startGroup } from "../process-group.ts";
import { LONGEST_LINE, splitLines } from "../split-lines.ts";

/** One line as it came. */
export interface Line {
  readonly text: string;
  readonly isUtf8: boolean;
}

/** See above. */
export interface Session {
  /** Writes as it is: lines, halves of lines. */
  readonly send: (text: string) => void;
  /** The next lines, in the order in which they come; fewer where the process ends, breaks or is silent for so long. */
  readonly next: (count: number, milliseconds: number) => Promise<readonly Line[]>;
  readonly endInput: () => void;
  /** How it ended, or nothing where it does not within this time. */
  readonly end: (milliseconds: number) => Promise<Ending | undefined>;
  /** Why no line comes any more, if so. */
  readonly problem: () => Problem | undefined;
  readonly stderr: () => string;
  readonly stop: () => Promise<void>;
}

/** More lines than anybody asked for are a flood. */
const MOST_LINES = 10_000;

/** Starts a driver; says nothing to it. */
export function startSession(command: readonly string[]): Session {
  const group = startGroup(command);
  const lines: Line[] = [];
  let ending: Ending | undefined;
  let problem: Problem | undefined;
  let wake = (): void => {};

  function flood(message: string): void {
    problem ??= { trouble: "flood", message };
    group.stop();
    wake();
  }

  const splitter = splitLines({
    onLine(text, isUtf8) {
      if (lines.length < MOST_LINES) lines.push({ text, isUtf8 });
      else flood(`more than ${MOST_LINES} lines came that nobody asked for`);
      wake();
    },
    onFlood: () => flood(`more than ${LONGEST_LINE} octets came without an end of line`),
  });
  group.stdout.on("data", splitter.push);
  void group.ended.then((how) => {
    ending = how;
    problem ??= endProblem(how, splitter.rest());
    wake();
  });

  /** Waits until something is so, or nothing has happened for so long. */
  function until(isSo: () => boolean, milliseconds: number): Promise<void> {
    if (isSo()) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(finish, milliseconds);
      wake = () => void (isSo() ? finish() : timer.refresh());
      function finish(): void {
        clearTimeout(timer);
        wake = () => {};
        done();
      }
    });
  }

  return {
    send: (text) => void group.stdin.write(text),
    async next(count, milliseconds) {
      await until(() => lines.length >= count || problem !== undefined, milliseconds);
      return lines.splice(0, count);
    },
    endInput: () => void group.stdin.end(),
    async end(milliseconds) {
      await until(() => ending !== undefined, milliseconds);
      return ending;
    },
    problem: () => problem,
    stderr: group.stderr,
    async stop() {
      group.stop();
      await group.ended;
    },
  };
}

/** A line as JSON object, or what is wrong with it. */
export function readRaw({ text, isUtf8 }: Line): { readonly value: JsonObject } | Problem {
  return isUtf8 ? readLine(text) : notUtf8(text);
}
