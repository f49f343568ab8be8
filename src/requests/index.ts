/** Reads one request in any of the supported formats. */

import type { SigningInput } from "../model/index.ts";
import { utf8Text } from "../platform/index.ts";
import { cmdWords } from "./cmd-words.ts";
import { readCurlCommand } from "./curl-command.ts";
import { readFetchCall } from "./fetch-call.ts";
import { readHttpieCommand } from "./httpie-command.ts";
import { inputError, RequestTextError } from "./input-error.ts";
import { readJsonRequest } from "./json-request.ts";
import type { PastedRequest } from "./pasted-request.ts";
import { withoutComments, withoutMark, withoutPrompt } from "./pasted-text.ts";
import { readPowerShell } from "./power-shell.ts";
import { type RawHttpOptions, readRawHttp } from "./raw-http.ts";
import { requestInLog } from "./request-log.ts";
import { shellWords } from "./shell-words.ts";

export { type PastedRequest, SCHEMES, type Scheme, schemeOf, withScheme } from "./pasted-request.ts";

/** The formats by name, as `--format` accepts them. */
export const REQUEST_FORMATS = ["json", "powershell", "cmd", "curl", "httpie", "fetch", "http"] as const;

/** One of {@link REQUEST_FORMATS}. */
export type RequestFormat = (typeof REQUEST_FORMATS)[number];

/** What the user knows about the request. */
export interface RequestOptions extends RawHttpOptions {
  /** @default detected from the text */
  readonly format?: RequestFormat | undefined;
  /** The number of a request in a HAR file, a Postman collection or a log, or a part of its URL. */
  readonly entry?: string | undefined;
}

interface Reader {
  /** What a text of this format begins with. */
  readonly start: RegExp;
  /** In megabytes. HAR files contain responses too. */
  readonly largest: number;
  /** @param octets without comments; `text` is the same without a prompt */
  readonly read: (text: string, octets: Uint8Array, options: RequestOptions) => PastedRequest | SigningInput;
}

const CURL = String.raw`^(?:\S{0,200}[\\/])?curl(?:\.exe)?\s`;

/** The first reader whose `start` matches reads the text. */
const READERS: Readonly<Record<RequestFormat, Reader>> = {
  json: {
    start: /^(?:\{|\[\s*(?:[[{"\]]|$))/,
    largest: 64,
    read: (text, _, { entry }) => readJsonRequest(text, entry),
  },
  powershell: {
    start: /^(?:\$\w+(?:\.\w+)*\s*[=(]|Invoke-(?:WebRequest|RestMethod)\s|(?:iwr|irm)\s|(?:curl|wget)\s[^\n]*-Uri\s)/i,
    largest: 4,
    read: readPowerShell,
  },
  cmd: {
    start: new RegExp(`${CURL}[^]*?\\^(?:"|\\r?\\n)`),
    largest: 4,
    read: (text) => readCurlCommand(cmdWords(text)),
  },
  curl: { start: new RegExp(CURL), largest: 4, read: (text) => readCurlCommand(shellWords(withoutBackticks(text))) },
  httpie: { start: /^https?[ \t]/, largest: 4, read: (text) => readHttpieCommand(shellWords(text)) },
  fetch: { start: /^(?:(?:const|let|var)\s+\w+\s*=\s*)?(?:await\s+)?fetch\s*\(/, largest: 4, read: readFetchCall },
  http: { start: /^/, largest: 4, read: (_, octets, options) => readHttp(octets, options) },
};

/** Raw HTTP, or the log of a program. */
function readHttp(octets: Uint8Array, options: RequestOptions): PastedRequest {
  const logged = requestInLog(octets, options.entry);
  if (logged === undefined) checkNoEntry(options);
  return readRawHttp(logged ?? octets, options);
}

function checkNoEntry({ entry }: RequestOptions): void {
  if (entry === undefined) return;
  throw new RequestTextError(
    "--entry is only for HAR files, Postman collections and logs",
    "leave it out: the file has one request",
  );
}

/** PowerShell continues lines and escapes quotes with backticks, including those of curl.exe. */
function withoutBackticks(text: string): string {
  return /`\r?\n/.test(text) ? text.replace(/`(\r?\n|")/g, "\\$1") : text;
}

/**
 * Reads a request. Without a format, the beginning of the text determines it.
 *
 * @throws {@link RequestTextError} if the text is not one request in a known format
 */
export function readRequest(given: Uint8Array, options: RequestOptions = {}): PastedRequest | SigningInput {
  const octets = withoutComments(withoutMark(given));
  const text = withoutPrompt(utf8Text(octets));
  const start = text.trimStart();
  if (start === "") throw new RequestTextError("expected a request, got an empty file");
  const format = options.format ?? REQUEST_FORMATS.find((name) => READERS[name].start.test(start))!;
  const { largest, read } = READERS[format];
  if (given.length > largest * 2 ** 20) {
    const size = `${Math.ceil(given.length / 2 ** 20)} MB`;
    throw inputError(undefined, `at most ${largest} MB`, size, "save only the request that you want to explain");
  }
  if (format !== "json" && format !== "http") checkNoEntry(options);
  return read(text, octets, options);
}
