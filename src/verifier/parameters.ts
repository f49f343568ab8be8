/**
 * The parameters of a request (RFC 5849 3.4.1.3.1): query, Authorization header and form body, decoded once. What is
 * signed and what the application gets are both made of these.
 *
 * @module
 */

import { OAuth1Error } from "../oauth1/index.ts";
import type { LoadedText, ParameterReader, ReceivedParameter, ReceivedText } from "../oauth1/received-parameters.ts";
import { bodyText } from "./body-text.ts";
import type { Redecode } from "./charset.ts";
import { headerText, holdsMoreThanOne, MORE_THAN_ONE } from "./header-text.ts";
import type { KnownLayouts, Texts } from "./known-layouts.ts";
import { checkLengths, exceeded } from "./limits.ts";
import { quote } from "./quote.ts";
import type { Received } from "./received-request.ts";
import type { Limits, ParameterOrigin, Problem } from "./types.ts";
import { found, type Problems } from "./verdicts.ts";

/** All parameters of a request. */
export interface Parameters {
  /** Query, then header without the realm, then body, each in order. */
  readonly list: readonly ReceivedParameter[];
  /** Decodes what the body holds once more, for the application, where its charset is not UTF-8. */
  readonly redecode: Redecode;
  /** Whether there is a body that is not a form, which the signature covers by its hash at most. */
  readonly hasOtherBody: boolean;
  /** Those that the base string has, nearly in its order, where the layout is known. */
  readonly sorted: ReceivedParameter[] | undefined;
  /** What was taken apart, where it is not. */
  readonly texts: Texts<ReceivedText> | undefined;
}

/** Reads all three places; each tells its own problems. */
export function readParameters(
  received: Received,
  query: string,
  reader: ParameterReader,
  layouts: KnownLayouts,
  limits: Limits,
  problems: Problems,
): Parameters | undefined {
  const header = headerText(received.authorization);
  const body = bodyText(received);
  const { redecode, isOther: hasOtherBody } = body;
  const texts: Texts<LoadedText> = {
    query: query === "" ? undefined : reader.load(query),
    header: header.credentials === undefined ? undefined : reader.load(header.credentials),
    body: body.form === undefined ? undefined : reader.load(body.form),
  };
  const isClear = header.problem === undefined && body.problem === undefined;
  const known = isClear ? layouts.read(texts, reader, limits.value) : undefined;
  if (known !== undefined) {
    const { list, sorted } = known;
    return { list, redecode, hasOtherBody, sorted, texts: undefined };
  }
  const read = takeApart(texts, [header.problem, body.problem], reader, limits, problems);
  if (read === undefined) return undefined;
  const list = [read.query, read.header, read.body].flatMap((text) => text?.parameters ?? []);
  return { list, redecode, hasOtherBody, sorted: undefined, texts: read };
}

/** Reads every place, whatever another one has wrong. */
function takeApart(
  { query, header, body }: Texts<LoadedText>,
  [ofHeader, ofBody]: readonly [header: Problem | undefined, body: Problem | undefined],
  reader: ParameterReader,
  limits: Limits,
  problems: Problems,
): Texts<ReceivedText> | undefined {
  const before = problems.length;
  const inQuery = query && readForm(query, "query", limits.parameters, reader, limits, problems);
  if (ofHeader !== undefined) problems.push(ofHeader);
  const inHeader = header && readCredentials(header, reader, limits, problems);
  const room = limits.parameters - (inQuery?.length ?? 0) - (inHeader?.length ?? 0);
  if (room < 0) return exceeded(problems, "the request", limits.parameters, "parameters");
  if (ofBody !== undefined) problems.push(ofBody);
  const inBody = body && readForm(body, "body", room, reader, limits, problems);
  if (problems.length > before) return undefined;
  return {
    query: withParameters(query, inQuery),
    header: withParameters(header, inHeader),
    body: withParameters(body, inBody),
  };
}

function withParameters(
  text: LoadedText | undefined,
  parameters: readonly ReceivedParameter[] | undefined,
): ReceivedText | undefined {
  return text && parameters && { ...text, parameters };
}

function readCredentials(
  header: LoadedText,
  reader: ParameterReader,
  limits: Limits,
  problems: Problems,
): readonly ReceivedParameter[] | undefined {
  const parameters = parseCredentials(header, reader, problems);
  if (parameters === undefined || !checkLengths(parameters, limits, "header", problems)) return undefined;
  const name = firstDuplicate(parameters);
  if (name === undefined) return parameters;
  return found(problems, "parameter-duplicated", `${quote(name)} stands more than once in the header`);
}

function parseCredentials(
  header: LoadedText,
  reader: ParameterReader,
  problems: Problems,
): readonly ReceivedParameter[] | undefined {
  try {
    return reader.header(header);
  } catch (error) {
    if (holdsMoreThanOne(header.text)) return found(problems, "authorization-repeated", MORE_THAN_ONE);
    const isDuplicate = error instanceof OAuth1Error && error.code === "parameter-duplicated";
    // The error's own message tells a place and a name and never a value; a lone surrogate is told by its number.
    const message = error instanceof OAuth1Error ? error.message : "the Authorization header cannot be read";
    return found(problems, isDuplicate ? "parameter-duplicated" : "authorization-malformed", message);
  }
}

/** @param room - how many parameters there may be */
function readForm(
  form: LoadedText,
  origin: ParameterOrigin,
  room: number,
  reader: ParameterReader,
  limits: Limits,
  problems: Problems,
): readonly ReceivedParameter[] | undefined {
  const parameters = reader.form(form, origin, room);
  if (parameters === undefined) return exceeded(problems, "the request", limits.parameters, "parameters");
  return checkLengths(parameters, limits, origin, problems) ? parameters : undefined;
}

/** Up to this many, comparing each with each is quicker than a set. */
const FEW = 16;

/** The name of the first parameter whose name stood before. */
export function firstDuplicate(parameters: readonly ReceivedParameter[]): string | undefined {
  const seen = parameters.length > FEW ? new Set<string>() : undefined;
  for (let index = 0; index < parameters.length; index++) {
    const once = parameters[index]!.name.encoded;
    if (seen === undefined ? standsBefore(once, index, parameters) : seen.has(once)) return once;
    seen?.add(once);
  }
  return undefined;
}

function standsBefore(once: string, end: number, parameters: readonly ReceivedParameter[]): boolean {
  for (let index = 0; index < end; index++) if (parameters[index]!.name.encoded === once) return true;
  return false;
}
