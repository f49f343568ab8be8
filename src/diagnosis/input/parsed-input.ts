/** Parses the input of a diagnosis: what the client meant to send, and the values it computed. */

import {
  type HttpRequest,
  type ParameterSources,
  type ReadRequest,
  readSentRequest,
  type SigningInput,
  sourcesOfInput,
  specification,
} from "../../model/index.ts";
import type { InSlices } from "../../platform/slices.ts";
import type { PastedRequest } from "../../requests/pasted-request.ts";
import { possibleBaseStrings } from "./base-string-text.ts";
import { type DiagnosisInput, type Evidence, isHttpRequest } from "./diagnosis-input.ts";
import { countProblem, isLargeBody, sizeOf, sizeProblem } from "./input-limits.ts";
import {
  guessedInterpretations,
  type Interpretation,
  interpretationOf,
  methodMeant,
  methodShownBy,
} from "./interpretation.ts";
import { readMalformedHeader } from "./malformed-header.ts";
import {
  hasOtherScheme,
  type Misnamed,
  readMisnamed,
  readOtherNotation,
  unsignedText,
} from "./misplaced-parameters.ts";

/** A request with a signature or a base string to explain. */
export interface ParsedInput extends Pick<Evidence, "signature"> {
  /** The first one decodes the request correctly; the others are guesses. */
  readonly interpretations: readonly [Interpretation, ...Interpretation[]];
  readonly sources: ParameterSources;
  /** Absent if the input is not a sent request. A signature that was sent under another name has the correct name here. */
  readonly sent?: PastedRequest;
  /** The base strings that the client may have signed, those of this request first; empty if none is known. */
  readonly baseStrings: readonly string[];
  /** The problems of a signature sent under another name. */
  readonly misnamed: readonly Misnamed["problem"][];
  /** The reason why the Authorization header cannot be parsed. A fault of the header must explain it. */
  readonly unreadable?: string | undefined;
  /** Why there is nothing to explain: neither a signature nor a base string of the client is known. */
  readonly unsigned?: string | undefined;
}

/** What else is worth saying: most often a problem that does not affect the signature, such as a timestamp in milliseconds. */
export interface Notice {
  /** The id of the fault, if the problem is a fault. */
  readonly id: string;
  readonly text: string;
  /** Whether it makes a server reject the request, even if the signature is valid. */
  readonly rejects: boolean;
}

/** The input cannot be diagnosed. */
export interface NotDiagnosed {
  readonly kind: "not-diagnosed";
  readonly reason: "unreadable" | "unsigned" | "method-unknown" | "key-missing" | "body-missing" | "too-large";
  readonly message: string;
  readonly notices: readonly Notice[];
}

/** The result for an input that cannot be diagnosed. */
export interface NotParsed extends NotDiagnosed, Pick<ParsedInput, "unsigned"> {}

/**
 * Parses an input, or returns the result for an input that cannot be diagnosed.
 *
 * @param isSliceComplete counts the characters that are read
 */
export function* parseInput(
  input: DiagnosisInput,
  isSliceComplete: (characters: number) => boolean,
): InSlices<ParsedInput | NotParsed> {
  const { request } = input;
  const tooLarge = sizeProblem(input);
  if (tooLarge !== undefined) return notDiagnosed("too-large", tooLarge);
  if (!isHttpRequest(request)) return parseMeant(request, input);
  return yield* parseSent(request, { ...input, isSliceComplete }, []);
}

type RestOfInput = Omit<DiagnosisInput, "request">;

