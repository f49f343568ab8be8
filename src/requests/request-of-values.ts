/**
 * Builds a request from the named values in any text: the dump of an object, the event of a function, a table, or the
 * output of a program that prints a request in parts.
 */

import { specification } from "../model/index.ts";
import type { HeaderField } from "../oauth1/index.ts";
import { base64Octets, latin1Octets, latin1Text } from "../platform/index.ts";
import { FORM_RE, formOf, formOfLength, formOfPairsWithLength, type Pair, UNENCODED_FORM_RE } from "./form-text.ts";
import { withQuery } from "./http-text.ts";
import { inputError, lineAt, RequestTextError } from "./input-error.ts";
import { BASE_STRING_RE, languageOfText } from "./kinds-of-text.ts";
import { octetsOfLiteral, percentEncoded } from "./literals.ts";
import { type Bracket, type NamedValue, namedValues } from "./named-values.ts";
import { FORM_TYPE, type PastedRequest, withRepair } from "./pasted-request.ts";
import { absoluteUrl, headerValue, type RawHttpOptions, readRawHttp, type Url } from "./raw-http.ts";

/** The names of values, without case and separators. */
const NAMES = {
  method: /^(?:(?:http|request)?method|(?:http)?verb)$/,
  url: /^(?:(?:request|full|absolute|target)?ur[li]|href|endpoint|resource)$/,
  host: /^(?:(?:http|request)?host|hostname|authority|domainname|servername)$/,
  path: /^(?:(?:raw|full|request)?path|path(?:name|info)|filename|(?:request|original)?ur[li]|requesttarget)$/,
  query: /^(?:(?:raw)?querystring|search|query)$/,
  body: /^(?:(?:request|raw|updated|http)?body|data|payload|form(?:data)?|postdata|postfields|content|text|reader)$/,
  port: /^port$/,
  scheme: /^(?:xforwardedproto|(?:(?:wsgi|rack)?url|request)?scheme|protocol)$/,
  base: /^base(?:url|uri)$/,
} as const;
/** The brackets around pairs that are sent in the query. */
const QUERY_BRACKETS_RE = /^(?:params|query|qs|querystringparameters|queryparams|args|get)$/;
const BODY_BRACKETS =
  "postform form formdata formparams requestbody fields postfields post data parameters postdata payload body".split(
    " ",
  );
/** The names of brackets, and headings, of a response, which is not part of the request. */
const RESPONSE_RE = /^(?:response.*|res|reply)$/;
const HEADING_RE = /^\W{0,20}(?:response|(request))[\w ]{0,30}\W{0,20}$/i;
const STATUS_RE = /^(?:http|response)?status(?:code)?$/;
/** The header fields that matter for the signature or its explanation. */
const FIELDS = ["content-type", "content-length", "user-agent", "host"];

