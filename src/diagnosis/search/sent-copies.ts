/** Environment causes that the request shows: parameters in two places with the same or with different values, and untyped forms. */

import { COST } from "../../faults/index.ts";
import {
  isProtocolParameter,
  type OctetPair,
  type ParameterSources,
  sameOctets,
  specification,
  toOctets,
} from "../../model/index.ts";
import type { EnvironmentCause } from "./environment.ts";

const has = (pairs: readonly OctetPair[], name: Uint8Array): boolean => pairs.some(([one]) => sameOctets(one, name));
const hasPair = (pairs: readonly OctetPair[], [name, value]: OctetPair): boolean =>
  pairs.some(([otherName, otherValue]) => sameOctets(name, otherName) && sameOctets(value, otherValue));
const pair = (name: string, value: string): OctetPair => [toOctets(name), toOctets(value)];
const [OWN, PROTOCOL, CHANGED] = [pair("a", "1"), pair("oauth_nonce", "1"), pair("oauth_nonce", "2")];
const exampleWith = (sources: Partial<ParameterSources>): EnvironmentCause["example"] => ({
  sources: { query: [], header: [], body: [], realm: null, ...sources },
});

const isOwn = (pair: OctetPair): boolean => !isProtocolParameter(pair);

/** If header and body have protocol parameters with different values, the client may have signed either copy. */
const changedCopy = (
  copy: "body" | "header",
  cost: number,
  signed: (copies: readonly OctetPair[], sources: ParameterSources) => Partial<ParameterSources>,
): EnvironmentCause => ({
  id: `${copy}-copy-changed`,
  fix: "Write the same protocol parameters into the header and the body, and do not change them after signing.",
  cost,
  example: exampleWith({ header: [PROTOCOL], body: [CHANGED] }),
  forms: ({ sources }) => {
    const copies = sources.body.filter(isProtocolParameter);
    if (copies.length === 0 || !copies.every(([name]) => has(sources.header, name))) return [];
    const what = `The copy of the protocol parameters in the ${copy} was changed after signing.`;
    return [{ what, sources: signed(copies, sources) }];
  },
});

/** If a parameter is in two places of the request, or twice in its query, it may have been signed once and written twice. */
const sentTwice = (
  what: string,
  example: Partial<ParameterSources>,
  repeatedIn: (own: readonly OctetPair[], protocol: readonly OctetPair[], sources: ParameterSources) => OctetPair[],
  signed: (own: readonly OctetPair[], protocol: readonly OctetPair[]) => OctetPair[],
): EnvironmentCause => ({
  id: "parameters-sent-twice",
  fix: "Send each parameter once.",
  example: exampleWith(example),
  forms: ({ sources }) => {
    const [own, protocol] = [sources.query.filter(isOwn), sources.query.filter(isProtocolParameter)];
    const repeated = repeatedIn(own, protocol, sources);
    if (repeated.length === 0) return [];
    // A single parameter may be meant to be there twice.
    const cost = repeated.length > 1 ? COST.evident : COST.common;
    return [{ what, cost, sources: { query: signed(own, protocol) } }];
  },
});

const halfOf = (pairs: readonly OctetPair[]): OctetPair[] => pairs.slice(0, pairs.length / 2);

export const SENT_COPIES: readonly EnvironmentCause[] = [
  changedCopy("body", COST.evident, (_, { body }) => ({ body: body.filter(isOwn) })),
  // A client may also keep only the last value of a name, or write the header wrongly.
  changedCopy("header", COST.common, (copies, { header, body }) => ({
    header: header.filter(([name]) => !has(copies, name)),
    body: [...body.filter(isOwn), ...copies],
  })),
  sentTwice(
    "The query was written a second time, into the form.",
    { query: [OWN], body: [OWN] },
    (own, _, { body }) => (own.every((pair) => hasPair(body, pair)) ? [...own] : []),
    (_, protocol) => [...protocol],
  ),
  sentTwice(
    "The query was written twice into the URL.",
    { query: [OWN, OWN] },
    (own) => {
      const half = halfOf(own);
      const isTwice =
        own.length === 2 * half.length && half.every((pair, at) => hasPair([own[half.length + at]!], pair));
      return isTwice ? half : [];
    },
    (own, protocol) => [...halfOf(own), ...protocol],
  ),
  sentTwice(
    "The protocol parameters were written into the URL and into the header.",
    { query: [PROTOCOL], header: [PROTOCOL] },
    (_, protocol, { header }) => (protocol.every((pair) => hasPair(header, pair)) ? [...protocol] : []),
    (own) => [...own],
  ),
  {
    // A body that looks like a form is not signed as parameters if its Content-Type is another.
    id: "form-without-content-type",
    fix: "Send the header Content-Type: application/x-www-form-urlencoded with a form.",
    cost: COST.evident,
    example: { request: { body: "a=1" } },
    forms: ({ request: { body = "", headers = [] }, sources }) => {
      if (sources.body.length > 0 || body.length > LONGEST_FORM || !FORM_RE.test(body)) return [];
      const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
      const how = type === undefined ? "without Content-Type" : `with Content-Type ${type}`;
      return [
        {
          what: `The body was signed as a form, but sent ${how}.`,
          sources: { body: specification.decodeForm(body.trimEnd(), specification) },
        },
      ];
    },
  },
];

const FORM_RE = /^[^\s=&{[<"]+=\S*\s*$/;
const LONGEST_FORM = 65_536;
