/** Finds out why a signature is wrong. */

import { allFaults, COST, createTextFilter, FAULTS, type Fault, faultOf, textsOf } from "../faults/index.ts";
import { type ParameterSources, type SigningInput, specification } from "../model/index.ts";
import { checkOptions } from "../platform/check-options.ts";
import { atOnce, type InSlices, keepInSlices, once } from "../platform/slices.ts";
import { remarksOnValid } from "../requests/valid-but.ts";
import { environmentHypotheses } from "./causes/environment.ts";
import { ENVIRONMENT_CAUSES, headerHypotheses, knownRequestOf } from "./causes/hypotheses.ts";
import { findCauses } from "./find-causes.ts";
import { formLengthProblem, missingBodyProblem } from "./input/body-length.ts";
import { attempt, signatureOf } from "./input/computation.ts";
import type { DiagnosisInput } from "./input/diagnosis-input.ts";
import { foundNotices, noticesOf } from "./input/notices.ts";
import { notDiagnosed, type ParsedInput } from "./input/parsed-input.ts";
import { type ReadCase, readCase } from "./input/read-case.ts";
import { redactorFor } from "./input/redactor.ts";
import type { Diagnosis } from "./search/diagnosis.ts";
import type { DiagnosisTask } from "./search/diagnosis-task.ts";
import { type Hypothesis, hypothesesOf } from "./search/hypothesis.ts";
import { type Budget, checkBudget, createSearchWork, tenthOf } from "./search/search-work.ts";

/** Options of {@link diagnose}. */
export interface DiagnosisOptions {
  /** The faults to try. @default all known faults */
  readonly faults?: readonly Fault[] | undefined;
  /** The ids of the causes to try, besides causes that the request or the signature shows. @default all */
  readonly causes?: readonly string[] | undefined;
  readonly budget?: Budget | undefined;
  /** Whether the result contains the correct signature. @default false */
  readonly showSignature?: boolean;
  /** Whether to show card numbers and cvv2. Secrets are always hidden. @default false */
  readonly showCardData?: boolean | undefined;
}

/**
 * Finds the causes of a wrong signature.
 *
 * For HMAC and PLAINTEXT, the signature is computed for every known fault and compared with the client's. For RSA, the
 * public key recovers the digest that was signed, and the base strings of the faults are compared with that digest. Results do
 * not contain secrets; they may contain names and values of parameters.
 *
 * @param input the request, the correct key, and what else is known
 * @returns the result; its `kind` shows whether the signature is valid and, if it is not, whether causes were found
 * @throws Error if a public key cannot be parsed, or if a `SigningInput` cannot be signed; TypeError with the code
 * `option-unknown` or `options-invalid`
 * @example
 * ```ts
 * import { diagnose } from "countersign/diagnosis";
 *
 * const request = {
 *   method: "GET",
 *   url: "https://gateway.example/status",
 *   headers: [
 *     ["Authorization", 'OAuth oauth_consumer_key="shop", oauth_signature_method="PLAINTEXT", oauth_signature="secret"'],
 *   ],
 * } as const;
 * const diagnosis = diagnose({ request, key: { consumerSecret: "secret" } });
 * diagnosis.kind === "explained" && diagnosis.causes[0].id; // => "key-without-ampersand"
 * ```
 */
export function diagnose(input: DiagnosisInput, options: DiagnosisOptions = {}): Diagnosis {
  checkOptions(options, ["faults", "causes", "budget", "showSignature", "showCardData"]);
  checkBudget(options.budget);
  return atOnce(diagnoseInSlices(atOnce(readCase(input, redactorFor(input, options.showCardData))), options));
}

/** Diagnoses an input that was read. After each slice of work, it stops until the caller requests the next slice. */
export function* diagnoseInSlices(
  { input, redactor, readings }: ReadCase,
  options: DiagnosisOptions,
): InSlices<Diagnosis> {
  const [{ parsed }] = readings;
  if (parsed.unsigned !== undefined) return notDiagnosed("unsigned", redactor.text(parsed.unsigned));
  if ("kind" in parsed)
    return parsed.reason === "too-large" ? parsed : notDiagnosed(parsed.reason, redactor.text(parsed.message));
  const missing = missingBody(parsed);
  if (missing !== undefined) {
    const notices = foundNotices(parsed.sent!, redactor.text);
    return { ...notDiagnosed("body-missing", missing), notices };
  }
  const otherKeys = (input.otherKeys ?? []).map((other) => ({ ...other, label: redactor.text(other.label) }));
  const { budget = {} } = options;
  const size = sizeOf(parsed.sources, parsed.interpretations[0].computation.request);
  const [work, evidenceWork] = [createSearchWork(budget, size), createSearchWork(tenthOf(budget), size)];
  const given = { options, input: { ...input, otherKeys }, redactor, work, evidenceWork };
  const [first, ...others] = readings.flatMap(({ parsed: one, assumedScheme, assumedMethod }) =>
    "kind" in one ? [] : [taskOf({ ...one, ...given, assumedScheme, assumedMethod })],
  );
  const diagnosis = yield* findCauses([first!, ...others]);
  if (diagnosis.kind !== "right" || parsed.sent === undefined) return diagnosis;
  const remarks = remarksOnValid(parsed.sent, parsed.sources).map(({ id, text }) => ({
    id,
    text: redactor.text(text),
    rejects: false,
  }));
  return { ...diagnosis, notices: [...diagnosis.notices, ...remarks] };
}