/** @param misnamed the problems that were already corrected in the request */
function* parseSent(
  given: PastedRequest,
  rest: RestOfInput & { readonly isSliceComplete: (characters: number) => boolean },
  misnamed: ParsedInput["misnamed"],
): InSlices<ParsedInput | NotParsed> {
  const { key, evidence = {}, isSliceComplete } = rest;
  const sent = isLargeBody(given.body) ? { ...given, body: undefined } : given;
  const size = sizeOf(sent);
  const { read, unreadable } = readLeniently(sent);
  if (read === undefined) return notDiagnosed("unreadable", unreadable ?? "");
  const tooMany = countProblem(read.parameters.length);
  if (tooMany !== undefined) return notDiagnosed("too-large", tooMany);
  const notation = unreadable === undefined ? undefined : readOtherNotation(given);
  const renamed = notation ?? (read.signature === undefined ? readMisnamed(given, read) : undefined);
  // Each kind of problem is corrected only once; otherwise a hostile request would be read again for each of its headers.
  if (renamed !== undefined && misnamed.every(({ id }) => id !== renamed.problem.id)) {
    return yield* parseSent(renamed.meant, rest, [...misnamed, renamed.problem]);
  }
  if (isSliceComplete(size)) yield;
  const baseStrings = possibleBaseStrings(evidence.baseString, read.sources);
  if (isSliceComplete(evidence.baseString?.length ?? 0)) yield;
  const signature = evidence.signature ?? read.signature;
  const isUnsigned = signature === undefined && baseStrings.length === 0;
  const unsigned = isUnsigned ? (!hasOtherScheme(given) && unreadable) || unsignedText(given, read.sources) : undefined;
  const method = read.signatureMethod === undefined ? methodShownBy(signature) : methodMeant(read.signatureMethod);
  if (method === undefined) {
    const problem =
      read.signatureMethod === undefined ? "is missing" : `${JSON.stringify(read.signatureMethod)} is unknown`;
    // A header of another scheme is the reason, even if a base string was given.
    const isOther = signature === undefined && hasOtherScheme(given);
    const reason = isOther ? unsignedText(given, read.sources) : unsigned;
    return { ...notDiagnosed("method-unknown", `oauth_signature_method ${problem}`), unsigned: reason };
  }
  const interpretation = interpretationOf(sent, read, method, key, unreadable !== undefined);
  if (isSliceComplete(size)) yield;
  const guesses = guessedInterpretations(sent, read, interpretation, unreadable !== undefined);
  if (isSliceComplete(size)) yield;
  const last = unreadable === undefined ? [] : [{ computation: interpretation.computation, ignoresHeader: true }];
  const interpretations = [interpretation, ...guesses, ...last] as const;
  const { sources } = read;
  return { interpretations, sources, sent: given, misnamed, signature, baseStrings, unreadable, unsigned };
}

function parseMeant(request: SigningInput, { key, evidence = {} }: RestOfInput): ParsedInput | NotParsed {
  const { signature } = evidence;
  const meant = {
    ...request,
    consumerSecret: key.consumerSecret ?? request.consumerSecret,
    tokenSecret: key.tokenSecret ?? request.tokenSecret,
  };
  const sources = sourcesOfInput(meant, specification);
  const tooMany = countProblem(sources.query.length + sources.header.length + sources.body.length);
  if (tooMany !== undefined) return notDiagnosed("too-large", tooMany);
  const baseStrings = possibleBaseStrings(evidence.baseString, sources);
  const isUnsigned = signature === undefined && baseStrings.length === 0;
  return {
    interpretations: [{ computation: { request: meant, stages: specification } }],
    sources,
    misnamed: [],
    signature,
    baseStrings,
    ...(isUnsigned && { unsigned: "neither a signature nor a base string of the client was given" }),
  };
}

/** The parameters of a request, and, if its Authorization header is malformed, the parser's message. */
export function readLeniently(sent: HttpRequest): { read?: ReadRequest; unreadable?: string } {
  try {
    return { read: readSentRequest(sent) };
  } catch (error) {
    const unreadable = (error as Error).message;
    const read = readMalformedHeader(sent);
    return read === undefined ? { unreadable } : { read, unreadable };
  }
}

/** The result for an input that cannot be diagnosed. */
export function notDiagnosed(reason: NotDiagnosed["reason"], message: string): NotDiagnosed {
  return { kind: "not-diagnosed", reason, message, notices: [] };
}