/** An Authorization header in any quotation marks. */
const OAUTH_RE = /\bOAuth\s+(?:[\w.~%-]{1,100}\s?=\s?"[^"\n]{0,4000}"[\s,]{0,9}){2,99}/g;
/** A program that names itself, and the address of its page. */
const USER_AGENT_RE = /\/[\w.-]{1,40} \([^()\n]{0,300}\)/g;
const URL_RE = /\bhttps?:\/\/[^\s"'`<>\\|{}]+/g;
const METHODS = "GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS";
/** A method before an address, also as Rails logs both; Bruno writes a method before a bracket. */
const METHOD_RE = new RegExp(
  [
    String.raw`(?<![\w-])(?<method>${METHODS})(?:(?: request)?(?: to)? {1,2}["']?|["']?, ?["'])(?=https?:\/\/|\/)(?<target>(?:[^\s"'\x60<>{}|,]|,(?![\s{[<]))*)`,
    String.raw`(?:^|\bmethod)[ \t]*(?<line>${METHODS})[ \t]*\r?$`,
    String.raw`(?:^|\.)(?<call>${METHODS.toLowerCase()})(?: \{$|(?: ?\(\s{0,99}| )["'](?=https?:))`,
  ].join("|"),
  "gm",
);
/** A method anywhere, as a word or as a member such as `HttpMethod.Post`. */
const METHOD_WORD_RE =
  /(?<![\w&%-])[A-Z]{3,7}(?![\w&%=-])|(?<=Method\.)[A-Z][a-z]{2,6}\b|(?<=\b(?:requests|axios)\.)[a-z]{3,7}(?=\()/g;
const METHOD_NAMES = new RegExp(`^(?:${METHODS})$`);

/** Options of {@link requestOfValues}. */
export interface AddressOptions extends RawHttpOptions {
  /** The address of the service, if the text does not contain it. */
  readonly origin?: readonly string[] | undefined;
}

/**
 * Puts the only signed request in a text together from the values that it contains.
 *
 * @param whole each octet is a character from U+0000 to U+00FF
 * @returns `undefined` if the text contains no `oauth_signature`
 * @throws {@link RequestTextError} if the text contains several requests, or not all of one
 */
export function requestOfValues(whole: string, options: AddressOptions): PastedRequest | undefined {
  const text = [withoutResponse(whole), whole].find((one) => SIGNATURE_RE.test(one));
  if (text === undefined) return undefined;
  if (text.length > LARGEST) {
    const got = `${Math.ceil(text.length / 1024)} KB`;
    throw inputError(undefined, `a text of at most ${LARGEST / 1024} KB around the request`, got, WAY_OUT);
  }
  const all = withListedPairs(namedValues(text));
  const message = all
    .map(({ name, value }) => (name === "raw" && latin1Text(base64Octets(value) ?? new Uint8Array())) || value)
    .map((value) => /(?:^|\s)([A-Z]{3,20} \S+ HTTP\/[0-9.]+\r?\n[\s\S]*)/.exec(value)?.[1])
    .find((value) => value?.includes("oauth_"));
  if (message !== undefined) {
    const request = readRawHttp(latin1Octets(message), options);
    const form =
      request.body === undefined ? formOfLength(octetsOfLiteral(text), lengthIn(request.headers)) : undefined;
    const whole = form === undefined ? request : { ...request, body: latin1Octets(form) };
    return withRepair(whole, "the escapes of a literal were undone");
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
  // If there is a header, brackets with protocol parameters show what was signed, not sent.
  const signedIn = new Set(
    values.flatMap(({ name, within }) => (name.startsWith("oauth_") && within.outer !== undefined ? [within] : [])),
  );
  const sentValues = authorization === undefined ? values : values.filter(({ within }) => !signedIn.has(within));
  const headers = FIELDS.flatMap((name): [string, string][] => {
    const value = values.find((one) => plain(one.name) === plain(name) && one.value !== "")?.value;
    return value === undefined || name === "host" ? [] : [[name, value]];
  });
  if (authorization !== undefined) headers.push(["Authorization", authorization]);
  const length = lengthIn(headers);
  const isQuery = pairs.length > 0 && (method === "GET" || QUERY_BRACKETS_RE.test(plain(pairs[0]!.within.name)));
  const hasBody = !/^(?:GET|HEAD)$/.test(method ?? (isQuery || isSigned(url) ? "GET" : "POST"));
  const written = isQuery ? undefined : bodyOfValues(hasBody ? sentValues : own, pairs, headers, hasBody ? text : "");
  const listed = isQuery ? pairs : pairsIn(sentValues, QUERY_BRACKETS_RE).filter((pair) => !isInBody(pair));
  // The params of Ruby, and of any request that has a form, are the form; other params are the query.
  const isParamsForm =
    hasBody && !isQuery && written === undefined && (hasFormType(headers) || languageOfText(text) === "Ruby");
  const inForm = isParamsForm ? pairsIn(listed, /^params$/) : [];
  const inQuery = listed.filter((pair) => !inForm.includes(pair));
  const body = written ?? inForm;
  const sent = typeof body === "string" ? body : formOfValues(body, length);
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
    method: method ?? (sent === undefined && !hasFormType(headers) ? "GET" : "POST"),
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

/** The text with the lines of the response replaced by empty lines. */
function withoutResponse(text: string): string {
  let isResponse = false;
  const lines = text.split("\n").map((line) => {
    const heading = HEADING_RE.exec(line);
    if (heading !== null) isResponse = heading[1] === undefined;
    return isResponse ? "" : line;
  });
  return lines.join("\n");
}

/** The values of the request. `own` are values in the brackets of the address, which surely belong to the request. */
function valuesOfRequest(all: readonly NamedValue[]): { own: NamedValue[]; others: NamedValue[] } {
  const isAddress = ({ name, value }: NamedValue): boolean =>
    plain(name) === "authorization" ||
    (isOf("method", name) && METHOD_NAMES.test(value.toUpperCase())) ||
    (isOf("url", name) && /^https?:/i.test(value));
  const isStatus = ({ name, value }: NamedValue): boolean => STATUS_RE.test(plain(name)) && /^\d{3}\b/.test(value);
  const isError = ({ name, value, within }: NamedValue): boolean =>
    within.outer !== undefined &&
    /^(?:message|error(?:message|description)?)$/.test(plain(name)) &&
    /\bsignature|\bauth/i.test(value);
  const requests = new Set(all.filter(isAddress).map(({ within }) => within));
  const answers = new Set(all.filter(isError).map(({ within }) => within));
  const statuses = new Map(all.flatMap((one, at) => (isStatus(one) ? [[one.within, at] as const] : [])));
  /** The index after which fields and body here belong to the response; in brackets of a request, the index of the status. */
  const statusIn = (bracket: Bracket): number =>
    requests.has(bracket) || !statuses.has(bracket) ? (statuses.get(bracket) ?? Number.POSITIVE_INFINITY) : -1;
  /** The index after which everything in these brackets belongs to the response. */
  const endOf = ofBrackets(Number.POSITIVE_INFINITY, (bracket, end) => {
    const { name, outer } = bracket;
    if (outer === undefined) return end;
    if (RESPONSE_RE.test(plain(name)) || answers.has(bracket)) return -1;
    return name === "headers" && !requests.has(bracket) ? Math.min(end, statusIn(outer)) : end;
  });
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

/** Derives a value for brackets from the value of the brackets around them, which may be very many. */
function ofBrackets<Value>(outermost: Value, follow: (bracket: Bracket, outer: Value) => Value) {
  const known = new Map<Bracket | undefined, Value>([[undefined, outermost]]);
  return (innermost: Bracket): Value => {
    const unknown: Bracket[] = [];
    for (let one: Bracket | undefined = innermost; one !== undefined && !known.has(one); one = one.outer)
      unknown.push(one);
    for (const one of unknown.reverse()) known.set(one, follow(one, known.get(one.outer)!));
    return known.get(innermost)!;
  };
}

/** Whether a value with this name may be the body, or may contain parameters of the request. */
export function mayContainParameters(name: string): boolean {
  return isOf("body", name) || BODY_BRACKETS.includes(plain(name)) || QUERY_BRACKETS_RE.test(plain(name));
}

/** The only distinct text; `undefined` if there is no text. */
function only(texts: readonly string[], what: string, text = ""): string | undefined {
  const distinct = [...new Set(texts)];
  if (distinct.length < 2) return distinct[0];
  const lines = distinct.flatMap((one) => (text.includes(one) ? [lineAt(text, text.indexOf(one))] : []));
  const where = lines.length < 2 ? "" : `, in the lines ${lines.slice(0, MOST_LINES).join(", ")}`;
  throw inputError(undefined, `one ${what}`, `${distinct.length}${where}`, "keep only one request in the text");
}

/** The only one of these URLs, which may occur with and without its query. */
function onlyUrl(urls: readonly string[], text: string): string | undefined {
  const bare = (url: string): string =>
    url
      .replace(/[?#].*$/s, "")
      .replace(/:(?:443|80)(?=\/|$)/, "")
      .replace(/\/$/, "");
  const areOfOne = new Set(urls.map(bare)).size === 1;
  return areOfOne ? urls.reduce((one, other) => (other.length > one.length ? other : one)) : only(urls, "URL", text);
}

/** `{ name: "a", value: "b" }` and header lines in a list are values too. */
function withListedPairs(values: readonly NamedValue[]): NamedValue[] {
  const isPair = (one: NamedValue | undefined, next: NamedValue | undefined): boolean =>
    /^(?:name|key)$/i.test(one?.name ?? "") && next?.name.toLowerCase() === "value";
  return values.flatMap((one, index) => {
    const next = values[index + 1];
    if (isPair(values[index - 1], one)) return [];
    if (isPair(one, next))
      return [{ ...one, name: one.value, value: next!.value, within: one.within.outer ?? one.within }];
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

/** Whether the brackets of a value are in a body's brackets. */
function isInBody({ within: { name, outer } }: NamedValue): boolean {
  return [outer, name === "" ? outer?.outer : undefined].some((one) => BODY_BRACKETS.includes(plain(one?.name ?? "")));
}

function pairsIn(values: readonly NamedValue[], brackets: RegExp): NamedValue[] {
  return values.filter(({ within: { name, outer } }) => brackets.test(plain(name === "" ? (outer?.name ?? "") : name)));
}

function hasFormType(headers: readonly HeaderField[]): boolean {
  return headerValue("content-type", headers).toLowerCase().startsWith(FORM_TYPE);
}

function formOfValues(values: readonly NamedValue[], length?: number): string | undefined {
  return values.length === 0 ? undefined : formOf(values.map(pairOf), length).form;
}

function pairOf({ name, value }: NamedValue): Pair {
  return [name, value];
}

/** The URL with the pairs whose names its query does not contain, because pairs in a text are often a copy of the query. */
function withPairs(url: string, pairs: readonly NamedValue[]): string {
  const query = specification.decodeForm(url.split("?", 2)[1] ?? "", specification);
  const names = query.map(([name]) => latin1Text(name));
  return withQuery(url, formOfValues(pairs.filter(({ name }) => !names.includes(name))) ?? "");
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
  const length = lengthIn(headers);
  const candidates = values.filter((one) => isOf("body", one.name) && !isNoBody(one));
  const written = (candidates.find(({ value }) => value.length === length) ?? candidates[0])?.value;
  // Some tools keep a form as lines.
  const pairs = (written?.split("\n") ?? []).map((line) => /^([^\s:=]+): (.*)$/.exec(line));
  if (hasFormType(headers) && pairs.length > 0 && pairs.every((pair) => pair !== null))
    return formOf(
      pairs.map(([, name = "", value = ""]): Pair => [name, value]),
      length,
    ).form;
  const isBase64 = values.some(({ name, value }) => /^isbase64/i.test(name) && value.toLowerCase() === "true");
  if (written !== undefined) return (isBase64 && latin1Text(base64Octets(written) ?? new Uint8Array())) || written;
  if (text === "") return undefined;
  // The octets of JSON are not known from its members, but from a literal of its length.
  if (/\bjson\b/i.test(headerValue("content-type", headers))) {
    const literals = Array.from(text.matchAll(JSON_LITERAL_RE), ([, , inner]) => octetsOfLiteral(inner!));
    return literals.find(({ length: octets }) => octets === length);
  }
  const others = values.filter((one) => !isNoBody(one) && plain(one.name) !== "mimetype");
  // A call may name the variable of the pairs: `data=payload)`.
  const variables = values.flatMap(({ name, value }) => (isOf("body", name) && VARIABLE_RE.exec(value)?.[1]) || []);
  const inBrackets = [...variables.map(plain), ...BODY_BRACKETS]
    .map((name) => pairsIn(others, new RegExp(`^${name}$`)))
    .find((one) => one.length > 0);
  const nested = others.filter(isInBody);
  if (inBrackets !== undefined || nested.length > 0) return inBrackets ?? nested;
  const octets = octetsOfLiteral(text);
  const ofLength = length && (formOfLength(octets, length) ?? formOfPairsWithLength(listsIn(others), length));
  if (ofLength) return ofLength;
  const lines = text
    .split(/\r?\n/)
    .map((line) =>
      line.replace(
        /^.*?\b(?:body|data|payload|content)(?: [a-z ]{1,40})?(?:[=:] ?| )(?=[^\s=&]+=)|^[})\]]+\s+|^.*\bReader:(?=[^}\s]*\})|\}.*/gi,
        "",
      ),
    )
    .filter((line) => LONE_FORM_RE.test(line) && !/^oauth_|^[A-Za-z0-9+/]{20,}={1,2}$/.test(line));
  return only(lines, "form");
}

/** The pairs in each pair of brackets. */
function listsIn(values: readonly NamedValue[]): Pair[][] {
  const lists = new Map<Bracket, Pair[]>();
  for (const one of values) {
    const pairs = lists.get(one.within) ?? [];
    lists.set(one.within, pairs);
    pairs.push(pairOf(one));
  }
  return [...lists.values()];
}

function lengthIn(headers: readonly HeaderField[]): number | undefined {
  return Number(headerValue("content-length", headers)) || undefined;
}

/** Values that are no body: the kind of the body, its length, its address in the memory. */
const JSON_LITERAL_RE = /(["'`])([{[](?:(?!\1)[^\n]){0,9999}[}\]])\1/g;
const VARIABLE_RE = /^([a-z_]\w*)\)$/i;
const NO_BODY_RE = /^(?:[a-z-]*|[a-z_]\w*\)|<\w*>|null|nil|None|undefined|formUrlEncoded|\d+|0x[0-9a-f]+|\d+ bytes)$/;
const isNoBody = ({ name, value }: NamedValue): boolean => isOf("body", name) && NO_BODY_RE.test(value);
/** A form on a line of its own. */
const LONE_FORM_RE = /^[^\s=&:"'{<]+=[^\s"']*$/;

/** The parameters that no form of the request contains: values in brackets such as `params: {`, at any depth. */
function unusedParameters(values: readonly NamedValue[], forms: readonly string[]): NamedValue[] {
  const areOfParameters = ofBrackets(false, ({ name }, isWithin) => isWithin || mayContainParameters(name));
  const sent = forms.flatMap((form) => specification.decodeForm(form, specification));
  const keyOf = (name: string, value: string): string => `${percentEncoded(name)}=${percentEncoded(value)}`;
  const keys = new Set(sent.map(([name, value]) => keyOf(latin1Text(name), latin1Text(value))));
  return values.filter((one) => areOfParameters(one.within) && !isNoBody(one) && !keys.has(keyOf(one.name, one.value)));
}

/** Reports the lines that look like parameters but are no part of the request, and the first that is a form. */
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
  const more = numbers.length > MOST_LINES ? ", …" : "";
  return {
    repairs: [`${lines} ${numbers.slice(0, MOST_LINES).join(", ")}${more} of the text ${were} not used`],
    unusedForm: unused.find(({ isForm }) => isForm)?.number,
  };
}

/** The most unused lines that are listed. */
const MOST_LINES = 5;

const PARAMETER_LINE_RE = /^\s*[\w.[\]-]{1,60}\s?=(?!>)\s?([^\s{[(](?:.*[^\s,;])?)[\s,;]*$/;
/** Two or more parameters. */
const FORM_IN_LINE_RE =
  /(?<=(?:^|[\s"'])(?:\w{1,40}=[[(]?)?)(?!oauth_problem=)[^\s"'=&?:]{1,200}=[^\s"'=&]{0,9999}(?:&[^\s"'=&]{1,200}=[^\s"'=&]{0,9999})+/;

/** The URL, and the method if the text contains one. */
function addressIn(
  text: string,
  values: readonly NamedValue[],
  { origin = [], scheme }: AddressOptions,
  where: string,
): Url & { readonly method: string | undefined } {
  const valuesOf = (kind: keyof typeof NAMES): string[] =>
    values.flatMap(({ name, value }) => (isOf(kind, name) && value !== "" ? [value] : []));
  const lines = Array.from(octetsOfLiteral(text).matchAll(METHOD_RE), ({ groups = {} }) => groups);
  const methods = [
    ...valuesOf("method").map((one) => /^[:.]?([a-z]+)\b/i.exec(one)?.[1] ?? ""),
    ...lines.map(({ method: one, line, call = "" }) => one ?? line ?? call),
  ].map((one) => one.toUpperCase());
  const named = methods.filter((one) => METHOD_NAMES.test(one));
  const words = new Set(text.match(METHOD_WORD_RE)?.map((one) => one.toUpperCase()));
  const [word, ...otherWords] = [...words].filter((one) => METHOD_NAMES.test(one));
  const [, signedMethod, signedUri = ""] = BASE_STRING_RE.exec(text) ?? [];
  const method = only(named, "method") ?? (otherWords.length === 0 ? word : undefined) ?? signedMethod;
  const absolute = (texts: readonly string[]): string[] => texts.filter((one) => /^https?:\/\/[^/]/i.test(one));
  const inText = [...octetsOfLiteral(text).replace(USER_AGENT_RE, "").matchAll(URL_RE)].map(([url]) =>
    url.replace(/[,;:.)\]]+$/, ""),
  );
  const candidates = [
    inText.filter(isSigned),
    absolute(valuesOf("url")),
    absolute(lines.map(({ target = "" }) => target.replace(/:$/, ""))),
  ].find(({ length }) => length > 0);
  const url = onlyUrl(candidates ?? [], text);
  if (url !== undefined) return { method, url };
  const paths = [...valuesOf("path"), ...lines.map(({ target = "" }) => target)].filter((one) => one.startsWith("/"));
  // A log may contain the path with and without its query.
  const path = paths.find((one) => one.startsWith(`${paths[0]}?`)) ?? paths[0];
  // The name of the machine that logs may be a hostname, too.
  const [host] = [...values.flatMap(({ name, value }) => (plain(name) === "host" ? [value] : [])), ...valuesOf("host")];
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
  const ofSigned = inText.filter((one) => percentEncoded(one.replace(/[?#].*/s, "")) === signedUri);
  const other = path === undefined ? onlyUrl(ofSigned.length > 0 ? ofSigned : inText, text) : undefined;
  if (other !== undefined) return { method, url: other };
  if (origin[0] !== undefined) return { method, url: origin[0] };
  const known = [
    method === undefined ? "" : ` of the method ${method}`,
    path === undefined ? "" : `, with its path`,
  ].join("");
  throw new RequestTextError(
    `${where} contains oauth_signature: ${known === "" ? "parameters of a request" : `a request${known}`}, but ${path === undefined ? "its URL" : "its host"} was not found`,
    path === undefined
      ? "give the address with --origin https://HOST/PATH, or the request as raw HTTP, with its method and URL in the first line"
      : "give the address of the service with --origin https://HOST",
  );
}
