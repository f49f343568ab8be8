/**
 * Explains what is wrong with a request: the command `explain`, the inspector, captured requests, the gateway simulator,
 * `check` and the log of a verifier all use it. `explain` also reads the request from a text, which takes more code.
 */

import { inBackground } from "../platform/slices.ts";
import { dateOfAnswer } from "../requests/answer-in-log.ts";
import { RequestTextError } from "../requests/input-error.ts";
import type { Scheme } from "../requests/pasted-request.ts";
import { checkLimits } from "../requests/text-limits.ts";
import { type DiagnosisOptions, diagnoseInSlices } from "./diagnose.ts";
import { type DiagnosisInput, isHttpRequest, type Key } from "./input/diagnosis-input.ts";
import { sizeProblem } from "./input/input-limits.ts";
import { notDiagnosed } from "./input/parsed-input.ts";
import { type ReadCase, type Reading, readCase, readingWith } from "./input/read-case.ts";
import { redactorFor } from "./input/redactor.ts";
import { type ShownStages, stagesInSlices } from "./input/shown-stages.ts";
import type { Diagnosis } from "./search/diagnosis.ts";
import {
  type CorrectedRequest,
  CorrectionError,
  type CorrectionOptions,
  correctedRequest,
} from "./text/corrected-request.ts";
import { type Explanation, explanationOf } from "./text/explanation.ts";
import { nextSteps, type WriteStep } from "./text/next-steps.ts";
import { compareWithServer, readServerResponse, type ServerComparison } from "./text/server-response.ts";
import { languagesOfClient } from "./text/shown-cause.ts";

/** What is known about a request. */
export interface GivenRequest extends Omit<DiagnosisInput, "key"> {
  /** The correct keys of the client: more than one during a key rotation. */
  readonly keys: readonly Key[];
  /** What the server answered: head and body, as `curl -i` prints both, or only the body. */
  readonly serverResponse?: string | undefined;
}

