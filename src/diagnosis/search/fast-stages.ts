/**
 * The stages of the specification for searches, which compute requests thousands of times.
 *
 * A test compares them with the specification. Faults change them in the same way as the specification.
 */

import { type EncodedParameter, escapeOctet, type Stages, specification, toOctets } from "../../model/index.ts";
import { utf8Octets } from "../../platform/index.ts";

/** The stages of the specification, with faster versions of the slowest ones. */
export const FAST_STAGES: Stages = { ...specification, sortParameters, baseString };

function baseString(
  { method, baseStringUri, parameterString }: Parameters<Stages["baseString"]>[0],
  stages: Stages,
): string {
  const parts = [stages.method(method), baseStringUri, parameterString];
  return parts.map((part) => encodeText(part, stages.percentEncode)).join("&");
}

/** Encodes a text by any encoder. */
export function encodeText(text: string, percentEncode: Stages["percentEncode"]): string {
  return percentEncode === specification.percentEncode ? percentEncodeText(text) : percentEncode(octetsOf(text));
}

/** Like `specification.percentEncode` of the UTF-8 of a text. `encodeURIComponent` leaves five characters unencoded. */
function percentEncodeText(text: string): string {
  const encoded = encodeURIComponent(text);
  return LEFT_RE.test(encoded) ? encoded.replace(LEFT_CHARACTERS_RE, escapeCharacter) : encoded;
}

const LEFT_RE = /[!'()*]/;
const LEFT_CHARACTERS_RE = /[!'()*]/g;

function escapeCharacter(character: string): string {
  return escapeOctet(character.charCodeAt(0));
}

/** Like `toOctets`, but faster for text without surrogates. */
function octetsOf(text: string): Uint8Array {
  return SURROGATE_RE.test(text) ? toOctets(text) : utf8Octets(text);
}

/** Without surrogates, the order of the UTF-16 code units is the order of the UTF-8 octets. */
function sortParameters(parameters: readonly EncodedParameter[]): EncodedParameter[] {
  const hasSurrogates = parameters.some(
    (one) => SURROGATE_RE.test(one.encodedName) || SURROGATE_RE.test(one.encodedValue),
  );
  if (hasSurrogates) return specification.sortParameters(parameters);
  return [...parameters].sort(
    (a, b) => compare(a.encodedName, b.encodedName) || compare(a.encodedValue, b.encodedValue),
  );
}

const SURROGATE_RE = /[\ud800-\udfff]/;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Cache<Key, Value> {
  readonly has: (key: Key) => boolean;
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => unknown;
}

/** The cached value of a key, computed on first use. */
export function cached<Key, Value>(cache: Cache<Key, Value>, key: Key, compute: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined || cache.has(key)) return known!;
  const value = compute();
  cache.set(key, value);
  return value;
}