/** The message for a request whose body is missing; none if the signature is valid and Content-Length fits. */
function missingBody({ sent, signature, interpretations: [{ computation }] }: ParsedInput): string | undefined {
  if (sent === undefined || computation.request.signatureMethod === "PLAINTEXT") return undefined;
  const isValid = formLengthProblem(sent) === undefined && attempt(() => signatureOf(computation)) === signature;
  return isValid ? undefined : missingBodyProblem(sent);
}

type GivenTask = Omit<DiagnosisTask, "notices" | "cheapest" | "next" | "hypotheses" | "prepare" | "showSignature">;

/** Adds the notices and the hypotheses, neither of which depends on the search. */
function taskOf({ options, ...parsed }: GivenTask & { readonly options: DiagnosisOptions }): DiagnosisTask {
  const { causes, showSignature = false } = options;
  const isTried = ({ id }: { readonly id: string }): boolean => causes?.includes(id) !== false;
  const faults = () => (options.faults ?? allFaults()).filter(isTried);
  const { input, redactor, assumedScheme, work } = parsed;
  const { text: redact } = redactor;
  const { request } = parsed.interpretations[0].computation;
  const isBaseStringMissing = input.evidence?.baseString !== undefined && parsed.baseStrings.length === 0;
  const notices = noticesOf({ ...parsed, request, faults, now: input.now, assumedScheme, isBaseStringMissing, redact });
  const texts = once(() => textsOf(request, parsed.sources));
  const inEnvironment = ENVIRONMENT_CAUSES.map((cause) => ({
    least: cause.cost ?? COST.guess,
    forms: keepInSlices(function* () {
      const found: Hypothesis[] = [];
      for (const one of environmentHypotheses([cause], knownRequestOf(parsed))) {
        found.push(one);
        work.countInSlice("causes");
        if (work.isSliceComplete()) yield;
      }
      work.countInSlice("requests");
      if (work.isSliceComplete()) yield;
      return found;
    }),
  }));
  const withFaults = function* (some: readonly Fault[], dearest: number): InSlices<Hypothesis[]> {
    const found: Hypothesis[] = [];
    // Among given causes, one that changes all values also explains a request in which it changes one.
    const leastOfSeveral = causes === undefined ? undefined : 1;
    const isForTexts = createTextFilter(texts(), leastOfSeveral, (count) => work.countInSlice("characters", count));
    for (const fault of some) {
      // A mistake that was both signed and sent is visible in the request and cannot make the signature wrong.
      const isVisible = parsed.sent !== undefined && fault.isSignedAsSent;
      if (isForTexts(fault) && !isVisible) found.push(...hypothesesOf(fault));
      work.countInSlice("causes");
      if (work.isSliceComplete()) yield;
    }
    found.push(...headerHypotheses(parsed.sources, found));
    for (const { least, forms } of inEnvironment) if (least <= dearest) found.push(...(yield* forms.inSlices()));
    return found.filter(isTried).sort((one, other) => other.prior - one.prior);
  };
  const likely = keepInSlices(function* () {
    const withPage = (options.faults ?? FAULTS).filter(({ id }) => faultOf(id));
    const all = yield* withFaults(withPage, COST.form);
    return {
      cheapest: all.filter(({ cost }) => cost <= COST.common),
      next: all.filter(({ cost }) => cost === COST.form),
    };
  });
  const hypotheses = keepInSlices(() => withFaults(faults(), COST.guess));
  return {
    ...parsed,
    notices,
    cheapest: () => likely.atOnce().cheapest,
    next: () => likely.atOnce().next,
    hypotheses: hypotheses.atOnce,
    causes,
    prepare: (step) => (step === "cheapest" ? likely : hypotheses).inSlices(),
    showSignature,
  };
}

/** What a parameter adds to the length of its name and value: separators, and roughly the cost of sorting and joining. */
const OCTETS_OF_PARAMETER = 32;

/** The approximate number of octets in the base string, and in the body if each computation hashes it. */
function sizeOf({ query, header, body }: ParameterSources, request: SigningInput): number {
  const hashed = request.bodyHash ? (request.body?.length ?? 0) : 0;
  const encodedTwice = (octets: Uint8Array): number => 2 * specification.percentEncode(octets).length - octets.length;
  return [...query, ...header, ...body].reduce(
    (sum, [name, value]) => sum + encodedTwice(name) + encodedTwice(value) + OCTETS_OF_PARAMETER,
    request.url.length + hashed,
  );
}
