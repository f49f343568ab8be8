/** Environment causes visible in the request: parameters in two places, with equal or different values, and untyped forms. */

import { COST } from "../../faults/index.ts";
import {
  headerValues,
  isProtocolParameter,
  type OctetPair,
  type ParameterSources,
  sameOctets,
  specification,
  toOctets,
} from "../../model/index.ts";
import {
  hasPair,
  namesOfCopies,
  ONE_PLACE,
  PLACES,
  type ProtocolCopies,
  protocolCopies,
} from "../input/protocol-copies.ts";
import type { EnvironmentCause, EnvironmentForm, KnownRequest } from "./environment.ts";

const has = (pairs: readonly OctetPair[], name: Uint8Array): boolean => pairs.some(([one]) => sameOctets(one, name));
const pair = (name: string, value: string): OctetPair => [toOctets(name), toOctets(value)];
const [OWN, PROTOCOL, CHANGED] = [pair("a", "1"), pair("oauth_nonce", "1"), pair("oauth_nonce", "2")];
const exampleWith = (sources: Partial<ParameterSources>): EnvironmentCause["example"] => ({
  sources: { query: [], header: [], body: [], realm: null, ...sources },
});

const isOwn = (pair: OctetPair): boolean => !isProtocolParameter(pair);

/** Whether the form has all protocol parameters of the header, with another value for at least one. */
function areChangedCopies(sources: ParameterSources): boolean {
  return protocolCopies(sources).some(
    ({ places: [first, second], areEqual, areAll }) => first === "header" && second === "body" && areAll && !areEqual,
  );
}

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
    if (!areChangedCopies(sources)) return [];
    const copies = sources.body.filter(isProtocolParameter);
    const what = `The copy of the protocol parameters in the ${copy} was changed after signing.`;
    return [{ what, sources: signed(copies, sources) }];
  },
});

const SEND_ONCE = "Send each parameter once, and the protocol parameters in one place.";

/** If a parameter is in two places, or twice in the query, the client may have signed it once and written it twice. */
const sentTwice = (
  what: string,
  example: Partial<ParameterSources>,
  repeatedIn: (own: readonly OctetPair[], protocol: readonly OctetPair[], sources: ParameterSources) => OctetPair[],
  signed: (own: readonly OctetPair[], protocol: readonly OctetPair[]) => OctetPair[],
): EnvironmentCause => ({
  id: "parameters-sent-twice",
  fix: SEND_ONCE,
  cost: COST.evident,
  example: exampleWith(example),
  forms: ({ sources }) => {
    const [own, protocol] = [sources.query.filter(isOwn), sources.query.filter(isProtocolParameter)];
    const repeated = repeatedIn(own, protocol, sources);
    if (repeated.length === 0) return [];
    // A single repeated parameter may be repeated on purpose.
    const mayBeMeant = repeated.length === 1;
    return [{ what, ...(mayBeMeant && { cost: COST.common }), sources: { query: signed(own, protocol) } }];
  },
});

const halfOf = (pairs: readonly OctetPair[]): OctetPair[] => pairs.slice(0, pairs.length / 2);

export const SENT_COPIES: readonly EnvironmentCause[] = [
  changedCopy("body", COST.evident, (_, { body }) => ({ body: body.filter(isOwn) })),
  // Some clients keep only the last value of a name, or write the header wrongly.
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
  {
    id: "parameters-sent-twice",
    fix: SEND_ONCE,
    cost: COST.evident,
    example: exampleWith({ query: [PROTOCOL], header: [PROTOCOL] }),
    forms: ({ sources, redact }) => protocolCopies(sources).flatMap((copies) => readingsOf(copies, sources, redact)),
  },
  {
    // The parameters of a body are signed only if its Content-Type is the type of a form.
    id: "form-without-content-type",
    fix: "Send the header Content-Type: application/x-www-form-urlencoded with a form.",
    cost: COST.evident,
    example: { request: { body: "a=1" } },
    forms: ({ request: { body = "", headers = [] }, sources }) => {
      if (sources.body.length > 0 || body.length > LONGEST_FORM || !FORM_RE.test(body)) return [];
      const [type] = headerValues({ headers }, "content-type");
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

/** What a client may have signed if protocol parameters are in two places: both copies, or only one. */
function readingsOf(
  copies: ProtocolCopies,
  sources: ParameterSources,
  redact: KnownRequest["redact"],
): EnvironmentForm[] {
  const { places, pairs, areEqual } = copies;
  const [first, second] = places;
  const names = namesOfCopies(copies, redact).replace(/^the /, "The ");
  const sent = `${names} ${pairs.length === 1 ? "was" : "were"} written into ${PLACES[first]} and into ${PLACES[second]}`;
  const without = (place: (typeof places)[number]): Partial<ParameterSources> => ({
    [place]: sources[place].filter(([name]) => !has(pairs, name)),
  });
  const onlyIn = (signed: (typeof places)[number], other: (typeof places)[number]): EnvironmentForm => ({
    what: `${sent}, and only the copy in ${PLACES[signed]} was signed: ${ONE_PLACE}.`,
    sources: without(other),
  });
  // The server counts equal copies in header and form once; a client that signs both counts them twice.
  const counted = first === "header" && second === "body" ? pairs.filter((pair) => hasPair(sources.header, pair)) : [];
  const once = { what: `${sent}, and signed once: ${ONE_PLACE}.`, sources: without(second) };
  const twice = {
    what: `${sent}, and each copy was signed: ${ONE_PLACE}.`,
    sources: { query: [...sources.query, ...counted] },
  };
  const isNamed = first === "header" && areChangedCopies(sources);
  return [
    ...(areEqual ? [once] : isNamed ? [] : [onlyIn(first, second), onlyIn(second, first)]),
    ...(counted.length > 0 ? [twice] : []),
  ];
}

const FORM_RE = /^[^\s=&{[<"]+=\S*\s*$/;
const LONGEST_FORM = 65_536;
