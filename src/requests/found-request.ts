/**
 * Finds a request anywhere in a text, whatever wrote it. The lines after a request line are its header fields and its body: the text
 * before them, such as the time, is removed from them, and so are the quotation marks of literals. Without such lines, the request is put
 * together from the values that have names in the text: the dump of an object, the event of a function, a table.
 */

import { specification } from "../model/index.ts";
import type { HeaderField } from "../oauth1/index.ts";
import { base64Octets, latin1Octets, latin1Text } from "../platform/index.ts";
import { chooseEntry } from "./choose-entry.ts";
import { targetOf, withQuery } from "./http-text.ts";
import { inputError, lineAt, RequestTextError } from "./input-error.ts";
import { languageOfText } from "./kinds-of-text.ts";
import { octetsOfLiteral, percentEncoded } from "./literals.ts";
import { type Bracket, type NamedValue, namedValues } from "./named-values.ts";
import { FORM_TYPE, type PastedRequest, withRepair } from "./pasted-request.ts";
import { absoluteUrl, PRINTED_RESPONSE, type RawHttpOptions, readRawHttp, type Url } from "./raw-http.ts";
import { prefixPattern } from "./text-layouts.ts";

/** The names of values, without case and separators. */
const NAMES = {
  method: /^(?:(?:http|request)?method|(?:http)?verb)$/,
  url: /^(?:(?:request|full|absolute|target)?ur[li]|href|endpoint|resource)$/,
  host: /^(?:(?:http)?host|hostname|authority|domainname|servername)$/,
  path: /^(?:(?:raw|full)?path|path(?:name|info)|filename|(?:request|original)?ur[li]|requesttarget)$/,
  query: /^(?:(?:raw)?querystring|search|query)$/,
  body: /^(?:(?:request|raw|updated|http)?body|data|payload|form(?:data)?|postdata|postfields|content|text|reader)$/,
  port: /^port$/,
  scheme: /^(?:xforwardedproto|(?:(?:wsgi|rack)?url)?scheme|protocol)$/,
  base: /^base(?:url|uri)$/,
} as const;
/** The brackets around pairs that are sent in the query. */
const QUERY_BRACKETS_RE = /^(?:params|query|qs|querystringparameters|queryparams|args|get)$/;
const BODY_BRACKETS =
  "postform form formdata formparams requestbody fields postfields post data parameters postdata body".split(" ");
/** The request does not contain what these brackets contain, nor what follows such a line. */
const RESPONSE_RE = /^(?:response.*|res|reply)$/;
const HEADING_RE = /^\W{0,20}(?:response|(request))[\w ]{0,30}:?\s*$/i;
const STATUS_RE = /^(?:http|response)?status(?:code)?$/;
/** The header fields that matter for the signature or its explanation. */
const FIELDS = ["content-type", "content-length", "user-agent", "host"];

