/** A driver process with raw lines in and out, and a timeout for each wait. */

import type { Problem } from "../contract.ts";
import type { ProcessEnd, ProcessGroup } from "../process-group.ts";
import { endProblem, type Line } from "../read-line.ts";
import { splitLines } from "../split-lines.ts";

/** A running driver process. */
export interface RawSession {
  /** Writes text as it is: lines, or parts of lines. */
  readonly send: (text: string) => void;
  /** Returns the next lines: fewer if the process ends or writes nothing for this long. */
  readonly next: (count: number, milliseconds: number) => Promise<readonly Line[]>;
  /** The output after the last line. */
  readonly rest: () => string;
  readonly endInput: () => void;
  /** How the process ended; `undefined` if it did not end in this time. */
  readonly end: (milliseconds: number) => Promise<ProcessEnd | undefined>;
  /** Returns why no more lines will come, if so. */
  readonly problem: () => Problem | undefined;
  readonly stderr: () => string;
  readonly stop: () => Promise<void>;
}

/** More unread lines than this are a flood. */
const MOST_LINES = 10_000;

/** Reads the lines of a driver that has just been started, and sends nothing. */
export function startRawSession(group: ProcessGroup): RawSession {
  const lines: Line[] = [];
  let processEnd: ProcessEnd | undefined;
  let problem: Problem | undefined;
  let wake = (): void => {};

  function onFlood(message: string): void {
    problem ??= { kind: "flood", message };
    group.stop();
    wake();
  }

  const splitter = splitLines({
    onLine(line) {
      if (lines.length < MOST_LINES) lines.push(line);
      else onFlood(`more than ${MOST_LINES} lines came that answer no question`);
      wake();
    },
    onFlood,
  });
  group.stdout.on("data", splitter.push);
  void group.ended.then((end) => {
    processEnd = end;
    problem ??= endProblem(end, splitter.rest());
    wake();
  });

  /** Waits for a condition. Gives up once nothing has happened for this long. */
  function until(isMet: () => boolean, milliseconds: number): Promise<void> {
    if (isMet()) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(finish, milliseconds);
      wake = () => void (isMet() ? finish() : timer.refresh());
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
    rest: splitter.rest,
    endInput: () => void group.stdin.end(),
    async end(milliseconds) {
      await until(() => processEnd !== undefined, milliseconds);
      return processEnd;
    },
    problem: () => problem,
    stderr: group.stderr,
    async stop() {
      group.stop();
      await group.ended;
    },
  };
}
