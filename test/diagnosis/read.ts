import type { DiagnosisInput } from "../../src/diagnosis/index.ts";
import { type ReadCase, type Reading, readCase, readingWith } from "../../src/diagnosis/input/read-case.ts";
import { redactorFor } from "../../src/diagnosis/input/redactor.ts";
import {
  type CorrectedRequest,
  type CorrectionOptions,
  correctedRequest,
} from "../../src/diagnosis/text/corrected-request.ts";
import {
  compareWithServer,
  readServerResponse,
  type ServerComparison,
} from "../../src/diagnosis/text/server-response.ts";
import { atOnce } from "../../src/platform/slices.ts";

function read(
  input: DiagnosisInput,
  showCardData: boolean | undefined,
  serverBaseString?: string,
  scheme?: Reading["assumedScheme"],
): [ReadCase, Reading] {
  const one = atOnce(readCase(input, redactorFor(input, showCardData), serverBaseString));
  return [one, readingWith(one, { assumedScheme: scheme })];
}

/** The corrected request, for the likelier scheme by default. */
export function corrected(
  input: DiagnosisInput,
  options: CorrectionOptions & { readonly showValues?: boolean; readonly assumedScheme?: "http" | "https" },
): Promise<CorrectedRequest> {
  const { showValues, assumedScheme, ...rest } = options;
  return correctedRequest(...read(input, showValues, undefined, assumedScheme), rest);
}

/** The answer of a server, compared with the request. */
export function comparedWithServer(input: DiagnosisInput, response: string, showCardData = false): ServerComparison {
  const server = readServerResponse(response);
  const [one, reading] = read(input, showCardData, server.baseString);
  return compareWithServer([one], reading, server);
}
