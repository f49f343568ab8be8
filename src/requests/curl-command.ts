/** Reads a request from the words of a curl command, as browsers and API tools copy it, or of a wget command. */

import type { HttpRequest } from "../model/index.ts";
import { base64Text, utf8Octets } from "../platform/index.ts";
import { withQuery } from "./http-text.ts";
import { described, inputError, quoted, RequestTextError } from "./input-error.ts";
import { percentEncodedText } from "./literals.ts";
import { FORM_TYPE, requestWith } from "./pasted-request.ts";

const RAW_HINT = "give the request as raw HTTP instead";

interface Draft {
  method?: string;
  url?: string;
  readonly headers: [string, string][];
  readonly data: string[];
  readonly query: string[];
  isGet: boolean;
}

type Apply = (draft: Draft, value: string) => void;

const addData: Apply = ({ data }, value) => {
  data.push(value);
};
/** Refuses data that curl would read from a file. */
const checkNoFile = (value: string, isFile = value.startsWith("@")): void => {
  if (isFile) throw inputError(undefined, "data in the command itself", `the file ${quoted(value)}`, RAW_HINT);
};
const addReadableData: Apply = (draft, value) => {
  checkNoFile(value);
  addData(draft, value.replace(/[\r\n]/g, ""));
};
const setMethod: Apply = (draft, value) => {
  draft.method = value;
};
const addHeader = (draft: Draft, name: string, value: string): void => {
  draft.headers.push([name, value]);
};

/** Options with a value. */
const VALUED: Readonly<Record<string, Apply>> = {
  "--request": setMethod,
  "--url": (draft, value) => {
    draft.url = value;
  },
  "--header": (draft, value) => {
    const [, name, content] = /^([^:;]+)[:;](.*)$/s.exec(value) ?? [];
    if (name === undefined) throw inputError(undefined, "-H 'Name: value'", described(value));
    addHeader(draft, name, content!.trim());
  },
  "--data": addReadableData,
  "--data-ascii": addReadableData,
  "--data-raw": addData,
  "--data-binary": (draft, value) => {
    checkNoFile(value);
    addData(draft, value);
  },
  "--data-urlencode": (draft, value) => addData(draft, urlEncoded(value)),
  "--json": (draft, value) => {
    addData(draft, value);
    addHeader(draft, "Content-Type", "application/json");
  },
  "--user": (draft, value) => addHeader(draft, "Authorization", `Basic ${base64Text(utf8Octets(value))}`),
  "--user-agent": (draft, value) => addHeader(draft, "User-Agent", value),
  "--referer": (draft, value) => addHeader(draft, "Referer", value),
  "--cookie": (draft, value) => addHeader(draft, "Cookie", value),
  "--oauth2-bearer": (draft, value) => addHeader(draft, "Authorization", `Bearer ${value}`),
  "--url-query": (draft, value) => draft.query.push(urlEncoded(value)),
  // The options of wget.
  "--post-data": addData,
  "--body-data": addData,
  "--method": setMethod,
  ...ignored(
    "output max-time connect-timeout proxy cacert retry resolve write-out cert key dump-header cookie-jar max-redirs",
    "stderr trace trace-ascii connect-to interface keepalive-time limit-rate retry-delay noproxy proxy-user",
    "cert-type key-type pass ciphers tls-max retry-max-time max-filesize output-document tries timeout",
  ),
};

/** Options without a value. */
const FLAGS: Readonly<Record<string, (draft: Draft) => void>> = {
  "--get": (draft) => {
    draft.isGet = true;
  },
  "--head": (draft) => {
    draft.method ??= "HEAD";
  },
  ...ignored(
    "silent show-error insecure include verbose location compressed fail globoff path-as-is http1.0 http1.1 http2 http3",
    "http2-prior-knowledge no-keepalive no-buffer fail-with-body progress-bar tlsv1.2 tlsv1.3 ipv4 ipv6 location-trusted",
    "disable raw trace-time ssl-no-revoke no-progress-meter fail-early retry-all-errors retry-connrefused create-dirs",
    "remote-name remote-header-name styled-output tcp-nodelay quiet no-verbose no-check-certificate server-response",
  ),
};

