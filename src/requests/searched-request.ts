/** Puts a request together from the values in a text: the dump of an object, the event of a function, a log of a framework. */

import { specification } from "../model/index.ts";
import { base64Octets, latin1Octets, latin1Text } from "../platform/index.ts";
import { withQuery } from "./http-text.ts";
import { inputError, lineAt, RequestTextError } from "./input-error.ts";
import { octetsOfLiteral, percentEncoded } from "./literals.ts";
import { type Bracket, type NamedValue, namedValues } from "./named-values.ts";
import { FORM_TYPE, type PastedRequest, withRepair } from "./pasted-request.ts";
import { absoluteUrl, type RawHttpOptions, readRawHttp, type Url } from "./raw-http.ts";

/** The names of values, without case and separators. */
const NAMES = {
  method: /^(?:(?:http|request)?method|(?:http)?verb)$/,
  url: /^(?:(?:request|full|absolute|target)?ur[li]|href|endpoint)$/,
  host: /^(?:(?:http)?host|hostname|authority|domainname|servername)$/,
  path: /^(?:(?:raw|full)?path|path(?:name|info)|(?:request|original)?ur[li]|requesttarget)$/,
  query: /^(?:(?:raw)?querystring|search)$/,
  body: /^(?:(?:request|raw)?body|data|payload|postdata|postfields|content|text)$/,
  scheme: /^(?:xforwardedproto|(?:(?:wsgi|rack)?url)?scheme|protocol)$/,
  base: /^base(?:url|uri)$/,
} as const;
/** The brackets around pairs that are sent in the query. */
const QUERY_BRACKETS_RE = /^(?:params|query|qs|querystringparameters|queryparams|args|get)$/;
const BODY_BRACKETS =
  "postform form formdata formparams fields postfields post data parameters params postdata body".split(" ");
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
  /(?<![\w-])(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)(?: "?|["']?, ?["'])(?=https?:\/\/|\/)((?:[^\s"'<>{}|,]|,(?![\s{[<]))*)|(?:^|\.)(get|post|put|delete|patch|head|options)(?: \{$|\(\s{0,99}["'](?=https?:))/gm;
const METHOD_NAMES = /^(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)$/;

/** The options of a search. */
export interface SearchOptions extends RawHttpOptions {
  /** The address of the service, if the text does not contain it. */
  readonly origin?: readonly string[] | undefined;
}

/**
 * Reads the only signed request in a text.
 *
 * @param whole each octet is a character from U+0000 to U+00FF
 * @returns `undefined` if the text contains no `oauth_signature`
 * @throws {@link RequestTextError} if the text contains several requests, or not all of one
 */
export function searchRequest(whole: string, options: SearchOptions): PastedRequest | undefined {
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
  const headers = FIELDS.flatMap((name): [string, string][] => {
    const value = values.find((one) => plain(one.name) === plain(name))?.value;
    return value === undefined || name === "host" ? [] : [[name, value]];
  });
  if (authorization !== undefined) headers.push(["Authorization", authorization]);
  const isQuery = pairs.length > 0 && (method === "GET" || QUERY_BRACKETS_RE.test(plain(pairs[0]!.within.name)));
  const [inQuery, inBody] = isQuery ? [pairs, []] : [pairsIn(values, QUERY_BRACKETS_RE), pairs];
  const hasBody = !/^(?:GET|HEAD)$/.test(method ?? (isQuery || isSigned(url) ? "GET" : "POST"));
  const body = hasBody ? bodyIn(values, inBody, text) : bodyIn(own, inBody);
  const sent = typeof body === "string" ? body : formOf(body);
  const isForm = FORM_RE.test(sent ?? "");
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
  const isAssumed = method === undefined;
  return {
    method: method ?? (sent === undefined ? "GET" : "POST"),
    ...found,
    ...assumed,
    ...(isAssumed ? { methodIsAssumed: true } : {}),
    repairs: [
      "it was put together from values in the text",
      ...(pairs.length === 0 ? [] : [`values were encoded and written into the ${isQuery ? "query" : "form"}`]),
      ...(isForm && !hasType ? ["the Content-Type of a form was added"] : []),
    ],
  };
}

/** In a larger text, a search would take seconds. */
const LARGEST = 2 ** 19;
const WAY_OUT =
  "give the request as raw HTTP: the method and the URL in the first line, the header fields, an empty line, the body";

const SIGNATURE_RE = /oauth_signature(?!_method)/i;
const isSigned = (text: string): boolean => /oauth_signature["']?\s*=/i.test(text);

/** A name without its case and its separators. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
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
    /^authorization$/i.test(name) ||
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

/** The only one of several texts; `undefined` if there is none. */
function only(texts: readonly string[], what: string): string | undefined {
  const distinct = [...new Set(texts)];
  if (distinct.length < 2) return distinct[0];
  throw inputError(undefined, `one ${what}`, `${distinct.length}`, "keep only one request in the text");
}

/** `{ name: "a", value: "b" }` and header lines in a list are values too. */
function withListedPairs(values: readonly NamedValue[]): NamedValue[] {
  return values.flatMap((one, index) => {
    const next = values[index + 1];
    const isPair = /^(?:name|key)$/i.test(one.name) && next?.name.toLowerCase() === "value";
    if (isPair) return [{ ...one, name: one.value, value: next.value, within: one.within.outer ?? one.within }];
    const [, name, value] = (/^\d+$/.test(one.name) && /^([\w-]+): (.*)$/.exec(one.value)) || [];
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
  return values.filter(({ within }) => brackets.test(plain(within.name)));
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
 * The text of the body, or its pairs.
 *
 * @param text a text in which a line may be the body
 */
function bodyIn(
  values: readonly NamedValue[],
  pairs: readonly NamedValue[],
  text?: string,
): string | readonly NamedValue[] {
  const inBrackets = BODY_BRACKETS.map((name) => pairsIn(values, new RegExp(`^${name}$`))).find(
    (one) => one.length > 0,
  );
  if (pairs.length > 0) return pairs;
  const written = values.find(({ name, value }) => isOf("body", name) && !NO_BODY_RE.test(value))?.value;
  if (written === undefined) {
    if (text === undefined) return [];
    const written = text.split(/\r?\n/).map((line) => line.replace(/^(?:body|data|payload|content)=(?=[^=&]+=)/i, ""));
    const lines = written.filter((line) => FORM_RE.test(line) && !/^oauth_/.test(line));
    return inBrackets ?? only(lines, "form") ?? [];
  }
  const isBase64 = values.some(({ name, value }) => /^isbase64/i.test(name) && value.toLowerCase() === "true");
  const octets = isBase64 ? base64Octets(written) : undefined;
  return octets === undefined ? written : latin1Text(octets);
}

/** Values that are no body, such as the kind of the body. */
const NO_BODY_RE = /^(?:[a-z-]*|null|nil|None|undefined|formUrlEncoded)$|^0x[0-9a-f]+$/;
/** A form on a line of its own. */
const FORM_RE = /^[^\s=&:"'{<]+=[^\s"']*$/;

/** The method, unless the text contains none, and the URL. */
function addressIn(
  text: string,
  values: readonly NamedValue[],
  { origin = [], scheme }: SearchOptions,
  where: string,
): Url & { readonly method: string | undefined } {
  const valuesOf = (kind: keyof typeof NAMES): string[] =>
    values.flatMap(({ name, value }) => (isOf(kind, name) && value !== "" ? [value] : []));
  const lines = [...octetsOfLiteral(text).matchAll(METHOD_RE)];
  const methods = [
    ...valuesOf("method").map((one) => one.replace(/^:/, "").toUpperCase()),
    ...lines.map(([, upper, , lower = ""]) => upper ?? lower.toUpperCase()),
  ];
  const method = only(
    methods.filter((one) => METHOD_NAMES.test(one)),
    "method",
  );
  const absolute = (texts: readonly string[]): string[] => texts.filter((one) => /^https?:\/\/[^/]/i.test(one));
  const inText = [...octetsOfLiteral(text).matchAll(URL_RE)].map(([url]) => url.replace(/[,;.)\]]+$/, ""));
  const candidates = [
    inText.filter(isSigned),
    absolute(valuesOf("url")),
    absolute(lines.map(([, , target = ""]) => target)),
  ].find(({ length }) => length > 0);
  const url = only(candidates ?? [], "URL");
  if (url !== undefined) return { method, url };
  const path = [...valuesOf("path"), ...lines.map(([, , target = ""]) => target)].find((one) => one.startsWith("/"));
  const [host] = valuesOf("host");
  const [base = absolute(valuesOf("base"))[0]] = origin;
  if (path !== undefined && (base ?? host) !== undefined) {
    const [query = ""] = path.includes("?") ? [] : valuesOf("query");
    const target = `${path}${query === "" ? "" : `?${query.replace(/^\?/, "")}`}`;
    if (base !== undefined) return { method, url: base.replace(/\/$/, "") + target };
    const given = valuesOf("scheme").map((one) => one.toLowerCase().replace(/:$/, ""));
    return { method, ...absoluteUrl(scheme ?? given.find((one) => /^https?$/.test(one)), host!, target) };
  }
  if (path === undefined && inText.length > 0) return { method, url: only(inText, "URL")! };
  const known = [
    method === undefined ? "" : ` of the method ${method}`,
    path === undefined ? "" : `, with its path`,
  ].join("");
  throw new RequestTextError(
    `${where} contains oauth_signature: a request${known}, but ${path === undefined ? "its URL" : "its host"} was not found`,
    path === undefined ? WAY_OUT : "give the address of the service with --origin https://HOST",
  );
}