/** An Authorization header in any quotation marks. */
const OAUTH_RE = /\bOAuth\s+(?:[\w.~%-]{1,100}\s?=\s?"[^"\n]{0,4000}"[\s,]{0,9}){2,99}/g;
const URL_RE = /\bhttps?:\/\/[^\s"'`<>\\|{}]+/g;
/** A method before an address, or before the address of a log of Rails; Bruno writes a method before a bracket. */
const METHOD_RE =
  /(?<![\w-])(?<method>GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)(?:(?: request)?(?: to)? ["']?|["']?, ?["'])(?=https?:\/\/|\/)(?<target>(?:[^\s"'<>{}|,]|,(?![\s{[<]))*)|^[ \t]*(?<line>GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)[ \t]*\r?$|(?:^|\.)(?<call>get|post|put|delete|patch|head|options)(?: \{$|\(\s{0,99}["'](?=https?:))/gm;
/** What the client signed, for a text that does not contain the method otherwise. */
const BASE_STRING_RE = /\b(GET|POST|PUT|DELETE|PATCH)&https?%3A%2F%2F/;
const METHOD_NAMES = /^(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)$/;

/** The options of a search. */
export interface SearchOptions extends RawHttpOptions {
  /** The address of the service, if the text does not contain it. */
  readonly origin?: readonly string[] | undefined;
  /** The number of a request in a HAR file, a Postman collection or a log, or a part of its URL. */
  readonly entry?: string | undefined;
}

/**
 * Puts the only signed request in a text together from the values that it contains.
 *
 * @param whole each octet is a character from U+0000 to U+00FF
 * @returns `undefined` if the text contains no `oauth_signature`
 * @throws {@link RequestTextError} if the text contains several requests, or not all of one
 */
export function requestOfValues(whole: string, options: SearchOptions): PastedRequest | undefined {
  const text = [withoutResponse(whole), whole].find((one) => SIGNATURE_RE.test(one));
  if (text === undefined) return undefined;
  if (text.length > LARGEST) {
    const got = `${Math.ceil(text.length / 1024)} KB`;
    throw inputError(undefined, `a text of at most ${LARGEST / 1024} KB around the request`, got, WAY_OUT);
  }
  const all = withListedPairs(namedValues(text));
  const message = all.find(
    ({ value }) => /^[A-Z]{3,20} \S+ HTTP\/[0-9.]+\r?\n/.test(value) && value.includes("oauth_"),
  );
  if (message !== undefined) {
    return withRepair(readRawHttp(latin1Octets(message.value), options), "the escapes of a literal were undone");
  }
  const { own, others } = valuesOfRequest(all);
  const values = [...own, ...others];
  const where = `line ${lineAt(text, text.search(SIGNATURE_RE))}`;
  const authorization = only(
    [...octetsOfLiteral(text).matchAll(OAUTH_RE)].map(([header]) => header.replace(/[\s,]+$/, "")).filter(isSigned),
    "Authorization header",
  );
  const { method, url, ...assumed } = addressIn(text, values, options, where);
  const parts = [method, url, ...(/^((https?):\/\/([^/?#]*)([^?#]*))/i.exec(url) ?? [])];
  const isAddress = ({ name, value }: NamedValue): boolean =>
    (["method", "url", "host", "path", "scheme"] as const).some((kind) => isOf(kind, name)) &&
    (parts.includes(value) || parts.includes(value.toUpperCase()));
  const pairs = authorization === undefined ? signedPairs(values).filter((one) => !isAddress(one)) : [];
  // Beside a header, brackets with protocol parameters contain what was signed.
  const signedIn = new Set(
    values.flatMap(({ name, within }) => (name.startsWith("oauth_") && within.outer !== undefined ? [within] : [])),
  );
  const sentValues = authorization === undefined ? values : values.filter(({ within }) => !signedIn.has(within));
  const headers = FIELDS.flatMap((name): [string, string][] => {
    const value = values.find((one) => plain(one.name) === plain(name) && one.value !== "")?.value;
    return value === undefined || name === "host" ? [] : [[name, value]];
  });
  if (authorization !== undefined) headers.push(["Authorization", authorization]);
  const isQuery = pairs.length > 0 && (method === "GET" || QUERY_BRACKETS_RE.test(plain(pairs[0]!.within.name)));
  const hasBody = !/^(?:GET|HEAD)$/.test(method ?? (isQuery || isSigned(url) ? "GET" : "POST"));
  const written = isQuery ? undefined : bodyOfValues(hasBody ? sentValues : own, pairs, headers, hasBody ? text : "");
  const listed = isQuery ? pairs : pairsIn(sentValues, QUERY_BRACKETS_RE);
  // Ruby's params, and those of any request that has a form, are the form; others are the query.
  const isParamsForm =
    hasBody && !isQuery && written === undefined && (hasFormType(headers) || languageOfText(text) === "Ruby");
  const inForm = isParamsForm ? pairsIn(listed, /^params$/) : [];
  const inQuery = listed.filter((pair) => !inForm.includes(pair));
  const body = written ?? inForm;
  const sent = typeof body === "string" ? body : formOf(body);
  const isForm = FORM_RE.test(sent ?? "") || UNENCODED_FORM_RE.test(sent ?? "");
  const hasType = headers.some(([name]) => name === "content-type");
  if (isForm && !hasType) headers.push(["content-type", FORM_TYPE]);
  const found = {
    url: withPairs(url, inQuery),
    headers,
    ...(sent === undefined ? {} : { body: latin1Octets(sent) }),
  };
  if (authorization === undefined && pairs.length === 0 && !isSigned(found.url) && !isSigned(sent ?? "")) {
    throw new RequestTextError(`${where} contains oauth_signature, but no signed request was found around it`, WAY_OUT);
  }
  const { repairs, ...unused } = unusedLines(
    octetsOfLiteral(text),
    sent,
    new Set([url, authorization ?? "", ...values.map(({ value }) => value)]),
    typeof body === "string" ? [] : unusedParameters(sentValues, [found.url.split("?", 2)[1] ?? "", sent ?? ""]),
  );
  const encoded = isQuery || typeof body === "string" ? pairs : body;

  return {
    method: method ?? (sent === undefined ? "GET" : "POST"),
    ...found,
    ...assumed,
    ...(method === undefined ? { methodIsAssumed: true } : {}),
    repairs: [
      "it was put together from values in the text",
      ...(encoded.length === 0 ? [] : [`values were encoded and written into the ${isQuery ? "query" : "form"}`]),
      ...(isForm && !hasType ? ["the Content-Type of a form was added"] : []),
      ...repairs,
    ],
    ...unused,
  };
}

/** In a larger text, a search would take seconds. */
const LARGEST = 2 ** 19;
const WAY_OUT =
  "give the request as raw HTTP: the method and the URL in the first line, the header fields, an empty line, the body";

const SIGNATURE_RE = /oauth_signature(?!_method)/i;
const isSigned = (text: string): boolean => /oauth_signature["']?\s*=/i.test(text);

/** A name without its case and its separators, and without the word before the name of a header field. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^header[ .:_-]+(?=.)/, "")
    .replace(/[^a-z0-9]/g, "");
}

function isOf(kind: keyof typeof NAMES, name: string): boolean {
  return NAMES[kind].test(plain(name));
}

/** The text with empty lines in place of those of the response. */
function withoutResponse(text: string): string {
  let isResponse = false;
  const lines = text.split("\n").map((line) => {
    const heading = HEADING_RE.exec(line);
    if (heading !== null) isResponse = heading[1] === undefined;
    return isResponse ? "" : line;
  });
  return lines.join("\n");
}

/** The values without those of the response: first those in the brackets of the address, which are surely of the request. */
function valuesOfRequest(all: readonly NamedValue[]): { own: NamedValue[]; others: NamedValue[] } {
  const isAddress = ({ name, value }: NamedValue): boolean =>
    plain(name) === "authorization" ||
    (isOf("method", name) && METHOD_NAMES.test(value.toUpperCase())) ||
    (isOf("url", name) && /^https?:/i.test(value));
  const isStatus = ({ name, value }: NamedValue): boolean => STATUS_RE.test(plain(name)) && /^\d{3}\b/.test(value);
  const requests = new Set(all.filter(isAddress).map(({ within }) => within));
  const statuses = new Map(all.flatMap((one, at) => (isStatus(one) ? [[one.within, at] as const] : [])));
  /** The value after which fields and a body in these brackets are of the response. In those of a request, it is the status. */
  const statusIn = (bracket: Bracket): number =>
    requests.has(bracket) || !statuses.has(bracket) ? (statuses.get(bracket) ?? Number.POSITIVE_INFINITY) : -1;
  const known = new Map<Bracket | undefined, number>([[undefined, Number.POSITIVE_INFINITY]]);
  /** The value after which everything in these brackets is of the response. Brackets may be nested as deep as the text is long. */
  const endOf = (innermost: Bracket): number => {
    const unknown: Bracket[] = [];
    for (let one: Bracket | undefined = innermost; one !== undefined && !known.has(one); one = one.outer)
      unknown.push(one);
    for (const bracket of unknown.reverse()) {
      const { name, outer } = bracket;
      const isResponse = outer !== undefined && RESPONSE_RE.test(plain(name));
      const areHeaders = outer !== undefined && name === "headers" && !requests.has(bracket);
      const own = isResponse ? -1 : areHeaders ? statusIn(outer) : Number.POSITIVE_INFINITY;
      known.set(bracket, Math.min(own, known.get(outer)!));
    }
    return known.get(innermost)!;
  };
  const isOfResponse = ({ name, within }: NamedValue, at: number): boolean => {
    const isField = within.outer !== undefined && FIELDS.some((field) => plain(field) === plain(name));
    const isBody = isOf("body", name) && !/^request/i.test(name);
    return at > endOf(within) || ((isField || isBody) && at > statusIn(within));
  };
  const values = all.filter((one, at) => !isOfResponse(one, at));
  const isOwn = ({ within }: NamedValue): boolean =>
    requests.has(within) || (within.outer !== undefined && requests.has(within.outer));
  return { own: values.filter(isOwn), others: values.filter((one) => !isOwn(one)) };
}

/** Whether a value with this name may be the body, or its parameters those of the request. */
export function mayContainParameters(name: string): boolean {
  return isOf("body", name) || BODY_BRACKETS.includes(plain(name)) || QUERY_BRACKETS_RE.test(plain(name));
}

/** The only one of several texts; `undefined` if there is none. */
function only(texts: readonly string[], what: string): string | undefined {
  const distinct = [...new Set(texts)];
  if (distinct.length < 2) return distinct[0];
  throw inputError(undefined, `one ${what}`, `${distinct.length}`, "keep only one request in the text");
}

/** The only URL of a text; a URL with a query is also written without it. */
function onlyUrl(urls: readonly string[]): string | undefined {
  const bare = (url: string): string =>
    url
      .replace(/[?#].*$/s, "")
      .replace(/:(?:443|80)(?=\/|$)/, "")
      .replace(/\/$/, "");
  const areOfOne = new Set(urls.map(bare)).size === 1;
  return areOfOne ? urls.reduce((one, other) => (other.length > one.length ? other : one)) : only(urls, "URL");
}

/** `{ name: "a", value: "b" }` and header lines in a list are values too. */
function withListedPairs(values: readonly NamedValue[]): NamedValue[] {
  return values.flatMap((one, index) => {
    const next = values[index + 1];
    const isPair = /^(?:name|key)$/i.test(one.name) && next?.name.toLowerCase() === "value";
    if (isPair) return [{ ...one, name: one.value, value: next.value, within: one.within.outer ?? one.within }];
    // PHP prints a header field as a list.
    const field = one.within.name;
    const isListed = one.name === "0" && one.within.outer !== undefined;
    if (isListed && [...FIELDS, "authorization"].includes(field.toLowerCase()))
      return [{ ...one, name: field, within: one.within.outer }];
    const [, name, value] = (/^(?:\d+|headers?)$/i.test(one.name) && /^([\w-]+): (.*)$/.exec(one.value)) || [];
    return [name === undefined ? one : { ...one, name, value: value! }];
  });
}

/** The values in the brackets with the signature. */
function signedPairs(values: readonly NamedValue[]): NamedValue[] {
  const signature = values.find(({ name }) => name === "oauth_signature");
  if (signature === undefined) return [];
  return values.filter(({ within }) => within === signature.within);
}

function pairsIn(values: readonly NamedValue[], brackets: RegExp): NamedValue[] {
  return values.filter(({ within: { name, outer } }) => brackets.test(plain(name === "" ? (outer?.name ?? "") : name)));
}

function hasFormType(headers: readonly HeaderField[]): boolean {
  return headers.some(([name, value]) => name === "content-type" && value.toLowerCase().startsWith(FORM_TYPE));
}

function formOf(pairs: readonly NamedValue[]): string | undefined {
  if (pairs.length === 0) return undefined;
  return pairs.map(({ name, value }) => [name, value].map(percentEncoded).join("=")).join("&");
}

/** The URL with the pairs whose names its query does not contain, because pairs in a text are often a copy of the query. */
function withPairs(url: string, pairs: readonly NamedValue[]): string {
  const query = specification.decodeForm(url.split("?", 2)[1] ?? "", specification);
  const names = query.map(([name]) => latin1Text(name));
  return withQuery(url, formOf(pairs.filter(({ name }) => !names.includes(name))) ?? "");
}

/**
 * The body: a value with its name, pairs, or a part of the text.
 *
 * @param text a text in which a line may be the body
 */
function bodyOfValues(
  values: readonly NamedValue[],
  signed: readonly NamedValue[],
  headers: readonly HeaderField[],
  text: string,
): string | readonly NamedValue[] | undefined {
  if (signed.length > 0) return signed;
  const length = headers.find(([name]) => name === "content-length")?.[1];
  const candidates = values.filter((one) => isOf("body", one.name) && !isNoBody(one));
  const written = (candidates.find(({ value }) => `${value.length}` === length) ?? candidates[0])?.value;
  const isBase64 = values.some(({ name, value }) => /^isbase64/i.test(name) && value.toLowerCase() === "true");
  if (written !== undefined) return (isBase64 && latin1Text(base64Octets(written) ?? new Uint8Array())) || written;
  if (text === "") return undefined;
  const others = values.filter((one) => !isNoBody(one));
  const inBrackets = BODY_BRACKETS.map((name) => pairsIn(others, new RegExp(`^${name}$`))).find(
    (one) => one.length > 0,
  );
  if (inBrackets !== undefined) return inBrackets;
  const lines = text
    .split(/\r?\n/)
    .map((line) =>
      line.replace(/^(?:body|data|payload|content)=(?=[^=&]+=)|^[})\]]+\s+|^.*\bReader:(?=[^}\s]*\})|\}.*/gi, ""),
    )
    .filter((line) => LONE_FORM_RE.test(line) && !/^oauth_/.test(line));
  return only(lines, "form");
}

/** Values that are no body: the kind of the body, its length, its address in the memory. */
const NO_BODY_RE = /^(?:[a-z-]*|null|nil|None|undefined|formUrlEncoded|\d+|0x[0-9a-f]+|\d+ bytes)$/;
const isNoBody = ({ name, value }: NamedValue): boolean => isOf("body", name) && NO_BODY_RE.test(value);
/** A form on a line of its own. */
const LONE_FORM_RE = /^[^\s=&:"'{<]+=[^\s"']*$/;

/** The parameters among the values that no form of the request contains: those in brackets such as `params: {`, at any depth. */
function unusedParameters(values: readonly NamedValue[], forms: readonly string[]): NamedValue[] {
  const known = new Map<Bracket | undefined, boolean>([[undefined, false]]);
  const areOfParameters = (innermost: Bracket): boolean => {
    const unknown: Bracket[] = [];
    for (let one: Bracket | undefined = innermost; one !== undefined && !known.has(one); one = one.outer)
      unknown.push(one);
    for (const bracket of unknown.reverse())
      known.set(bracket, mayContainParameters(bracket.name) || known.get(bracket.outer)!);
    return known.get(innermost)!;
  };
  const sent = forms.flatMap((form) => specification.decodeForm(form, specification));
  const keyOf = (name: string, value: string): string => `${percentEncoded(name)}=${percentEncoded(value)}`;
  const keys = new Set(sent.map(([name, value]) => keyOf(latin1Text(name), latin1Text(value))));
  return values.filter((one) => areOfParameters(one.within) && !isNoBody(one) && !keys.has(keyOf(one.name, one.value)));
}

/** Says which lines look like parameters and are no part of the request, and which of them is a form. */
function unusedLines(
  text: string,
  body: string | undefined,
  used: ReadonlySet<string>,
  parameters: readonly NamedValue[],
): { repairs: string[]; unusedForm?: number | undefined } {
  const inLines = text.split("\n").flatMap((line, index) => {
    const [form] = FORM_IN_LINE_RE.exec(line) ?? [];
    const [, value = form] = PARAMETER_LINE_RE.exec(line) ?? [];
    const isUsed =
      value === undefined ||
      (body !== undefined && body !== "" && line.includes(body)) ||
      [line.trim(), value, value.slice(1, -1), form ?? ""].some((one) => one !== "" && used.has(one));
    return isUsed ? [] : [{ number: index + 1, isForm: form !== undefined }];
  });
  const unused = [...inLines, ...parameters.map(({ line }) => ({ number: line, isForm: true }))];
  if (unused.length === 0) return { repairs: [] };
  const numbers = [...new Set(unused.map(({ number }) => number))].sort((one, other) => one - other);
  const [lines, were] = numbers.length === 1 ? ["line", "was"] : ["lines", "were"];
  return {
    repairs: [`${lines} ${numbers.slice(0, 5).join(", ")} of the text ${were} not used`],
    unusedForm: unused.find(({ isForm }) => isForm)?.number,
  };
}

const PARAMETER_LINE_RE = /^\s*[\w.[\]-]{1,60}\s?=(?!>)\s?([^\s{[(](?:.*[^\s,;])?)[\s,;]*$/;
/** Two or more parameters. */
const FORM_IN_LINE_RE =
  /(?<=(?:^|[\s"'])(?:\w{1,40}=[[(]?)?)(?!oauth_problem=)[^\s"'=&?:]{1,200}=[^\s"'=&]{0,9999}(?:&[^\s"'=&]{1,200}=[^\s"'=&]{0,9999})+/;

/** The method, unless the text contains none, and the URL. */
function addressIn(
  text: string,
  values: readonly NamedValue[],
  { origin = [], scheme }: SearchOptions,
  where: string,
): Url & { readonly method: string | undefined } {
  const valuesOf = (kind: keyof typeof NAMES): string[] =>
    values.flatMap(({ name, value }) => (isOf(kind, name) && value !== "" ? [value] : []));
  const lines = Array.from(octetsOfLiteral(text).matchAll(METHOD_RE), ({ groups = {} }) => groups);
  const methods = [
    ...valuesOf("method").map((one) => /^[:.]?([a-z]+)\b/i.exec(one)?.[1] ?? ""),
    ...lines.map(({ method: one, line, call = "" }) => one ?? line ?? call),
  ].map((one) => one.toUpperCase());
  const signed = BASE_STRING_RE.exec(text)?.[1];
  const method =
    only(
      methods.filter((one) => METHOD_NAMES.test(one)),
      "method",
    ) ?? signed;
  const absolute = (texts: readonly string[]): string[] => texts.filter((one) => /^https?:\/\/[^/]/i.test(one));
  const inText = [...octetsOfLiteral(text).matchAll(URL_RE)].map(([url]) => url.replace(/[,;:.)\]]+$/, ""));
  const candidates = [
    inText.filter(isSigned),
    absolute(valuesOf("url")),
    absolute(lines.map(({ target = "" }) => target.replace(/:$/, ""))),
  ].find(({ length }) => length > 0);
  const url = onlyUrl(candidates ?? []);
  if (url !== undefined) return { method, url };
  const path = [...valuesOf("path"), ...lines.map(({ target = "" }) => target)].find((one) => one.startsWith("/"));
  const [host] = valuesOf("host");
  const [base = absolute(valuesOf("base"))[0]] = origin;
  if (path !== undefined && (base ?? host) !== undefined) {
    const [query = ""] = path.includes("?") ? [] : valuesOf("query").filter((one) => !NO_BODY_RE.test(one));
    const target = `${path}${query === "" ? "" : `?${query.replace(/^\?/, "")}`}`;
    if (base !== undefined) return { method, url: base.replace(/\/$/, "") + target };
    const given = valuesOf("scheme").map((one) => one.toLowerCase().replace(/:$/, ""));
    const protocol = scheme ?? given.find((one) => /^https?$/.test(one));
    const port = valuesOf("port").find((one) => /^\d+$/.test(one) && !/^(?:80|443)$/.test(one));
    const authority = port === undefined || /:\d+$/.test(host!) ? host! : `${host}:${port}`;
    return { method, ...absoluteUrl(protocol, authority, target) };
  }
  if (path === undefined && inText.length > 0) return { method, url: onlyUrl(inText)! };
  if (origin[0] !== undefined) return { method, url: origin[0] };
  const known = [
    method === undefined ? "" : ` of the method ${method}`,
    path === undefined ? "" : `, with its path`,
  ].join("");
  throw new RequestTextError(
    `${where} contains oauth_signature: a request${known}, but ${path === undefined ? "its URL" : "its host"} was not found`,
    path === undefined
      ? "give the address with --origin https://HOST/PATH, or the request as raw HTTP, with its method and URL in the first line"
      : "give the address of the service with --origin https://HOST",
  );
}

/** A request in a log. Each octet is a character from U+0000 to U+00FF. */
interface LoggedRequest {
  /** Where the request begins in the log. */
  readonly index: number;
  readonly method: string;
  readonly url: string;
  /** The request as raw HTTP. The body is empty if the log does not contain it. */
  readonly message: string;
  /** The status of the response, if the log contains it. */
  readonly status?: number | undefined;
}

interface Line {
  readonly index: number;
  readonly text: string;
}

/** What a program writes before a request, the request line, and what may follow it. */
const START_RE =
  /^(.*?)(?<![\w/"'(-])([A-Z]{3,20}) (\/\S*|https?:\/\/\S+)(?: +(?:[Hh][Tt][Tt][Pp]\/[0-9.]+|h2c?))?(?:\\r\\n)?(?: \(.*\))?[ \t\r]*$/;
const PSEUDO_RE = /^(?!\* )(.*?)(?<![\w:]):(?:method|authority|path|scheme):[ \t]/;
/** A literal at the end of a line. */
const LITERAL_RE = /^([^"']*?)b?(["'])(.*)\2[,;)\]]{0,3}(?: \+)?[ \t]*\r?$/;
const REQUEST_LINE_RE = /^([A-Z]{3,20}) (\S+) HTTP\/[0-9.]+\r?\n/;
const FIELD_RE = /^:?[!#$%&'*+.^_`|~0-9A-Za-z-]+:[ \t]*\S/;
/** A field, or a body, of a log that writes the values in quotation marks. */
const QUOTED_RE = /^([\w-]{1,60}: |)"(.*)"$/;
/** A field that often follows the request line. If it has nothing before it, only the first line of the request has. */
const COMMON_FIELD_RE = /^(?:host|user-agent|accept(?:-\w+)?|authorization|content-\w+|connection|cookie): /i;
const ANSWERED_RE = /(?:\bHTTP\/[0-9.]+ |<-- |<< |StatusCode: |\bCompleted |\) | - )(\d{3})\b/;
/** The first line after a request that is not a part of it. */
const END_RE = /^(?:HTTP\/[0-9.]+ \d|<-|<<|< |-+> END|-{8}|\{? ?\[\d+ bytes|StatusCode: )/;
/** A response as programs print it: an object, or its status. */
const PRINTED_STATUS_RE = new RegExp(
  `^(?:${PRINTED_RESPONSE}|(?:[-=<>]+ )?(?:HTTP )?[1-5]\\d\\d(?: [A-Z][A-Za-z' -]{2,40})?$|(?:response|status|answer)(?: (?:code|status))?[:=] ?[1-5]\\d\\d\\b)`,
  "i",
);
/** Words before a body or before the header fields. */
const BODY_LABEL_RE = /^(?:[\w ]{0,30}\b)?(?:data|body|payload|content):[ \t]*$/i;
/** A body with its label among the header fields: what the program printed of a request, which is not all of it. */
const LABELLED_BODY_RE = /^(?:request[ -])?(?:data|body|payload|params|parameters|form(?:[_-]?data)?): ?\S/im;
const FIELDS_LABEL_RE = /^[\w ]{0,30}\bheaders:?[ \t]*$/i;

/**
 * The request in a log, as its lines show it; `undefined` if the text is no log.
 *
 * @throws {@link RequestTextError} if the log contains several requests, of which none is chosen
 */
export function requestOfLines(log: string, options: SearchOptions): PastedRequest | undefined {
  const logged = requestsInLog(log).map((one) => ({ ...one, isSigned: SIGNED_RE.test(one.message) }));
  if (logged.length === 0) return undefined;
  const { index, message } = chooseEntry(logged, "a log", options.entry);
  // As many line feeds as the log has before the request, so that errors name the lines of the file.
  const raw = latin1Octets(`${log.slice(0, index).replace(/[^\n]/g, "")}${message}`);
  return withRepair(readRawHttp(raw, options), "lines of a log were joined");
}

const SIGNED_RE = /oauth_signature["']?\s*=(?!>)/i;

/** Whether a text has a body with its label among the header fields. */
export function hasLabelledBody(text: string): boolean {
  const [head = ""] = text.split(/\n\r?\n/, 1);
  return LABELLED_BODY_RE.test(head);
}

/** The requests in a log that have header fields or a signature. */
function requestsInLog(log: string): LoggedRequest[] {
  const lines = linesOf(log);
  const starts: { at: number; prefix: string; method: string; url: string; isLiteral: boolean }[] = [];
  let lastPseudo = -1;
  for (const [at, { text }] of lines.entries()) {
    const literal = literalIn(text);
    const [, method, url] = REQUEST_LINE_RE.exec(literal?.text ?? "") ?? [];
    const [, prefix = "", verb = "", target = ""] = START_RE.exec(text) ?? [];
    const isPseudo = PSEUDO_RE.test(text);
    if (method !== undefined) starts.push({ at, prefix: literal!.prefix, method, url: url!, isLiteral: true });
    else if (verb !== "") starts.push({ at, prefix, method: verb, url: target, isLiteral: false });
    else if (isPseudo && lastPseudo !== at - 1) {
      starts.push({ at, prefix: PSEUDO_RE.exec(text)![1]!, method: "", url: "", isLiteral: false });
    }
    if (isPseudo) lastPseudo = at;
  }
  const found = starts.map((start, number) => {
    const segment = lines.slice(start.at, starts[number + 1]?.at);
    const message = start.isLiteral ? fromLiterals(segment, start.prefix) : fromLines(segment, start);
    const rest = segment.slice(1).map(({ text }) => text);
    const [, status] = ANSWERED_RE.exec(rest.join("\n")) ?? [];
    const [, method = start.method] = /^:method: (.*)$/m.exec(message) ?? [];
    const [, url = start.url] = /^:path: (.*)$/m.exec(message) ?? [];
    // Programs also log request lines alone.
    const isWhole = start.isLiteral || (/^[^\n]*\n\r?\S/.test(message) && !hasLabelledBody(message));
    const one = { index: segment[0]!.index, method, url, message };
    return { isWhole, one: status === undefined ? one : { ...one, status: Number(status) } };
  });
  return withoutCopies(found.flatMap(({ isWhole, one }) => (isWhole ? [one] : [])));
}

/** Two loggers may write the same request. The copy that contains more is kept. */
function withoutCopies(found: readonly LoggedRequest[]): LoggedRequest[] {
  const kept = new Map<string, LoggedRequest>();
  for (const one of found) {
    const signature = /oauth_signature="?([^"&\s]+)/.exec(one.message)?.[1];
    const key = signature === undefined ? `${one.index}` : `${one.method} ${targetOf(one.url)} ${signature}`;
    if ((kept.get(key)?.message.length ?? -1) < one.message.length) kept.set(key, one);
  }
  return [...kept.values()];
}

function linesOf(log: string): Line[] {
  let index = 0;
  return log.split("\n").map((text) => {
    const line = { index, text };
    index += text.length + 1;
    return line;
  });
}

/** Apache HttpClient writes `[\r]` and `[0xc3]` for what is not printable. */
const APACHE_RE = /\[(\\[rn])\]|\[0x([0-9a-f]{1,2})\]/g;

/** The literal at the end of a line, without its escapes, and what precedes it. */
function literalIn(line: string): { readonly prefix: string; readonly text: string } | undefined {
  const [, prefix, , inner] = LITERAL_RE.exec(line) ?? [];
  if (prefix === undefined || inner === undefined) return undefined;
  const isApache = /\[\\n\]$/.test(inner) || / >> $/.test(prefix);
  const text = isApache
    ? inner.replace(APACHE_RE, (_, control?: string, hex = "0") =>
        control === undefined ? String.fromCharCode(Number.parseInt(hex, 16)) : octetsOfLiteral(control),
      )
    : octetsOfLiteral(inner);
  return { prefix, text };
}

function unquoted(line: string): string {
  return line.replace(QUOTED_RE, (_, name: string, inner: string) => name + octetsOfLiteral(inner));
}

/** The literals with the same text before them, up to the first other literal. The body may be a line without a literal. */
function fromLiterals(lines: readonly Line[], prefix: string): string {
  const isSame = prefixPattern(prefix);
  const texts: string[] = [];
  const others: string[] = [];
  for (const { text } of lines) {
    const literal = literalIn(text);
    if (literal === undefined) others.push(text.replace(/\r$/, ""));
    else if (isSame.test(literal.prefix) || literal.prefix.trim() === "") texts.push(literal.text);
    else if (ANSWERED_RE.test(literal.text)) break;
  }
  const message = texts.join("");
  const [, head] = /^([\s\S]*?\r?\n\r?\n)$/.exec(message) ?? [];
  return head === undefined ? message : `${message}${bodyIn(others, head.split(/\r?\n/), 0, "")}`;
}

/** Request line, header fields and body from the lines of a log. */
function fromLines(
  [first, ...rest]: readonly Line[],
  { prefix, method, url }: { readonly prefix: string; readonly method: string; readonly url: string },
): string {
  // OkHttp writes an arrow before the request line only.
  const isAlone = prefix.trim() === "" || COMMON_FIELD_RE.test(rest[0]?.text ?? "");
  const ownMark = prefix.trim() === "" ? "" : prefixPattern(prefix);
  const marks = isAlone ? [] : [prefix, prefix.replace(/-+>\s*$/, "")].map(prefixPattern);
  const head = method === "" ? [first!.text.slice(prefix.length).trim()] : [`${method} ${url} HTTP/1.1`];
  const others: string[] = [];
  let isAfterHead = false;
  let end: number | undefined;
  let lineFeed = "";
  for (const { text } of rest) {
    const mark = marks.find((one) => one.test(text));
    const isOwn = mark !== undefined || marks.length === 0 || /^(?: {2}|\t)/.test(text);
    const whole = text.replace(mark ?? ownMark, "").replace(/^\| |(?:\\r\\n)?\r?$/g, "");
    const line = whole.trim();
    if ((isOwn || COMMON_FIELD_RE.test(line)) && !isAfterHead && FIELD_RE.test(line)) head.push(unquoted(line));
    else {
      isAfterHead ||= head.length > 1 && isOwn && !/^[;(]/.test(line);
      if (END_RE.test(line) || PRINTED_STATUS_RE.test(line)) end ??= others.length;
      if (isAfterHead || !FIELDS_LABEL_RE.test(line)) others.push(line.startsWith('"') ? unquoted(line) : whole);
      // A body that was added to a log is a line of its own.
      if (end === undefined && line !== "") lineFeed = isOwn ? "" : "\n";
    }
  }
  return `${head.join("\n")}\n\n${bodyIn(others, head, end, lineFeed)}`;
}

/**
 * The body among the lines that are no header fields: the text at the start of a line that has the length in Content-Length, even
 * after the response; without that length, the line that is a form, or the lines up to the first empty one.
 *
 * @param end the number of lines before the response
 */
function bodyIn(lines: readonly string[], head: readonly string[], end: number | undefined, lineFeed: string): string {
  const [, digits] = /^content-length: *(\d{1,9})$/im.exec(head.join("\n")) ?? [];
  const isForm = head.some((field) => /^content-type: *application\/x-www-form-urlencoded/i.test(field));
  if (digits !== undefined) {
    const found = [lines, lines.map((line) => line.trimStart())].flatMap((some) => textsOfLength(some, Number(digits)));
    const fitting = new Set(found.filter((one) => !isForm || FORM_RE.test(one)));
    return fitting.size === 1 ? [...fitting][0]! : "";
  }
  if (/^(?:GET|HEAD) |^:method: (?:GET|HEAD)$/m.test(head.join("\n"))) return "";
  const before = lines.slice(0, end);
  if (isForm) return before.map((line) => line.trim()).find((line) => FORM_RE.test(line)) ?? formOfPairs(before);
  const after = before.slice(before.findIndex((line) => BODY_LABEL_RE.test(line)) + 1);
  const start = after.findIndex((line) => line.trim() !== "");
  if (start === -1) return "";
  const [body = ""] = after
    .slice(start)
    .join("\n")
    .split(/\n[ \t]*\n/, 1);
  return `${body.trimEnd()}${lineFeed}`;
}

/** The form that the console of Postman shows as lines such as `name: "value"`. */
function formOfPairs(lines: readonly string[]): string {
  const pairs = lines.flatMap((line) => {
    const [, name, value = ""] = /^\s*([^\s:]{1,200}): "(.*)"$/.exec(line) ?? [];
    return name === undefined ? [] : [`${percentEncoded(name)}=${percentEncoded(octetsOfLiteral(value))}`];
  });
  return pairs.join("&");
}

/** The texts that begin with a line, end with a line, and have this length. */
function textsOfLength(lines: readonly string[], length: number): string[] {
  const text = lines.join("\n");
  let start = -1;
  return lines.flatMap((_, at) => {
    start += at === 0 ? 1 : lines[at - 1]!.length + 1;
    const end = start + length;
    return length > 0 && (end === text.length || text[end] === "\n") ? [text.slice(start, end)] : [];
  });
}

/** Two or more parameters, which may contain spaces. */
const UNENCODED_FORM_RE =
  /^(?!(?:\S*&)?oauth_(?:problem|callback_confirmed)=)[^\s=&]+=[^=&\n]*(?:&[^\s=&]+=[^=&\n]*)+$/;
/** A form on one line, but not the one that a server answers. */
const FORM_RE = /^(?!(?:\S*&)?oauth_(?:problem|callback_confirmed)=)[^\s=&]+=\S*$/;
