/**
 * The parameters of a request (RFC 5849 3.4.1.3.1): query, Authorization header and form body, decoded once. What is
 * signed and what the application gets are both made of these.
 *
 * @module
 */

import { OAuth1Error } from "../oauth1/index.ts";
import type { ParameterReader, ReceivedParameter } from "../oauth1/received-parameters.ts";
import { decoderFor, type Redecode } from "./charset.ts";
import { readContentType } from "./content-type.ts";
import { checkLengths, exceeded } from "./limits.ts";
import { quote } from "./quote.ts";
import type { Received } from "./received-request.ts";
import type { Limits, ParameterOrigin } from "./types.ts";
import { found, type Problems } from "./verdicts.ts";

/** All parameters of a request. */
export interface Parameters {
  /** Query, then header without the realm, then body, each in order. */
  readonly list: readonly ReceivedParameter[];
  /** Decodes what the body holds once more, for the application, where its charset is not UTF-8. */
  readonly redecode: Redecode;
  /** Whether there is a body that is not a form, which the signature covers by its hash at most. */
  readonly hasOtherBody: boolean;
}

/** Reads all three places; each tells its own problems. */
export function readParameters(
  received: Received,
  query: string,
  reader: ParameterReader,
  limits: Limits,
  problems: Problems,
): Parameters | undefined {
  const before = problems.length;
  const list = query === "" ? [] : (readForm(query, "query", limits.parameters, reader, limits, problems) ?? []);
  addAll(list, readAuthorization(received.authorization, reader, limits, problems));
  const room = limits.parameters - list.length;
  if (room < 0) return exceeded(problems, "the request", limits.parameters, "parameters");
  const body = readBody(received, room, reader, limits, problems);
  if (problems.length > before || body === undefined) return undefined;
  addAll(list, body.pairs);
  return { list, redecode: body.redecode, hasOtherBody: body.isOther };
}

function addAll(list: ReceivedParameter[], more: readonly ReceivedParameter[] | undefined): void {
  if (more === undefined) return;
  for (let index = 0; index < more.length; index++) list.push(more[index]!);
}

const NONE: readonly ReceivedParameter[] = [];

/** A list of credentials in one header: what a library makes of two headers when it joins them. */
const JOINED_RE = /,[ \t]*oauth[ \t]+[^\s=",]+="/i;
const SCHEME_RE = /^[ \t]*oauth(?:[ \t\r\n]|$)/i;

function readAuthorization(
  values: readonly string[],
  reader: ParameterReader,
  limits: Limits,
  problems: Problems,
): readonly ReceivedParameter[] | undefined {
  if (values.length === 0) return NONE;
  if (values.length > 1) {
    return found(problems, "authorization-repeated", `there are ${values.length} Authorization headers`);
  }
  const header = values[0]!;
  if (!isOAuth(header)) return JOINED_RE.test(header) ? repeated(problems) : NONE;
  const parameters = parseCredentials(header, reader, problems);
  if (parameters === undefined || !checkLengths(parameters, limits, "header", problems)) return undefined;
  const name = firstDuplicate(parameters);
  if (name === undefined) return parameters;
  return found(problems, "parameter-duplicated", `${quote(name)} stands more than once in the header`);
}

function isOAuth(header: string): boolean {
  return header.startsWith("OAuth ") || SCHEME_RE.test(header);
}

/** Up to this many, comparing each with each is quicker than a set. */
const FEW = 16;

/** The name of the first parameter whose name stood before. */
export function firstDuplicate(parameters: readonly ReceivedParameter[]): string | undefined {
  const seen = parameters.length > FEW ? new Set<string>() : undefined;
  for (let index = 0; index < parameters.length; index++) {
    const { name: once } = parameters[index]!;
    if (seen === undefined ? standsBefore(once, index, parameters) : seen.has(once)) return once;
    seen?.add(once);
  }
  return undefined;
}

function standsBefore(once: string, end: number, parameters: readonly ReceivedParameter[]): boolean {
  for (let index = 0; index < end; index++) if (parameters[index]!.name === once) return true;
  return false;
}

function repeated(problems: Problems): undefined {
  return found(problems, "authorization-repeated", "the Authorization header holds more than one set of credentials");
}

function parseCredentials(
  header: string,
  reader: ParameterReader,
  problems: Problems,
): readonly ReceivedParameter[] | undefined {
  try {
    return reader.header(header);
  } catch (error) {
    if (JOINED_RE.test(header)) return repeated(problems);
    const isDuplicate = error instanceof OAuth1Error && error.code === "parameter-duplicated";
    // The error's own message tells a place and a name and never a value; a lone surrogate is told by its number.
    const message = error instanceof OAuth1Error ? error.message : "the Authorization header cannot be read";
    return found(problems, isDuplicate ? "parameter-duplicated" : "authorization-malformed", message);
  }
}

interface FormBody {
  readonly pairs: readonly ReceivedParameter[];
  readonly redecode: Redecode;
  readonly isOther: boolean;
}

const asItIs: Redecode = (text) => text;
const NO_BODY: FormBody = { pairs: NONE, redecode: asItIs, isOther: false };
const OTHER_BODY: FormBody = { pairs: NONE, redecode: asItIs, isOther: true };

/** A form is a form with every HTTP method; no other media type is one, whatever it holds. */
function readBody(
  { body, contentType }: Received,
  room: number,
  reader: ParameterReader,
  limits: Limits,
  problems: Problems,
): FormBody | undefined {
  if (body.length === 0) return NO_BODY;
  if (typeof body === "string" && !body.isWellFormed()) {
    return found(problems, "body-malformed", "the body holds a lone surrogate, which has no UTF-8");
  }
  if (contentType.length === 0) return OTHER_BODY;
  if (contentType.length > 1) {
    return found(problems, "body-malformed", `there are ${contentType.length} Content-Type headers`);
  }
  const type = readContentType(contentType[0]!);
  if (type === undefined) {
    return found(problems, "body-malformed", `Content-Type cannot be read: ${quote(contentType[0]!)}`);
  }
  if (!type.isForm) return OTHER_BODY;
  const redecode = decoderFor(type.charset);
  if (redecode === undefined) {
    return found(problems, "body-malformed", `the form has a charset that cannot be decoded: ${quote(type.charset!)}`);
  }
  const pairs = readForm(octetsIn(body), "body", room, reader, limits, problems);
  return pairs && { pairs, redecode, isOther: false };
}

/**
 * @param form - one character for each octet
 * @param room - how many parameters there may be
 */
function readForm(
  form: string,
  origin: ParameterOrigin,
  room: number,
  reader: ParameterReader,
  limits: Limits,
  problems: Problems,
): ReceivedParameter[] | undefined {
  const parameters = reader.form(form, origin, room);
  if (parameters === undefined) return exceeded(problems, "the request", limits.parameters, "parameters");
  return checkLengths(parameters, limits, origin, problems) ? parameters : undefined;
}

const NON_ASCII_RE = /[^\x00-\x7f]/;

/** The octets as text, one character for each. */
function octetsIn(body: string | Uint8Array): string {
  if (Buffer.isBuffer(body)) return body.toString("latin1");
  if (typeof body !== "string") return Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
  return NON_ASCII_RE.test(body) ? Buffer.from(body, "utf8").toString("latin1") : body;
}
