/**
 * Faults of names that occur more than once, or that look like lists (RFC 5849 3.4.1.3.1 and 3.4.1.3.2).
 *
 * @module
 */

import { type Parameter, type ParameterOrigin, sameOctets, toOctets, toText } from "../model/index.ts";
import { utf8Octets } from "../platform/index.ts";
import type { Apply, Fault } from "./fault.ts";
import { collected, parameterOf } from "./parameters.ts";
import { get, post } from "./requests.ts";

const sameName = (a: Parameter<Uint8Array>, b: Parameter<Uint8Array>): boolean => sameOctets(a.name, b.name);
const samePair = (a: Parameter<Uint8Array>, b: Parameter<Uint8Array>): boolean =>
  sameName(a, b) && sameOctets(a.value, b.value);
const sameNameAndPlace = (a: Parameter<Uint8Array>, b: Parameter<Uint8Array>): boolean =>
  sameName(a, b) && a.origin === b.origin;

/** Keeps one of each group, where it stood. */
function firstOf(isSame: (a: Parameter<Uint8Array>, b: Parameter<Uint8Array>) => boolean): Apply {
  return collected((parameters) =>
    parameters.filter((one, at) => parameters.findIndex((other) => isSame(other, one)) === at),
  );
}

function lastOf(isSame: (a: Parameter<Uint8Array>, b: Parameter<Uint8Array>) => boolean): Apply {
  return collected((parameters) =>
    parameters.filter((one, at) => parameters.findLastIndex((other) => isSame(other, one)) === at),
  );
}

/** Drops what stands in one place under a name that the other place has too. */
function overridden(loser: ParameterOrigin, winner: ParameterOrigin): Apply {
  return collected((parameters) =>
    parameters.filter(
      (one) => one.origin !== loser || !parameters.some((other) => other.origin === winner && sameName(one, other)),
    ),
  );
}

/** Changes the values of each name that occurs more than once; other names stay. */
function merged(change: (group: readonly Parameter<Uint8Array>[]) => Parameter<Uint8Array>[]): Apply {
  return collected((parameters) =>
    parameters.flatMap((one, at) => {
      const group = parameters.filter((other) => sameName(one, other));
      if (group.length === 1) return [one];
      return parameters.findIndex((other) => sameName(one, other)) === at ? change(group) : [];
    }),
  );
}

const indexed = (bracketed: (name: string, index: number) => string): Apply =>
  merged((group) => group.map((one, index) => ({ ...one, name: toOctets(bracketed(toText(one.name), index)) })));

const renamed = (change: (name: string) => string): Apply =>
  collected((parameters) => parameters.map((one) => ({ ...one, name: toOctets(change(toText(one.name))) })));

const NESTED_RE = /^([^[\]]+)\[[^\]]+\]/;
const FIX = { text: "Keep a list of pairs, not a map: RFC 5849 signs every one of them." };

