/** Which requests have the same base string: those that RFC 5849 treats as the same request, and no others. */

import * as fc from "fast-check";
import { sourcesOfInput, specification } from "../../model/index.ts";
import type { InputOf, NameValue, RequestInput, UnsignedRequest } from "../vectors/input.ts";
import { signingInput } from "../vectors/signing-input.ts";
import { isBodiless, request } from "./generators.ts";
import { inputWithJson, natural, type Property, property, stagesOf, unlessOctets } from "./property.ts";

const { authority, collectParameters, decodeForm, method, path, percentEncode, splitUrl } = specification;

/**
 * The canonical request as one line: two requests have the same base string exactly when their canonical requests are equal.
 * It is built from the parts of the request and not from its base string.
 *
 * RFC 5849 does not distinguish: upper and lower case in method, scheme and host; a default port, an empty port and no
 * port; an empty path and `/`; userinfo, fragment and realm, which are not signed; a parameter in the query and in the
 * form; the order of parameters; `+` and `%20` in a query; an octet and its escape. Everything else makes two requests
 * different.
 */
export function canonicalRequest(input: RequestInput): string {
  const request = signingInput(input);
  const parts = splitUrl(request.url);
  const parameters = collectParameters(sourcesOfInput(request, specification), specification)
    .map(({ name, value }) => JSON.stringify([percentEncode(name), percentEncode(value)]))
    .sort();
  const target = [method(request.method), parts.scheme.toLowerCase(), authority(parts), path(parts)];
  return JSON.stringify([...target, ...parameters]);
}

type Input = InputOf<"base-string">;

/** Changes to a request. After most of them, RFC 5849 treats it as another request. */
const CHANGES: readonly ((input: Input) => Input)[] = [
  (input) => input,
  (input) => withRequest(input, { method: input.request.method.toLowerCase() }),
  (input) => withRequest(input, { method: input.request.method === "PUT" ? "POST" : "PUT" }),
  (input) => withUrl(input, (url) => url.toUpperCase()),
  (input) => withUrl(input, (url) => url.replace(/^http:/i, "https:")),
  (input) => withUrl(input, (url) => url.replace("example.com", "EXAMPLE.com")),
  (input) => withUrl(input, (url) => url.replace(/(?<=\/\/[^/?#]*):(?:80|443)?(?=[/?#]|$)/, "")),
  (input) => withUrl(input, (url) => url.replace(/#.*/, "")),
  (input) => withUrl(input, (url) => url.replace("%2F", "%2f")),
  (input) => withUrl(input, (url) => url.replace("%20", "+")),
  (input) => withUrl(input, (url) => url.replace("+", "%20")),
  (input) => withUrl(input, (url) => url.replace("%FF", "%EF%BF%BD")),
  (input) => withUrl(input, (url) => url.replace(/([^:])\/\/a/, "$1/a")),
  (input) => withUrl(input, (url) => url.split("?")[0]!),
  (input) => ({ ...input, realm: "other" }),
  (input) => withForm(input, (pairs) => [...pairs].reverse()),
  (input) => withForm(input, (pairs) => pairs.slice(1)),
  (input) => withForm(input, (pairs) => [...pairs, ["a", "b"]]),
  (input) => withForm(input, (pairs) => pairs.map(([one, value]) => [value, one])),
  (input) => withForm(input, ([first, second, ...rest]) => (second ? [[first![0], second[1]], second, ...rest] : [])),
  (input) =>
    withForm(
      withUrl(input, (url) => url.split("?")[0]!),
      () => queryPairs(input),
    ),
];

function withRequest(input: Input, change: Partial<UnsignedRequest>): Input {
  return { ...input, request: { ...input.request, ...change } };
}

function withUrl(input: Input, change: (url: string) => string): Input {
  return withRequest(input, { url: change(input.request.url) });
}

function withForm(input: Input, change: (pairs: readonly NameValue[]) => readonly NameValue[]): Input {
  // Whether a GET request has a form is open.
  return isBodiless(input.request) ? input : withRequest(input, { form: change(input.request.form ?? []) });
}

function queryPairs(input: Input): readonly NameValue[] {
  return decodeForm(splitUrl(input.request.url).query ?? "", specification);
}

/** Complete, so that libraries that compute a base string only as part of signing are asked too. */
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
  cases: fc.record({
    input: fc.record({
      operation: fc.constant("base-string" as const),
      request,
      protocolParameters: fc.constant(PROTOCOL_PARAMETERS),
    }),
    change: fc.nat({ max: CHANGES.length - 1 }),
  }),
  json: inputWithJson("base-string", (where, { change }) => ({ change: natural(`${where}.change`, change) })),
  async check({ input, change }, ask) {
    const other = CHANGES[change]!(input);
    const [one, two] = [await stagesOf(ask, input), await stagesOf(ask, other)];
    const isSame = canonicalRequest(input) === canonicalRequest(other);
    if (isSame === (one["base-string"] === two["base-string"])) return undefined;
    const expected = isSame ? "one base string for both requests" : "two base strings";
    const actual = `${one["base-string"]} and ${two["base-string"]}`;
    return unlessOctets({ stage: "base-string", expected, actual }, input, other);
  },
});
