/**
 * Every request of at most two parameters whose names and values are hard characters: few enough to try all of
 * them, and easy for random generation to miss.
 */

import { specification, toOctets } from "../../model/index.ts";
import type { InputOf, NameValue, OctetText } from "../vectors/input.ts";

/** Characters that RFC 5849 encodes, decodes or sorts differently from other rules. The last one is an octet that is not UTF-8. */
const HARD: readonly OctetText[] = [..." +%&=~*/é😀", Uint8Array.of(0xff)];

const PLACES = ["query", "form", "protocol"] as const;

/** A parameter, and where the request has it. */
interface Placed {
  readonly place: (typeof PLACES)[number];
  readonly pair: NameValue;
}

/** Methods and transports without a form; RFC 5849 allows any method. */
const WITHOUT_FORM = ["GET", "POST", "PUT"].flatMap((method) =>
  (["header", "query"] as const).map((transport) => ({ method, transport })),
);
const WITH_FORM = ["POST", "PUT"].flatMap((method) =>
  (["header", "query", "body"] as const).map((transport) => ({ method, transport })),
);

/**
 * All requests with at most two parameters, in query, form and protocol parameters, whose names and values are one of eleven
 * hard characters or empty, with each transport and two or three methods: about 700,000.
 *
 * @param characters the characters of names and values @default {@link HARD}
 * @returns inputs of `sign`, those with fewer parameters first, so that no failing input is smaller than the first one
 */
export function* hardRequests(characters: readonly OctetText[] = HARD): Generator<InputOf<"sign">> {
  const texts = ["", ...characters];
  const pairs = texts.flatMap((name) => texts.map((value): NameValue => [name, value]));
  const placed = PLACES.flatMap((place) => pairs.map((pair): Placed => ({ place, pair })));
  yield* requestsWith([]);
  for (const one of placed) yield* requestsWith([one]);
  for (const [at, one] of placed.entries()) {
    // Each pair is asked in one order only. In some pairs the greater character is first.
    for (const other of placed.slice(at)) if (!isRepeatedProtocol(one, other)) yield* requestsWith([one, other]);
  }
}

/** A request has each protocol parameter at most once. */
function isRepeatedProtocol(one: Placed, other: Placed): boolean {
  return one.place === "protocol" && other.place === "protocol" && one.pair[0] === other.pair[0];
}

function* requestsWith(parameters: readonly Placed[]): Generator<InputOf<"sign">> {
  const at = (wanted: Placed["place"]): NameValue[] =>
    parameters.filter(({ place }) => place === wanted).map(({ pair }) => pair);
  const [query, form, further] = [at("query"), at("form"), at("protocol")];
  const protocolParameters = further.map(([name, value]): NameValue => [prefixed(name), value]);
  for (const url of urlsWith(query)) {
    for (const { method, transport } of form.length > 0 ? WITH_FORM : WITHOUT_FORM) {
      yield {
        operation: "sign",
        request: { method, url, ...(form.length > 0 && { form }) },
        signatureMethod: "HMAC-SHA1",
        credentials: { consumerKey: "k", consumerSecret: "s" },
        nonce: "n",
        timestamp: "1700000000",
        version: "1.0",
        transport,
        ...(further.length > 0 && { protocolParameters }),
      };
    }
  }
}

/** URLs whose query has %20, or a plus sign, for a space. */
function urlsWith(query: readonly NameValue[]): readonly string[] {
  if (query.length === 0) return ["https://example.com/"];
  const encoded = query.map((pair) => pair.map(encode).join("=")).join("&");
  return [...new Set([encoded, encoded.replaceAll("%20", "+")])].map((text) => `https://example.com/?${text}`);
}

function prefixed(name: OctetText): OctetText {
  return typeof name === "string" ? `oauth_${name}` : Uint8Array.of(...toOctets("oauth_"), ...name);
}

function encode(text: OctetText): string {
  return specification.percentEncode(toOctets(text));
}
