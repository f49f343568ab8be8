/** Reads one request in any of the supported formats. */

import type { SigningInput } from "../model/index.ts";
import { latin1Octets, latin1Text, utf8Text } from "../platform/index.ts";
import { EntryNotChosenError } from "./choose-entry.ts";
import { cmdWords } from "./cmd-words.ts";
import { readCurlCommand } from "./curl-command.ts";
import { readFetchCall } from "./fetch-call.ts";
import { readHtmlForm } from "./html-form.ts";
import { isHttpFile, readHttpFile } from "./http-file.ts";
import { readHttpieCommand } from "./httpie-command.ts";
import { RequestTextError } from "./input-error.ts";
import { readJsonRequest, UnknownShapeError } from "./json-request.ts";
import { languageOfText } from "./kinds-of-text.ts";
import { withoutEntities } from "./literals.ts";
import { hasNoForm } from "./missing-body.ts";
import { type PastedRequest, withRepair } from "./pasted-request.ts";
import {
  fromCommand,
  withoutComments,
  withoutFences,
  withoutMark,
  withoutPrompt,
  withPlainQuotes,
} from "./pasted-text.ts";
import { readPowerShell } from "./power-shell.ts";
import { headerValue, readRawHttp } from "./raw-http.ts";
import { REQUEST_FORMATS, type RequestFormat } from "./request-formats.ts";
import { hasLabelledBody, type LogOptions, requestOfLines } from "./request-in-lines.ts";
import { shellWords } from "./shell-words.ts";
import { withoutContainer, withoutLayout, withoutLogger } from "./text-layouts.ts";
import { checkLimits } from "./text-limits.ts";
import type { AddressOptions } from "./values/address-of-values.ts";
import { requestOfValues } from "./values/request-of-values.ts";

export { type PastedRequest, SCHEMES, type Scheme, withScheme } from "./pasted-request.ts";
export { REQUEST_FORMATS, type RequestFormat } from "./request-formats.ts";

/** What the user knows about the request. */
export interface RequestOptions extends LogOptions, AddressOptions {
  /** @default detected from the text */
  readonly format?: RequestFormat | undefined;
}

interface Reader {
  /** What a text of this format begins with. */
  readonly start: RegExp;
  /** @param octets without comments; `text` is their text without a prompt */
  readonly read: (text: string, octets: Uint8Array, options: RequestOptions) => PastedRequest | SigningInput;
}

const CURL = String.raw`^(?:\S{0,200}[\\/])?(?:curl(?:\.exe)?|wget)\s`;

