/**
 * Which requests share a base string: those that the RFC makes the same, and no others.
 *
 * @module
 */

import * as fc from "fast-check";
import { specification } from "../../model/index.ts";
import { toJsonPairs } from "../json-text.ts";
import type { JsonPair, VectorInput } from "../vector.ts";
import { canonicalRequest } from "./canonical-request.ts";
import { request } from "./generators.ts";
import { type Law, law, stagesOf } from "./law.ts";

const { decodeForm, splitUrl } = specification;

/** Changes to a request, most of which the RFC does not merge. */
const CHANGES: readonly ((input: VectorInput) => VectorInput)[] = [
  (input) => input,
  (input) => withRequest(input, { method: input.request!.method.toLowerCase() }),
  (input) => withRequest(input, { method: input.request!.method === "GET" ? "POST" : "GET" }),
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

function withRequest(input: VectorInput, change: Partial<NonNullable<VectorInput["request"]>>): VectorInput {
  return { ...input, request: { ...input.request!, ...change } };
}

function withUrl(input: VectorInput, change: (url: string) => string): VectorInput {
  return withRequest(input, { url: change(input.request!.url) });
}

function withForm(input: VectorInput, change: (pairs: readonly JsonPair[]) => JsonPair[]): VectorInput {
  return withRequest(input, { form: change(input.request!.form ?? []) });
}

function queryPairs(input: VectorInput): JsonPair[] {
  return toJsonPairs(decodeForm(splitUrl(input.request!.url).query ?? "", specification));
}

export const baseStringSeparates: Law = law<{ input: VectorInput; change: number }>({
  id: "base-string-separates",
  statement: "Two requests share a base string exactly when the RFC makes them the same request.",
  rules: ["rfc5849-3.4.1.1-1", "rfc5849-3.4.1.2-3", "rfc5849-3.4.1.3.1-1", "rfc5849-3.4.1.3.1-5"],
  operations: ["base-string"],
  cases: fc.record({
    input: fc.record({ request, protocolParameters: fc.constant<JsonPair[]>([["oauth_nonce", "n"]]) }),
    change: fc.nat({ max: CHANGES.length - 1 }),
  }),
  async check({ input, change }, ask) {
    const other = CHANGES[change]!(input);
    const [one, two] = [await stagesOf(ask, "base-string", input), await stagesOf(ask, "base-string", other)];
    const isSame = canonicalRequest(input) === canonicalRequest(other);
    if (isSame === (one["base-string"] === two["base-string"])) return undefined;
    const said = `${one["base-string"]} and ${two["base-string"]}`;
    return {
      stage: "base-string",
      expected: isSame ? "one base string for both requests" : "two base strings",
      actual: said,
    };
  },
});
