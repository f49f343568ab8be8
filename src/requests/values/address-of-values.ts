/** The method and the URL of a request, from the named values and the words of its text. */

import { RequestTextError } from "../input-error.ts";
import { BASE_STRING_RE } from "../kinds-of-text.ts";
import { octetsOfLiteral, percentEncoded } from "../literals.ts";
import { absoluteUrl, type RawHttpOptions, type Url } from "../raw-http.ts";
import type { NamedValue } from "./named-values.ts";
import { only } from "./only-one.ts";
import {
  isMethod,
  isOf,
  isSigned,
  METHODS,
  mayContainParameters,
  NO_VALUE_RE,
  type PartName,
  plain,
} from "./value-names.ts";

/** A program that names itself, and the address of its page. */
const USER_AGENT_RE = /\/[\w.-]{1,40} \([^()\n]{0,300}\)/g;
const URL_RE = /\bhttps?:\/\/[^\s"'`<>\\|{}]+/g;
/** A method before an address, also as Rails logs both; IIS writes a blank before the query, Bruno a method before a bracket. */
const METHOD_RE = new RegExp(
  [
    String.raw`(?<![\w-])(?<method>${METHODS})(?:(?: request)?(?: to)? {1,2}["']?|["']?, ?["'])(?=https?:\/\/|\/)(?<target>(?:[^\s"'\x60<>{}|,]|,(?![\s{[<]))*)(?: (?=\S{0,9999}oauth_signature=)(?<query>\S+))?`,
    String.raw`(?:^|\bmethod)[ \t]*(?<line>${METHODS})[ \t]*\r?$`,
    String.raw`(?:^|\.)(?<call>${METHODS.toLowerCase()})(?: \{$|(?: ?\(\s{0,99}| )["'](?:(?=https?:)|(?<path>/[^"'\n]*)))`,
    String.raw`Request\(["'](?<resource>/[^"'\n]*)`,
  ].join("|"),
  "gm",
);
/** A method anywhere, as a word or as a member such as `HttpMethod.Post`. */
const METHOD_WORD_RE =
  /(?<![\w&%-])[A-Z]{3,7}(?![\w&%=-])|(?<=Method\.)[A-Z][a-z]{2,6}\b|(?<=\b(?:requests|axios)\.)[a-z]{3,7}(?=\()/g;

/** Options of {@link requestOfValues}. */
export interface AddressOptions extends RawHttpOptions {
  /** The address of the service, if the text does not contain it. */
  readonly origin?: readonly string[] | undefined;
}

/** The values in a text. */
interface ValuesOfText {
  readonly values: readonly NamedValue[];
  /** Those that are parameters, and may be other URLs. */
  readonly parameters: readonly NamedValue[];
}

/** The URL, and the method if the text contains one. */
export function addressIn(
  text: string,
  { values, parameters }: ValuesOfText,
  options: AddressOptions,
  where: string,
): Url & { readonly method: string | undefined } {
  const all = Array.from(octetsOfLiteral(text).matchAll(METHOD_RE), ({ groups = {} }): MethodLine => {
    const { method, line, call = "", target, path, resource = "", query } = groups;
    const address = target ?? path ?? resource;
    return { method: method ?? line ?? call, target: query === undefined ? address : `${address}?${query}` };
  });
  const signed = all.filter(({ target }) => isSigned(target));
  const lines = signed.length > 0 ? signed : all;
  const method = methodIn(text, values, lines);
  const targets = lines.map(({ target }) => target);
  const paths = [...valuesOf("path", values), ...targets].filter((one) => one.startsWith("/"));
  // A log may contain the path with and without its query.
  const path = paths.find((one) => one.startsWith(`${paths[0]}?`)) ?? paths[0];
  const url = urlIn(text, { values, parameters }, targets, path, options);
  if (url !== undefined) return { method, ...url };
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

/** What {@link METHOD_RE} finds; "" for what is absent. */
interface MethodLine {
  readonly method: string;
  readonly target: string;
}

/** The method: a value with its name, a word before an address, the only word that is a method, or that of a base string. */
function methodIn(text: string, values: readonly NamedValue[], lines: readonly MethodLine[]): string | undefined {
  const named = valuesOf("method", values).map((one) => /^[:.]?([a-z]+)\b/i.exec(one)?.[1] ?? "");
  const onlyOf = (some: readonly string[]): string | undefined =>
    only(some.map((one) => one.toUpperCase()).filter(isMethod), "method");
  const words = new Set(text.match(METHOD_WORD_RE)?.map((one) => one.toUpperCase()));
  const [word, ...otherWords] = [...words].filter(isMethod);
  const ofWords = otherWords.length === 0 ? word : undefined;
  return onlyOf(named) ?? onlyOf(lines.map(({ method }) => method)) ?? ofWords ?? BASE_STRING_RE.exec(text)?.[1];
}

/** The URL: as a whole, then from its parts, then any URL in the text, then the address that was given. */
function urlIn(
  text: string,
  { values, parameters }: ValuesOfText,
  targets: readonly string[],
  path: string | undefined,
  { origin = [], scheme }: AddressOptions,
): Url | undefined {
  const absolute = (texts: readonly string[]): string[] => texts.filter((one) => /^https?:\/\/[^/]/i.test(one));
  const isAddress = ({ name }: NamedValue): boolean => isOf("url", name) || isOf("base", name);
  const ofParameters = new Set(parameters.flatMap((one) => (isAddress(one) ? [] : [one.value])));
  const inText = [...octetsOfLiteral(text).replace(USER_AGENT_RE, "").matchAll(URL_RE)]
    .map(([url]) => url.replace(/(?:,[A-Z]\w*\(.*|[,;:.)\]]+)$/, ""))
    .filter((url) => !ofParameters.has(url));
  const candidates = [
    inText.filter(isSigned),
    absolute(
      valuesOf(
        "url",
        values.filter(({ within }) => !mayContainParameters(within.name)),
      ),
    ),
    absolute(targets.map((target) => target.replace(/:$/, ""))),
  ].find(({ length }) => length > 0);
  const url = onlyUrl(candidates ?? [], text);
  if (url !== undefined) return { url };
  // The name of the machine that logs may be a hostname, too.
  const headers = values.filter(({ name }) => plain(name) === "host");
  const [host] = [...headers.map(({ value }) => value), ...valuesOf("host", values)];
  const ofService = host === undefined ? inText.find((one) => /^https?:\/\/[^/]+\/?$/.test(one)) : undefined;
  const [base = absolute(valuesOf("base", values))[0] ?? ofService] = origin;
  if (path !== undefined && (base ?? host) !== undefined) {
    const queries = valuesOf("query", values).filter((one) => !NO_VALUE_RE.test(one));
    const [query = ""] = path.includes("?") ? [] : queries;
    const target = `${path}${query === "" ? "" : `?${query.replace(/^\?/, "")}`}`;
    if (base !== undefined) return { url: base.replace(/\/$/, "") + target };
    const given = valuesOf("scheme", values).map((one) => one.toLowerCase().replace(/:$/, ""));
    const protocol = scheme ?? given.find((one) => /^https?$/.test(one));
    const port = valuesOf("port", values).find((one) => /^\d+$/.test(one) && !/^(?:80|443)$/.test(one));
    const authority = port === undefined || /:\d+$/.test(host!) ? host! : `${host}:${port}`;
    return absoluteUrl(protocol, authority, target);
  }
  const signedUri = BASE_STRING_RE.exec(text)?.[2];
  const ofSigned = inText.filter((one) => percentEncoded(one.replace(/[?#].*/s, "")) === signedUri);
  const [address] = origin;
  const other = path === undefined ? onlyUrl(ofSigned.length > 0 ? ofSigned : inText, text) : undefined;
  const found = other ?? address;
  return found === undefined ? undefined : { url: found };
}

function valuesOf(part: PartName, values: readonly NamedValue[]): string[] {
  return values.flatMap(({ name, value }) => (isOf(part, name) && value !== "" ? [value] : []));
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
