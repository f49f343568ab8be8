/**
 * The stages of the specification with caches, because a search computes one request thousands of times.
 *
 * A test compares them with the specification. Faults change them in the same way as the specification.
 */

import {
  type EncodedParameter,
  type Parameter,
  type ParameterSources,
  type Stages,
  specification,
  toOctets,
} from "../model/index.ts";
import { utf8Octets } from "../platform/index.ts";

/** Creates stages for one request. Their caches live as long as they do. */
export function createCachedStages(): Stages {
  const collected = new WeakMap<ParameterSources, Parameter<Uint8Array>[]>();
  const encoders = new WeakMap<Stages["percentEncode"], Stages["percentEncode"]>();
  const encoded = new WeakMap<Stages["percentEncode"], WeakMap<readonly Parameter<Uint8Array>[], EncodedParameter[]>>();
  const signatures = new Map<string, string>();
  const paths = new Map<string, string>();
  return {
    ...specification,
    percentEncode,
    sortParameters,
    path: (parts) => cached(paths, parts.path, () => specification.path(parts)),
    baseString: ({ method, baseStringUri, parameterString }, stages) =>
      [stages.method(method), baseStringUri, parameterString]
        .map((part) => stages.percentEncode(octetsOf(part)))
        .join("&"),
    collectParameters: (sources, stages) =>
      cached(collected, sources, () => specification.collectParameters(sources, stages)),
    encodeParameters: (parameters, stages) => {
      const byParameters = cached(encoded, stages.percentEncode, () => new WeakMap());
      const percentEncode = cached(encoders, stages.percentEncode, () => cachingEncoder(stages.percentEncode));
      return cached(byParameters, parameters, () =>
        specification.encodeParameters(parameters, { ...stages, percentEncode }),
      );
    },
    signature: (input) =>
      cached(signatures, JSON.stringify([input.signatureMethod, input.key, input.baseString]), () =>
        specification.signature(input),
      ),
  };
}

const ESCAPES = Array.from({ length: 256 }, (_, octet) => specification.percentEncode(Uint8Array.of(octet)));

/** An encoder that caches the result for each name and value. */
function cachingEncoder(encode: Stages["percentEncode"]): Stages["percentEncode"] {
  const encoded = new WeakMap<Uint8Array, string>();
  return (octets) => cached(encoded, octets, () => encode(octets));
}

function percentEncode(octets: Uint8Array): string {
  let text = "";
  for (const octet of octets) text += ESCAPES[octet]!;
  return text;
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

/** The cached value of a key. It is computed if there is none. */
export function cached<Key, Value>(cache: Cache<Key, Value>, key: Key, compute: () => Value): Value {
  if (!cache.has(key)) cache.set(key, compute());
  return cache.get(key)!;
}
