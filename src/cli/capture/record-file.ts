/**
 * The file of recorded requests: `capture --record` writes it, and `capture --judge` verifies each request as of the time
 * of its arrival.
 */

import { closeSync, openSync, writeSync } from "node:fs";
import {
  type CaptureVerifier,
  type IncomingRequest,
  isRedacted,
  RecordError,
  readRecordLine,
} from "../../conformance/capture/index.ts";
import { UsageError } from "../exit-codes.ts";
import { readFile } from "../input/read-file.ts";
import { logMessage } from "../output/terminal.ts";
import type { CaptureResults } from "./results.ts";

/** Verifies all requests of a file; returns the exit code. */
export async function verifyRecord(file: string, verifier: CaptureVerifier, results: CaptureResults): Promise<number> {
  for (const [index, line] of readFile(file).toString("utf8").split("\n").entries()) {
    if (line.trim() === "") continue;
    const request = readLine(file, line, index + 1);
    if (isRedacted(request))
      logMessage(
        `countersign: ${file}, line ${index + 1} is skipped: a secret was redacted from it, so its signature cannot be verified`,
      );
    else results.add((await verifier.verify(request)).captured);
  }
  return results.finish();
}

function readLine(file: string, line: string, number: number): IncomingRequest {
  try {
    return readRecordLine(line, number);
  } catch (error) {
    if (error instanceof RecordError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

interface OpenRecord {
  write(line: string): void;
  close(): void;
}

/** Opens the file, if given, for writing. Only the user can read it, because requests may contain personal data. */
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
