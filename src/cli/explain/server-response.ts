/** `countersign explain --server-response`: what the server answered, compared with the request. */

import type { Terminal } from "../../conformance/reporters/index.ts";
import {
  compareWithServer,
  type DiagnosisInput,
  type ServerComparison,
  serverComparisonLines,
} from "../../diagnosis/index.ts";
import { visible } from "../../redaction/visible.ts";
import { UsageError } from "../exit-codes.ts";
import { readFile } from "../input/read-file.ts";

const LARGEST = 4 * 2 ** 20;

/**
 * Reads the response and compares it.
 *
 * @throws {@link UsageError} if the response contains nothing that is known
 */
export function compareWithResponse(input: DiagnosisInput, file: string, showCardData = false): ServerComparison {
  const octets = readFile(file);
  if (octets.length > LARGEST) throw new UsageError("expected a response of at most 4 MB", "save only its error");
  const comparison = compareWithServer(input, octets.toString("utf8"), showCardData);
  if (comparison.baseString !== undefined || comparison.problem !== undefined) return comparison;
  throw new UsageError(
    "the response contains neither a signature base string nor an error code that is known",
    "leave out --server-response: with the key that should have signed the request, explain needs no response",
  );
}

/** The comparison as text, with an empty line after it. */
export function serverText(comparison: ServerComparison, isBaseStringGiven: boolean, { colors }: Terminal): string {
  const lines = serverComparisonLines(comparison, isBaseStringGiven).map(visible);
  const shown = lines.map((line) => (line.startsWith(" ") ? line : colors.bold(line)));
  return `${shown.join("\n")}\n\n`;
}