/** See the module. */
export const REPEATED_NAMES: readonly Fault[] = [
  {
    id: "duplicate-last-wins",
    title: "Repeated name collapsed to its last value",
    what: "Parameters are kept in a map, so of several equal names the last alone is signed.",
    stage: "collectParameters",
    trigger: get("/r?foo=3&foo=2&foo=1"),
    fix: FIX,
    evidence: [
      "https://github.com/googleapis/signet/issues/173",
      "https://github.com/googleapis/google-oauth-java-client/issues/91",
      "https://github.com/bdbergeron/BDBOAuth1Manager/issues/8",
      "https://github.com/daviddesberg/PHPoAuthLib/issues/481",
      "https://github.com/request/request/pull/612",
      "https://github.com/postmanlabs/postman-app-support/issues/404",
    ],
    apply: lastOf(sameName),
    also: [lastOf(sameNameAndPlace)],
  },
  {
    id: "duplicate-first-wins",
    title: "Repeated name collapsed to its first value",
    what: "Of several equal names the first alone is signed.",
    stage: "collectParameters",
    trigger: get("/r?foo=3&foo=2&foo=1"),
    fix: FIX,
    evidence: [
      "https://github.com/mrjones/oauth/blob/HEAD/provider.go",
      "https://github.com/bytespider/jsOAuth/issues/53",
    ],
    apply: firstOf(sameName),
    also: [firstOf(sameNameAndPlace)],
  },
  {
    id: "identical-pairs-deduplicated",
    title: "Identical pairs merged",
    what: "Pairs are kept in a set, so two that are equal are signed once.",
    stage: "collectParameters",
    trigger: get("/r?a=1&a=1"),
    fix: FIX,
    evidence: [
      "https://github.com/spring-attic/spring-security-oauth/blob/HEAD/spring-security-oauth/src/main/java/org/springframework/security/oauth/provider/filter/CoreOAuthProviderSupport.java",
      "https://github.com/Cimpress-MCP/oauth_reverse_proxy/pull/6",
    ],
    apply: firstOf(samePair),
  },
  {
    id: "empty-first-duplicate-lost",
    title: "Empty first value of a repeated name overwritten",
    what: "Whether a name was seen is told by its value, so an empty first value is replaced by the next one.",
    stage: "collectParameters",
    trigger: get("/r?a=&a=1"),
    fix: FIX,
    evidence: ["https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js"],
    apply: merged((group) => {
      const from = group.findIndex(({ value }) => value.length > 0);
      return from === -1 ? group.slice(-1) : group.slice(from);
    }),
  },
  {
    id: "array-joined-with-comma",
    title: "Values of a list joined by commas",
    what: "A list is signed as one parameter, its items joined by commas, while the name is sent once an item.",
    stage: "collectParameters",
    trigger: post([
      ["id", "1"],
      ["id", "2"],
    ]),
    fix: FIX,
    evidence: [
      "https://github.com/ddo/oauth-1.0a/issues/26",
      "https://github.com/bettiolo/oauth-signature-js/issues/10",
    ],
    apply: merged((group) => [{ ...group[0]!, value: utf8Octets(group.map(({ value }) => toText(value)).join(",")) }]),
  },
  {
    id: "array-index-appended",
    title: "Index appended to repeated names",
    what: "Repeated names are signed as name[0], name[1], while they are sent as they are.",
    stage: "collectParameters",
    trigger: get("/r?foo=ONE&foo=TWO"),
    fix: FIX,
    evidence: ["https://github.com/ciaranj/node-oauth/pull/34", "https://github.com/ciaranj/node-oauth/issues/71"],
    apply: indexed((name, index) => `${name}[${index}]`),
    also: [
      indexed((name) => `${name}[]`),
      // With the brackets that they came with counted out.
      indexed((name, index) => name.replace(/(?:\[\])?$/, `[${index}]`)),
    ],
  },
  {
    id: "brackets-stripped",
    title: "Brackets removed from names",
    what: "Names are read as PHP would, so ids[]=1 is signed as ids=1.",
    stage: "collectParameters",
    trigger: get("/r?ids[]=1"),
    fix: { text: "Sign names with their brackets, as they are sent." },
    evidence: ["https://github.com/request/request/issues/2734"],
    apply: renamed((name) => name.replace(/\[\]$/, "")),
    also: [renamed((name) => name.replace(/\[\d*\]$/, ""))],
  },
  {
    id: "nested-object-stringified",
    title: "Nested value signed as [object Object]",
    what: "Names such as filter[0][field] are held as nested objects, and the text of the object is signed.",
    stage: "collectParameters",
    trigger: get("/r?filter[0][field]=x"),
    fix: { text: "Flatten nested values to the names that are sent, before signing." },
    evidence: ["https://github.com/ddo/oauth-1.0a/issues/49", "https://github.com/request/request/issues/1177"],
    apply: collected((parameters) => {
      const nested = new Set(parameters.flatMap(({ name }) => NESTED_RE.exec(toText(name))?.[1] ?? []));
      return [
        ...parameters.filter(({ name }) => !NESTED_RE.test(toText(name))),
        ...Array.from(nested, (name) => parameterOf(name, "[object Object]")),
      ];
    }),
  },
  {
    id: "query-overrides-body",
    title: "Same name in query and form merged",
    what: "Query and form are put into one map, so a name that stands in both is signed once.",
    stage: "collectParameters",
    trigger: post([["a", "2"]], { url: "https://example.com/r?a=1" }),
    fix: FIX,
    evidence: [
      "https://github.com/request/request/pull/612",
      "https://github.com/ruby-oauth/oauth/blob/HEAD/lib/oauth/request_proxy/rack_request.rb",
    ],
    apply: overridden("body", "query"),
    also: [overridden("query", "body")],
  },
];