/** Options of {@link explainGiven}. */
export interface ExplainOptions extends DiagnosisOptions {
  /** Programming languages of the reader. @default the language that the User-Agent shows */
  readonly languages?: readonly string[] | undefined;
  /** How to sign the request correctly. A missing key is an error before the search, unless `isOptional` is set. */
  readonly correct?: (CorrectionOptions & { readonly isOptional?: boolean }) | undefined;
  /** Writes the next steps for a user interface. @default the questions that need no command */
  readonly writeStep?: WriteStep | undefined;
  /** Called before the search, which can take seconds. If the scheme is not known, only the request is passed. */
  readonly onRead?: ((before: BeforeSearch) => void) | undefined;
  /** Ends the search early: the promise is rejected with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** What is known before the search. */
export interface BeforeSearch {
  /** The request, as given or as read from a text. */
  readonly request: DiagnosisInput["request"];
  /** The stages of the correct computation; absent if the request cannot be read. */
  readonly stages?: ShownStages | undefined;
  /** The answer of the server, compared with the request. */
  readonly server?: ServerComparison | undefined;
}

/** What is wrong with a request. Its texts contain parts of the request, but no secrets. */
export interface Explained extends BeforeSearch {
  readonly diagnosis: Diagnosis;
  readonly explanation: Explanation;
  /** The scheme that the result assumes; absent if the request contains its scheme. */
  readonly assumedScheme?: Scheme | undefined;
  readonly corrected?: CorrectedRequest | undefined;
}

/**
 * Explains one request. The search runs in slices of a few hundredths of a second, between which the process does other work.
 *
 * @throws RequestTextError if a key cannot be parsed, or if the response is too large
 * @throws CorrectionError if the request is to be corrected, and that is not possible
 */
export async function explainGiven(given: GivenRequest, options: ExplainOptions = {}): Promise<Explained> {
  const { keys, serverResponse, request, now = dateOfAnswer(serverResponse ?? ""), ...rest } = given;
  const more = { ...rest, now };
  const { correct, languages, onRead, signal, showCardData } = options;
  if (serverResponse !== undefined) checkLimits(serverResponse, "text", "a response", "save only its error");
  const server = serverResponse === undefined ? undefined : readServerResponse(serverResponse);
  const inputs = (keys.length === 0 ? [{}] : keys).map((key) => ({ ...more, request, key: keyFor(request, key) }));
  // Reading and redacting input that is too large would take seconds.
  const [tooLarge, ...others] = inputs.map(sizeProblem);
  if (tooLarge !== undefined && !others.includes(undefined)) return declined(request, tooLarge, options);
  const redactor = redactorFor(inputs[0]!, showCardData, keys);
  await pause();
  const cases: ReadCase[] = [];
  for (const input of inputs) cases.push(await inBackground(readCase(input, redactor, server?.baseString), signal));
  await pause();
  const before = async (reading: Reading): Promise<BeforeSearch> => ({
    request,
    stages: isTooLarge(reading) ? undefined : await inBackground(stagesInSlices(reading.request, redactor), signal),
    server: server && compareWithServer(cases, reading, server),
  });
  const correctedWith = async (read: ReadCase, reading: Reading): Promise<CorrectedRequest | undefined> => {
    const correction = correct && correctedRequest(read, reading, correct);
    return correct?.isOptional ? correction?.catch(() => undefined) : correction;
  };
  const first = cases[0]!;
  const [likelier] = first.readings;
  const corrected = await correctedWith(first, likelier);
  const known = first.readings.length === 1 ? await before(likelier) : undefined;
  onRead?.(known ?? { request });
  const { diagnosis, read } = await diagnosisOf(cases, options, signal);
  const settled = diagnosis.kind === "not-diagnosed" ? likelier : readingWith(read, diagnosis);
  const found = known ?? (await before(settled));
  const readerLanguages = languages ?? languagesOfClient(request);
  return {
    ...found,
    diagnosis,
    explanation: {
      ...explanationOf(diagnosis, readerLanguages),
      next: nextSteps(diagnosis, settled, found.stages, readerLanguages, redactor.text, options.writeStep),
    },
    assumedScheme: settled.assumedScheme,
    corrected: settled === likelier ? corrected : await correctedWith(read, settled),
  };
}

/** The result for an input that is too large, of which nothing was read. */
function declined(request: GivenRequest["request"], message: string, options: ExplainOptions): Explained {
  const { correct, languages, onRead } = options;
  if (correct !== undefined && !correct.isOptional) throw new CorrectionError("request-unreadable", message);
  onRead?.({ request });
  const diagnosis = notDiagnosed("too-large", message);
  return { request, diagnosis, explanation: { ...explanationOf(diagnosis, languages), next: [] } };
}

function isTooLarge({ parsed }: Reading): boolean {
  return "kind" in parsed && parsed.reason === "too-large";
}

/** Lets other work of the process run. */
function pause(): Promise<void> {
  return new Promise((resume) => setTimeout(resume));
}

/** Adds secrets from the input of a vector to the key; given keys take precedence. */
function keyFor(request: DiagnosisInput["request"], key: Key): Key {
  if (isHttpRequest(request)) return key;
  return {
    ...key,
    consumerSecret: key.consumerSecret ?? request.consumerSecret,
    tokenSecret: key.tokenSecret ?? request.tokenSecret,
    privateKey: key.privateKey ?? request.privateKey,
  };
}

/** The kinds of results, beginning with the kinds that show that the client meant to use the key. */
const KINDS: readonly (readonly Diagnosis["kind"][])[] = [
  ["right", "rejected"],
  ["explained", "ambiguous", "changed"],
  ["unknown"],
  ["not-diagnosed"],
];

/** The diagnosis of the key that explains most. */
async function diagnosisOf(
  cases: readonly ReadCase[],
  options: DiagnosisOptions,
  signal: AbortSignal | undefined,
): Promise<{ readonly diagnosis: Diagnosis; readonly read: ReadCase }> {
  const all: Awaited<ReturnType<typeof diagnosisOf>>[] = [];
  for (const read of cases) {
    try {
      all.push({ diagnosis: await inBackground(diagnoseInSlices(read, options), signal), read });
    } catch (error) {
      signal?.throwIfAborted();
      throw new RequestTextError(read.redactor.text((error as Error).message));
    }
  }
  return KINDS.flatMap((kinds) => all.filter(({ diagnosis }) => kinds.includes(diagnosis.kind)))[0]!;
}