/** Options that do not change the request. */
function ignored(...names: readonly string[]): Record<string, () => void> {
  return Object.fromEntries(names.flatMap((some) => some.split(" ")).map((name) => [`--${name}`, () => {}]));
}

/** The long names of options of one character. */
const SHORT: ReadonlyMap<string, string> = new Map(
  [
    "X request H header d data u user A user-agent e referer b cookie o output m max-time x proxy w write-out G get I head",
    "s silent S show-error k insecure i include v verbose L location f fail g globoff q disable N no-buffer D dump-header",
    "c cookie-jar E cert U proxy-user O remote-name J remote-header-name # progress-bar 0 http1.0 4 ipv4 6 ipv6",
  ].flatMap((names) => Array.from(names.matchAll(/(\S) (\S+)/g), ([, short, long]) => [short!, `--${long}`] as const)),
);

/** Refuses unknown options, because they may change the request. */
export function readCurlCommand([, ...words]: readonly string[]): HttpRequest {
  const draft: Draft = { headers: [], data: [], query: [], isGet: false };
  const queue = words.flatMap(separated).reverse();
  while (queue.length > 0) {
    const word = queue.pop()!;
    if (!word.startsWith("-") || word === "-") {
      if (draft.url !== undefined) throw inputError(undefined, "one URL", "two; a value with spaces needs quotes");
      draft.url = word;
    } else if (VALUED[word] !== undefined) {
      const value = queue.pop();
      if (value === undefined) throw inputError(undefined, `a value after ${word}`, "the end of the command");
      VALUED[word](draft, value);
    } else if (FLAGS[word] !== undefined) FLAGS[word](draft);
    else throw new RequestTextError(`the curl option ${quoted(word.replace(/=.*/s, ""))} is not supported`, RAW_HINT);
  }
  return requestOf(draft);
}

/** Splits `-XPOST`, `-sSL` and `--data=x` into options and values. */
function separated(word: string): string[] {
  const [, long, value] = /^(--[a-z0-9.-]+)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined && VALUED[long] !== undefined) return [long, value ?? ""];
  if (!/^-[A-Za-z0-9#]/.test(word)) return [word];
  const options: string[] = [];
  for (let at = 1; at < word.length; at++) {
    const name = SHORT.get(word[at]!);
    options.push(name ?? `-${word[at]}`);
    // The rest after an option with a value is the value; the rest after an unknown option is not read.
    const rest = name !== undefined && VALUED[name] !== undefined ? word.slice(at + 1) : "";
    if (rest !== "") options.push(rest);
    if (rest !== "" || name === undefined) break;
  }
  return options;
}

function requestOf({ method, url, headers, data, query, isGet }: Draft): HttpRequest {
  if (url === undefined) throw inputError(undefined, "a URL in the curl command", "none");
  const joined = data.join("&");
  const inQuery = [...query, ...(isGet && data.length > 0 ? [joined] : [])].join("&");
  const absolute = withQuery(/^https?:\/\//i.test(url) ? url : `http://${url}`, inQuery);
  const body = data.length === 0 || isGet ? undefined : joined;
  const implied = body === undefined ? "GET" : "POST";
  return requestWith({ method: method ?? implied, url: absolute, headers, body }, FORM_TYPE);
}

/** Accepts the same forms as curl: `name=content`, `=content` or `content`. */
function urlEncoded(value: string): string {
  checkNoFile(value, /^[^=]*@/.test(value));
  const equals = value.indexOf("=");
  if (equals === -1) return percentEncodedText(value);
  return equals === 0
    ? percentEncodedText(value.slice(1))
    : `${value.slice(0, equals)}=${percentEncodedText(value.slice(equals + 1))}`;
}