/** The first reader whose `start` matches reads the text. */
const READERS: Readonly<Record<RequestFormat, Reader>> = {
  json: {
    start: /^(?:\{|\[\s*(?:[[{"\]]|$))/,
    read: readJson,
  },
  powershell: {
    start:
      /^(?:\$\w+(?:\.\w+)*\s*[=(](?=[\s\S]*?(?:Invoke-|\b(?:iwr|irm|curl|wget)\s))|Invoke-(?:WebRequest|RestMethod)\s|(?:iwr|irm)\s|(?:curl|wget)\s[^\n]*-Uri\s)/i,
    read: readPowerShell,
  },
  cmd: {
    start: new RegExp(`${CURL}[^]*?\\^(?:"|\\r?\\n)`),
    read: (text) => readCurlCommand(cmdWords(text)),
  },
  curl: { start: new RegExp(CURL), read: (text) => readCurlCommand(curlWords(text)) },
  httpie: { start: /^https?[ \t]/, read: (text) => readHttpieCommand(shellWords(text)) },
  fetch: { start: /^(?:(?:const|let|var)\s+\w+\s*=\s*)?(?:await\s+)?fetch\s*\(/, read: readFetchCall },
  http: { start: /^/, read: (_, octets, options) => readHttp(octets, options) },
};

/** Reads JSON of a known shape, or any other text in brackets that contains a signed request. */
function readJson(text: string, octets: Uint8Array, options: RequestOptions): PastedRequest | SigningInput {
  const readings = [
    () => readJsonRequest(text, options.entry),
    () => requestOfValues(withoutLogger(latin1Text(octets)), options),
  ];
  return firstSigned(text, readings, (error) => !(error instanceof UnknownShapeError));
}

/** What raw HTTP begins with; its body may contain a log. Other words are a request line only if a version follows. */
const RAW_RE =
  /^\s*(?:[A-Z]+ (?:\/|https?:)\S*\r?(?:\n|$)|[A-Z*]{1,20} (?:\/|https?:)(?:[^\n]*\S)? HTTP\/[0-9.]+\r?(?:\n|$)|:[a-z])/i;
const SPACE_IN_TARGET_RE = /^\s*[A-Z*]{1,20} (?:\/|https?:)\S* [^\n]*\S HTTP\/[0-9.]+\r?(?:\n|$)/i;
const VERSION_RE = /^\s*\S+ [^\n]* HTTP\/[0-9.]+\r?\n/;
/** A page, or the source of a page, in which quotation marks or ampersands are character references. */
const ENTITY_RE = /^\s*<(?! ?[A-Z]{3,7} |https?:)|oauth_\w{1,40}=&(?:quot|#34|#x22);|&amp;oauth_\w{1,40}=/i;

/** Reads raw HTTP, a file of HTTP requests, a form of a page, the log of a program, or any text with a signed request. */
function readHttp(octets: Uint8Array, options: RequestOptions): PastedRequest {
  const given = latin1Text(octets);
  if (isHttpFile(given)) return readHttpFile(given, options.entry, options);
  const isRaw = RAW_RE.test(given) && (VERSION_RE.test(given) || !hasLabelledBody(given));
  const raw = isRaw ? attempt(() => readRawHttp(octets, options)) : undefined;
  // With a space in the target, other readers would leave out what follows the space.
  if (raw !== undefined && (SPACE_IN_TARGET_RE.test(given) || ("value" in raw && isWhole(raw.value, given)))) {
    checkNoEntry(options);
    return resultOf(raw);
  }
  const isPage = ENTITY_RE.test(given);
  const text = withoutLayout(
    isPage ? withoutEntities(given.replace(/<!\[CDATA\[|\]\]>|<[^>]{0,999}>/g, "")).trimStart() : given,
  );
  const readings = [
    () => raw && resultOf(raw),
    () => (raw === undefined ? readHtmlForm(given, options.entry) : undefined),
    () => (text !== given && RAW_RE.test(text) ? readLaidOut(text, isPage, options) : undefined),
    () => (raw === undefined || SIGNATURE_RE.test(text) ? requestOfLines(text, options) : undefined),
    () => requestOfValues(withoutLogger(text), options),
    () => readRawHttp(octets, options),
  ];
  return firstSigned(text, readings, (error) => error instanceof EntryNotChosenError);
}

/**
 * The first reading that contains the signature of the text, and the whole body: some programs write header fields and body in another
 * order or notation. Otherwise, the first reading with the signature, or else the first reading. If all fail, throws an error.
 *
 * @param isFinal whether an error ends the search
 */
function firstSigned<Request extends PastedRequest | SigningInput>(
  text: string,
  readings: readonly (() => Request | undefined)[],
  isFinal: (error: unknown) => boolean,
): Request {
  const partial: Request[] = [];
  const unsigned: Request[] = [];
  const errors: unknown[] = [];
  for (const read of readings) {
    const found = attempt(read);
    if ("error" in found) {
      if (partial.length === 0 && isFinal(found.error)) throw found.error;
      errors.push(found.error);
    } else if (found.value !== undefined) {
      if (isUnsignedIn(found.value, text)) unsigned.push(found.value);
      else if (isBodyMissing(found.value)) partial.push(found.value);
      else return found.value;
    }
  }
  const [best] = [...partial, ...unsigned];
  if (best !== undefined) return best;
  throw errors.find((error) => !(error instanceof UnknownShapeError)) ?? errors[0];
}

/** Whether raw HTTP is a whole request, and not a log in which only some lines look like header fields. */
function isWhole({ headers }: PastedRequest, text: string): boolean {
  const isOfRequest = headers.some(([name]) => /^(?:host|authorization|content-type)$/i.test(name));
  return isOfRequest || (headers.length > 0 && VERSION_RE.test(text));
}

type Attempt<Value> = { readonly value: Value } | { readonly error: unknown };

function attempt<Value>(read: () => Value): Attempt<Value> {
  try {
    return { value: read() };
  } catch (error) {
    return { error };
  }
}

function resultOf<Value>(attempted: Attempt<Value>): Value {
  if ("value" in attempted) return attempted.value;
  throw attempted.error;
}

const SIGNATURE_RE = /oauth_signature(?!_method)/;

/** Whether a text contains a signature, and the request that was read from it does not. */
function isUnsignedIn(request: PastedRequest | SigningInput, text: string): boolean {
  if ("signatureMethod" in request || !SIGNATURE_RE.test(text)) return false;
  const { url, headers, body = new Uint8Array() } = request;
  const isOfOAuth = ([name, value]: readonly [string, string]): boolean =>
    /^(?:authorization|(?:x-)?oauth_signature)$/i.test(name) || /^\s*OAuth\b/i.test(value);
  // Some clients send each protocol parameter as a header field, or write the header in another notation.
  const inHead = [url, ...headers.filter(isOfOAuth).flat()];
  return (
    !inHead.some((one) => /oauth_signature(?!_method)/i.test(one)) && !/(?:^|&)oauth_signature=/.test(latin1Text(body))
  );
}

/** Whether the body is shorter than Content-Length, or empty although the type is a form and no length is given. */
function isBodyMissing(request: PastedRequest | SigningInput): boolean {
  if ("signatureMethod" in request) return false;
  const { headers, body = new Uint8Array() } = request;
  const length = headerValue("content-length", headers);
  return length === "" ? hasNoForm(request) : body.length < Number(length);
}

/** Reads raw HTTP in a page or in a tool's layout. */
function readLaidOut(text: string, isPage: boolean, options: RequestOptions): PastedRequest {
  const what = isPage ? "tags were removed, and character references were decoded" : "the layout of a tool was undone";
  return withRepair(readRawHttp(latin1Octets(text), options), what);
}

function checkNoEntry({ entry }: RequestOptions): void {
  if (entry === undefined) return;
  throw new RequestTextError(
    "--entry is only for HAR files, Postman collections, .http files and logs",
    "leave it out: the file has one request",
  );
}

/**
 * The words of a curl command. PowerShell continues lines and escapes quotes with backticks, and programs that it starts, such as
 * curl.exe, need a backslash before a quotation mark even in single quotes.
 */
function curlWords(text: string): string[] {
  const words = shellWords(/`\r?\n/.test(text) ? text.replace(/`(\r?\n|")/g, "\\$1") : text);
  return /^\s*\S*curl\.exe\s/.test(text) ? words.map((word) => word.replaceAll('\\"', '"')) : words;
}

/**
 * Reads a request. Without a format, the beginning of the text determines it.
 *
 * @throws {@link RequestTextError} if the text is not one request in a known format
 */
export function readRequest(given: Uint8Array, options: RequestOptions = {}): PastedRequest | SigningInput {
  const unmarked = withoutMark(given);
  const whole = latin1Text(unmarked);
  const isJson = options.format === undefined ? READERS.json.start.test(whole.trimStart()) : options.format === "json";
  checkLimits(whole, isJson ? "json" : "text", "a request", "save only the request that you want to explain");
  const plain = withPlainQuotes(unmarked);
  const marked = withoutContainer(withoutFences(plain));
  // The comments of a file of HTTP requests separate the requests.
  const octets = isHttpFile(latin1Text(marked)) ? marked : fromCommand(withoutComments(marked));
  const text = withoutPrompt(utf8Text(octets));
  const start = text.trimStart();
  if (start === "") throw new RequestTextError("expected a request, got an empty file");
  const format = options.format ?? REQUEST_FORMATS.find((name) => READERS[name].start.test(start))!;
  if (format !== "json" && format !== "http") checkNoEntry(options);
  // A command may stand above the log that it printed.
  const readings = (options.format === undefined && format !== "http" ? [format, "http" as const] : [format]).map(
    (name) => () => READERS[name].read(text, octets, options),
  );
  const read = firstSigned(text, readings, () => true);
  const isReplaced = plain !== unmarked && !("signatureMethod" in read);
  const request = isReplaced ? withRepair(read, "typographic quotation marks were replaced by plain ones") : read;
  if (!("repairs" in request) || request.repairs === undefined) return request;
  const language = languageOfText(whole);
  return language === undefined ? request : { ...request, language };
}
