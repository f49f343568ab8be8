/**
 * The file of recorded requests: `capture --record` writes it, and `capture --judge` judges what is in it, each request at
 * the time when it arrived.
 *
 * @module
 */

import { closeSync, openSync, writeSync } from "node:fs";
import {
  type IncomingRequest,
  isRedacted,
  type Judge,
  RecordError,
  readRecordLine,
} from "../conformance/capture/index.ts";
import type { Tally } from "./capture-tally.ts";
import { UsageError } from "./exit-codes.ts";
import { readFile } from "./input/read-file.ts";
import { logMessage } from "./output/terminal.ts";

/** Judges a file; returns the exit code. */
export async function judgeRecord(file: string, judge: Judge, tally: Tally): Promise<number> {
  for (const [index, line] of readFile(file).toString("utf8").split("\n").entries()) {
    if (line.trim() === "") continue;
    const request = readLine(file, line, index + 1);
    if (isRedacted(request)) logMessage(`countersign: ${file}, line ${index + 1} held a secret and is passed over`);
    else tally.add((await judge.judge(request)).captured);
  }
  return tally.conclude();
}

function readLine(file: string, line: string, number: number): IncomingRequest {
  try {
    return readRecordLine(line, number);
  } catch (error) {
    if (error instanceof RecordError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

/** Lines to come. */
export interface OpenRecord {
  write(line: string): void;
  close(): void;
}

/** The file of recorded requests, or nothing. They may hold what is nobody else's business. */
export function openRecord(file: string | undefined): OpenRecord {
  if (file === undefined) return { write() {}, close() {} };
  const descriptor = openOrExplain(file);
  return {
    write: (line) => void writeSync(descriptor, `${line}\n`),
    close: () => closeSync(descriptor),
  };
}

function openOrExplain(file: string): number {
  try {
    return openSync(file, "w", 0o600);
  } catch (error) {
    throw new UsageError(
      `--record must be a file that can be written, got ${JSON.stringify(file)}: ${(error as NodeJS.ErrnoException).code}`,
    );
  }
}
