/** `countersign explain --fixed`: the request with the correct signature. */

import type { Terminal } from "../../conformance/reporters/reporter.ts";
import type { Diagnosis, DiagnosisInput } from "../../diagnosis/index.ts";
import { assumedSchemeOf } from "../../diagnosis/input/assumed-scheme.ts";
import {
  type CorrectedRequest,
  CorrectionError,
  type CorrectionOptions,
  correctedRequest,
} from "../../diagnosis/text/corrected-request.ts";
import { visible } from "../../redaction/visible.ts";
import { UsageError } from "../exit-codes.ts";

/**
 * The corrected request. A missing key is a usage error, because the user requested the correction.
 *
 * @param diagnosis chooses the scheme of a request that does not contain its own
 * @throws {@link UsageError} if the secret or the private key is missing
 */
export function fixedRequest(
  input: DiagnosisInput,
  { fresh = false, showValues = false }: Pick<CorrectionOptions, "fresh" | "showValues">,
  diagnosis: Diagnosis | undefined,
): CorrectedRequest {
  const assumedScheme = diagnosis && assumedSchemeOf(diagnosis);
  try {
    return correctedRequest(input, { fresh, showValues, assumedScheme });
  } catch (error) {
    if (!(error instanceof CorrectionError)) throw error;
    const hints: Readonly<Record<CorrectionError["code"], string | undefined>> = {
      "request-unreadable": undefined,
      "secret-missing": "give --consumer-secret-file or COUNTERSIGN_CONSUMER_SECRET",
      "private-key-missing": "give --private-key-file or COUNTERSIGN_PRIVATE_KEY",
    };
    throw new UsageError(`--fixed is not possible: ${error.message}`, hints[error.code]);
  }
}

/** The corrected request as text, with an empty line before it. */
export function correctionText({ signed, curl, notes }: CorrectedRequest, { colors }: Terminal): string {
  const lines = [...signed.split("\n"), "", curl, ...notes].map(visible);
  return ["", colors.bold("corrected request"), ...lines, ""].join("\n");
}
