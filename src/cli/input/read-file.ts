/** Files that arguments and options name; `-` is standard input. */

import { closeSync, openSync, readSync } from "node:fs";
import { UsageError } from "../process/exit-codes.ts";
import { shownPath, systemReason } from "./system-reason.ts";

/** In megabytes. HAR files and records of captured requests are large, but a device such as `/dev/zero` has no end. */
const LARGEST_FILE = 256;
const STANDARD_INPUT = 0;
const CHUNK_OCTETS = 2 ** 16;

/**
 * Reads all octets of a file.
 *
 * @param shown the name of the file in the error
 * @param most the limit, in megabytes
 * @throws {@link UsageError} if the file cannot be read or exceeds the limit
 */
export function readFile(path: string, shown: string = shownPath(path), most: number = LARGEST_FILE): Buffer {
  const octets = attemptToRead(path, shown, most);
  if (octets !== undefined) return octets;
  throw new UsageError(`expected a file of at most ${most} MB, got ${shown}, which is larger`);
}

function attemptToRead(path: string, shown: string, most: number): Buffer | undefined {
  try {
    const file = path === "-" ? STANDARD_INPUT : openSync(path, "r");
    try {
      return readToEnd(file, most * 2 ** 20);
    } finally {
      if (file !== STANDARD_INPUT) closeSync(file);
    }
  } catch (error) {
    throw new UsageError(`expected a readable file, got ${shown}: ${systemReason(error)}`);
  }
}

/** `undefined` beyond `most` octets. */
function readToEnd(file: number, most: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let length = 0; length <= most; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_OCTETS);
    const count = readSync(file, chunk);
    if (count === 0) return Buffer.concat(chunks, length);
    chunks.push(chunk.subarray(0, count));
    length += count;
  }
  return undefined;
}

/** Refuses more than one `-`: standard input can be read only once. */
export function checkStandardInput(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === "-").length > 1) {
    throw new UsageError("only one option can read standard input (-)", "write the others to files");
  }
}
