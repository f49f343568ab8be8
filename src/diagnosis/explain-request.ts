/** Diagnosis for servers that client developers test against. */

import type { HttpRequest } from "../model/index.ts";
import { checkOptions } from "../platform/check-options.ts";
import { isRemarkOnValid } from "../requests/valid-but.ts";
import { type ExplainOptions, explainGiven } from "./explain-given.ts";
import type { DiagnosisInput, Key } from "./input/diagnosis-input.ts";
import { alternativesOf, type Cause, type Diagnosis } from "./search/diagnosis.ts";
import { checkBudget } from "./search/search-work.ts";
import { SIGNATURE_FIXES } from "./signature/signature-text.ts";
import type { Explanation } from "./text/explanation.ts";
import { explanationLines } from "./text/explanation-text.ts";

/** The explanation of a request. */
export interface RequestExplanation {
  /** The explanation as text. It may contain parts of the request, but no secrets. */
  readonly lines: readonly string[];
  /** The known names of parameters whose signed and sent values differ, or of which one is absent. */
  readonly parameters: readonly string[];
  /** The ids of the causes. If several alternatives fit the request, the ids of all of them. */
  readonly causes: readonly string[];
  /** The causes and their fixes, with the sent and the signed values. */
  readonly explanation: Explanation;
  readonly data: Diagnosis;
}

/** Options of {@link explainRequest}. The limits are for one key. */
export interface ExplainRequestOptions
  extends Pick<DiagnosisInput, "otherKeys" | "addresses" | "knownValues">,
    Pick<ExplainOptions, "faults" | "causes" | "showCardData" | "languages" | "budget" | "signal"> {
  /** The base string that the client signed, if it is known. */
  readonly signedBaseString?: string | undefined;
}

/**
 * Explains what is wrong with a request. The search takes at most a few seconds for each key. It runs in slices of a few
 * hundredths of a second, so that the server can answer other requests.
 *
 * @param keys the correct keys of the client: more than one during a key rotation
 * @returns `undefined` if the request is valid, or if it cannot be diagnosed
 * @throws Error if a public key cannot be parsed; TypeError with the code `option-unknown` or `options-invalid`
 * @example
 * ```ts
 * import { explainRequest } from "countersign/diagnosis";
 *
 * const request = {
 *   method: "GET",
 *   url: "https://gateway.example/status",
 *   headers: [
 *     ["Authorization", 'OAuth oauth_consumer_key="shop", oauth_signature_method="PLAINTEXT", oauth_signature="secret"'],
 *   ],
 * } as const;
 * const explanation = await explainRequest(request, [{ consumerSecret: "secret" }]);
 * explanation?.causes;
 * // => ["key-without-ampersand"]
 * ```
 */
export async function explainRequest(
  request: HttpRequest,
  keys: readonly Key[],
  options: ExplainRequestOptions = {},
): Promise<RequestExplanation | undefined> {
  checkOptions(options, OPTIONS);
  checkBudget(options.budget);
  const { signedBaseString: baseString, otherKeys, addresses, knownValues, ...rest } = options;
  const given = { request, keys, otherKeys, addresses, knownValues, evidence: { baseString } };
  const { diagnosis: data, explanation } = await explainGiven(given, rest);
  // The server itself decides whether it accepts equal copies in header and form.
  const isValid =
    data.kind === "right" &&
    data.notices.every((notice) => notice.id === "params-in-two-places" || isRemarkOnValid(notice));
  if (data.kind === "not-diagnosed" || isValid) return undefined;
  return {
    lines: explanationLines(explanation),
    parameters: parametersOf(data),
    causes: causesOf(data),
    explanation,
    data,
  };
}

const OPTIONS = [
  "otherKeys",
  "addresses",
  "knownValues",
  "signedBaseString",
  "faults",
  "causes",
  "showCardData",
  "languages",
  "budget",
  "signal",
] as const;

function causesOf(diagnosis: Diagnosis): string[] {
  const reasons = diagnosis.notices.filter(({ id, rejects }) =>
    diagnosis.kind === "unknown" ? id in SIGNATURE_FIXES : diagnosis.kind === "rejected" && rejects,
  );
  return [...alternativesOf(diagnosis).flat(), ...reasons].map(({ id }) => id);
}

/** The parameters that differ; if the result is ambiguous, the parameters of the likeliest alternative. */
function parametersOf(diagnosis: Diagnosis): string[] {
  if (diagnosis.kind === "changed") return diagnosis.changes.map(({ name }) => name);
  if (diagnosis.kind !== "explained" && diagnosis.kind !== "ambiguous") return [];
  const causes = diagnosis.kind === "explained" ? diagnosis.causes : diagnosis.alternatives[0]!;
  const { kind, expected, actual } = diagnosis.difference?.mismatch ?? {};
  const whole = kind === "missing" ? expected : kind === "extra" ? actual : undefined;
  const names = [...causes.map(parameterOf), whole].filter((name) => name !== undefined);
  return [...new Set(names)];
}

function parameterOf({ id, change }: Cause): string | undefined {
  return change?.name ?? /^parameter-not-signed:(.*)/s.exec(id)?.[1];
}
