/** The property that two requests have the same base string exactly if RFC 5849 treats them as the same request. */

import * as fc from "fast-check";
import type { InputOf, NameValue, OctetText, RequestInput, UnsignedRequest } from "../vectors/input.ts";
import { fromJsonText, toJsonText } from "../vectors/json-text.ts";
import { isBodiless, request } from "./generators.ts";
import { inputWithJson, NATURAL, type Property, property, stagesOf, unlessOpen } from "./property.ts";
import { sentParameters } from "./sent-parameters.ts";

const URL_RE = /^(https?):\/\/(?:[^/?#]*@)?([^/?#]*?)(?::([0-9]*))?(?=[/?#]|$)([^?#]*)/i;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443" };

/**
 * The canonical request as one line: two requests have the same base string exactly when their canonical requests are equal.
 * This line is built from the parts of the request, without its base string and without the model.
 *
 * RFC 5849 does not distinguish: upper and lower case in method, scheme and host; a default port, an empty port and no
 * port; an empty path and `/`; userinfo, fragment, realm and signature, which are not signed; a parameter in the query and
 * in the form; the order of parameters; `+` and `%20` in a query; an octet and its escape. Everything else makes two
 * requests different.
 */
export function canonicalRequest(input: RequestInput): string {
  const { method, url } = input.request;
  const [, givenScheme = "", host = "", givenPort = "", path = ""] = URL_RE.exec(url) ?? [];
  const scheme = givenScheme.toLowerCase();
  const port = givenPort === DEFAULT_PORTS[scheme] ? "" : givenPort;
  const parameters = sentParameters(input)
    .filter(({ name }) => name !== "oauth_signature")
    .map(({ name, value }) => JSON.stringify([name, value]))
    .sort();
  return JSON.stringify([method.toUpperCase(), scheme, host.toLowerCase(), port, path || "/", ...parameters]);
}

type Input = InputOf<"base-string">;

/** A change to a request. RFC 5849 treats most changed requests as different ones. */
interface Change {
  /** The URL of the changed request; if it has no query, the generated query follows. @default any URL */
  readonly url?: string;
  readonly change: (input: Input) => Input;
}

/** Saved cases contain the index of a change, so new changes are added at the end. */
const CHANGES: readonly Change[] = [
  { change: (input) => input },
  { change: (input) => withRequest(input, { method: input.request.method.toLowerCase() }) },
  { change: (input) => withRequest(input, { method: input.request.method === "PUT" ? "POST" : "PUT" }) },
  ofUrl((url) => url.toUpperCase()),
  ofUrl((url) => url.replace(/^http:/i, "https:")),
  urlPart("http://", "example.com", "EXAMPLE.com"),
  {
    url: "http://example.com:80/",
    ...ofUrl((url) => url.replace(/(?<=\/\/[^/?#]*):(?:80|443)?(?=[/?#]|$)/, "")),
  },
  ofUrl((url) => url.replace(/#.*/, "")),
  urlPart("http://example.com/a", "%2F", "%2f"),
  urlPart("http://example.com/?a=1", "%20", "+"),
  urlPart("http://example.com/?a=1", "+", "%20"),
  urlPart("http://example.com/?a=", "%FF", "%EF%BF%BD"),
  urlPart("http://example.com/a", "//a", "/a"),
  ofUrl((url) => url.split("?")[0]!),
  { change: (input) => ({ ...input, realm: "other" }) },
  ofForm((pairs) => [...pairs].reverse()),
  ofForm((pairs) => pairs.slice(1)),
  ofForm((pairs) => [...pairs, ["a", "b"]]),
  ofForm((pairs) => pairs.map(([one, value]) => [value, one])),
  ofForm(([first, second, ...rest]) => (second ? [[first![0], second[1]], second, ...rest] : [])),
  {
    change: (input) =>
      withForm(
        withUrl(input, (url) => url.split("?")[0]!),
        () => sentInQuery(input),
      ),
  },
  { change: (input) => ({ ...input, protocolParameters: [...input.protocolParameters, ["oauth_realm", "other"]] }) },
  urlPart("https://", "[2001:DB8::A]", "[2001:db8::a]"),
  urlPart("http://", "www.", "", "example.com/"),
  urlPart("https://example.com", ":443", ""),
  urlPart("http://example.com", ":443", ""),
  urlPart("https://example.com", ":80", ""),
  urlPart("http://example.com", ":8080", ""),
  urlPart("http://", "user:p%40ss@", "", "example.com/"),
  urlPart("http://example.com", "", "/"),
  urlPart("http://example.com/", "%7Ea", "~a"),
  urlPart("http://example.com/", "A", "a"),
  urlPart("http://example.com/a", "/", ""),
  urlPart("http://example.com/a", ";b=1", ""),
  urlPart("http://example.com/?a=1", "+", "%2B"),
  urlPart("http://example.com/?a=", "%c3%a9", "%C3%A9"),
  urlPart("http://example.com/?a=", "%2541", "%41"),
  urlPart("http://example.com/?a=1", ";", "&"),
  urlPart("http://example.com/?a=1", "=2", ""),
  urlPart("http://example.com/?a=1", "%20", ""),
  urlPart("http://example.com/?a", "", "="),
  urlPart("http://example.com/?b=1", "&a", ""),
  urlPart("http://example.com/?b=1", "&=a", ""),
  urlPart("http://example.com/?", "(a)", "%28a%29"),
  urlPart("http://example.com/?b=1", "&(a)", ""),
  urlPart("http://example.com/?a=1", "&a=1", ""),
  urlPart("http://example.com/?test%5B%5D=2", "&test%5B%5D=1", ""),
  urlPart("http://example.com/?a=1", "&oauth_signature=x", ""),
];

/** Replaces a text at one place of the URL. */
function urlPart(before: string, text: string, other: string, after = ""): Change {
  return { url: before + text + after, ...ofUrl((url) => url.replace(before + text, before + other)) };
}

function ofUrl(change: (url: string) => string): Change {
  return { change: (input) => withUrl(input, change) };
}

function ofForm(change: Parameters<typeof withForm>[1]): Change {
  return { change: (input) => withForm(input, change) };
}

/** Gives a case the URL that its change needs. */
function withUrlOf({ input, change }: { readonly input: Input; readonly change: number }) {
  const { url } = CHANGES[change]!;
  const rest = url?.includes("?") ? "" : /[?#].*|$/s.exec(input.request.url)![0];
  return { change, input: url === undefined ? input : withRequest(input, { url: url + rest }) };
}

function withRequest(input: Input, change: Partial<UnsignedRequest>): Input {
  return { ...input, request: { ...input.request, ...change } };
}

function withUrl(input: Input, change: (url: string) => string): Input {
  return withRequest(input, { url: change(input.request.url) });
}

function withForm(input: Input, change: (pairs: readonly NameValue[]) => readonly NameValue[]): Input {
  // RFC 5849 is silent on forms in GET requests.
  return isBodiless(input.request) ? input : withRequest(input, { form: change(input.request.form ?? []) });
}

function sentInQuery({ request: { method, url } }: Input): readonly NameValue[] {
  const sent = sentParameters({ operation: "base-string", request: { method, url }, protocolParameters: [] });
  const text = (octets: string): OctetText => fromJsonText(toJsonText(Buffer.from(octets, "latin1")));
  return sent.map(({ name, value }) => [text(name), text(value)]);
}

/** A complete list, because some libraries compute a base string only when they sign. */
const PROTOCOL_PARAMETERS: readonly NameValue[] = [
  ["oauth_consumer_key", "k"],
  ["oauth_signature_method", "HMAC-SHA1"],
  ["oauth_timestamp", "1700000000"],
  ["oauth_nonce", "n"],
  ["oauth_version", "1.0"],
];

export const baseStringSeparates: Property = property({
  id: "base-string-separates",
  statement: "Two requests have the same base string exactly if RFC 5849 treats them as the same request.",
  rules: ["rfc5849-3.4.1.1-1", "rfc5849-3.4.1.2-3", "rfc5849-3.4.1.3.1-1", "rfc5849-3.4.1.3.1-5"],
  operations: ["base-string"],
  cases: fc
    .record({
      input: fc.record({
        operation: fc.constant("base-string" as const),
        request,
        protocolParameters: fc.constant(PROTOCOL_PARAMETERS),
      }),
      change: fc.nat({ max: CHANGES.length - 1 }),
    })
    .map(withUrlOf),
  json: inputWithJson("base-string", "change", NATURAL),
  async check({ input, change }, ask) {
    const other = CHANGES[change]!.change(input);
    const [one, two] = [await stagesOf(ask, input), await stagesOf(ask, other)];
    const isSame = canonicalRequest(input) === canonicalRequest(other);
    if (isSame === (one["base-string"] === two["base-string"])) return undefined;
    const expected = isSame ? "one base string for both requests" : "two base strings";
    const actual = `${one["base-string"]} and ${two["base-string"]}`;
    return unlessOpen({ stage: "base-string", expected, actual }, input, other);
  },
});
