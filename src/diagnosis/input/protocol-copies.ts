/** Protocol parameters in two places of a request. RFC 5849 3.5 allows one place, but 3.4.1.3.1 signs them in every place. */

import { isProtocolParameter, type OctetPair, type ParameterSources, sameOctets, toText } from "../../model/index.ts";

type Place = "query" | "header" | "body";

/** The protocol parameters that two places have in common, without oauth_signature. */
export interface ProtocolCopies {
  readonly places: readonly [Place, Place];
  /** The pairs of the second place whose names are also in the first place; at least one. */
  readonly pairs: readonly OctetPair[];
  /** Whether the values are the same in both places. */
  readonly areEqual: boolean;
  /** Whether every protocol parameter of the first place has a copy, as some gateways require of the form. */
  readonly areAll: boolean;
}

/** How sentences name the places. */
export const PLACES: Readonly<Record<Place, string>> = { query: "the URL", header: "the header", body: "the form" };

const PAIRS: readonly (readonly [Place, Place])[] = [
  ["query", "header"],
  ["query", "body"],
  ["header", "body"],
];

/** What RFC 5849 says about such copies. */
export const ONE_PLACE = "RFC 5849 3.5 allows one place, and 3.4.1.3.1 signs each copy";

export function protocolCopies(sources: Pick<ParameterSources, Place>): ProtocolCopies[] {
  return PAIRS.flatMap(([first, second]) => {
    const [some, others] = [first, second].map((place) => sources[place].filter(isCopied)) as [
      OctetPair[],
      OctetPair[],
    ];
    const pairs = others.filter(([name]) => some.some(([one]) => sameOctets(one, name)));
    const areEqual = pairs.every((pair) => hasPair(some, pair));
    const areAll = pairs.length === some.length;
    return pairs.length === 0 ? [] : [{ places: [first, second], pairs, areEqual, areAll }];
  });
}

/** Whether header and form share some equal pairs, which count once, but not all, so that no gateway requires them. */
export function countsCopiesOnce(sources: Pick<ParameterSources, Place>): boolean {
  return protocolCopies(sources).some(
    ({ places: [first, second], pairs, areAll }) =>
      !areAll && first === "header" && second === "body" && pairs.some((pair) => hasPair(sources.header, pair)),
  );
}

/** The names of copies, as the subject of a sentence. */
export function namesOfCopies({ pairs, areAll }: ProtocolCopies, redact: (text: string) => string): string {
  if (areAll && pairs.length > 2) return "the protocol parameters";
  return [...new Set(pairs.map(([name]) => redact(toText(name))))].join(" and ");
}

export function hasPair(pairs: readonly OctetPair[], [name, value]: OctetPair): boolean {
  return pairs.some(([otherName, otherValue]) => sameOctets(name, otherName) && sameOctets(value, otherValue));
}

function isCopied(pair: OctetPair): boolean {
  return isProtocolParameter(pair) && !sameOctets(pair[0], "oauth_signature");
}
