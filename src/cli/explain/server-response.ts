/** `countersign explain --server-response`: compares the answer of the server with the request. */

import type { Terminal } from "../../conformance/reporters/index.ts";
import type { DiagnosisInput } from "../../diagnosis/index.ts";
import {
  compareWithServer,
  type ServerComparison,
  serverComparisonLines,
} from "../../diagnosis/input/server-response.ts";
import { visible } from "../../redaction/visible.ts";
import { UsageError } from "../exit-codes.ts";
import { readFile } from "../input/read-file.ts";

const LARGEST = 4 * 2 ** 20;
const NOTHING_KNOWN = "the response contains neither a signature base string nor an error code that is known";

/**
 * Reads the response and compares it.
 *
 * @throws {@link UsageError} if the response contains nothing that is known, and no key is given to explain the request
 */
export function compareWithResponse(
  input: DiagnosisInput,
  file: string,
  { showCardData, hasKey }: { readonly showCardData: boolean; readonly hasKey: boolean },
): ServerComparison {
  const octets = readFile(file);
  if (octets.length > LARGEST) throw new UsageError("expected a response of at most 4 MB", "save only its error");
  const comparison = compareWithServer(input, octets.toString("utf8"), showCardData);
  if (hasKey || !isEmpty(comparison)) return comparison;
  throw new UsageError(
    NOTHING_KNOWN,
    "give the key that should have signed the request: then explain needs no response",
  );
}

function isEmpty({ baseString, problem, signatureNotes }: ServerComparison): boolean {
  return baseString === undefined && problem === undefined && signatureNotes === undefined;
}

/** The comparison as text, with an empty line after it. */
export function serverText(comparison: ServerComparison, { colors }: Terminal): string {
  const known = isEmpty(comparison) ? [NOTHING_KNOWN] : serverComparisonLines(comparison);
  const lines = known.map(visible);
  const shown = lines.map((line) => (line.startsWith(" ") ? line : colors.bold(line)));
  return `${shown.join("\n")}\n\n`;
}
