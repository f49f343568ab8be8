/**
 * The stages of the specification, quicker: what thousands of computations over one request have in common is kept.
 *
 * A test holds them against the specification. Faults are put over them as over the specification itself.
 *
 * @module
 */

import {
  type EncodedParameter,
  type Parameter,
  type ParameterSources,
  type SignatureInput,
  type Stages,
  specification,
  toOctets,
} from "../model/index.ts";
import { utf8Octets } from "../platform/index.ts";

/** New ones for each request; they keep what they computed as long as they live. */
export function createQuickStages(): Stages {
  const collected = new WeakMap<ParameterSources, Parameter<Uint8Array>[]>();
  const encoders = new WeakMap<Stages["percentEncode"], Stages["percentEncode"]>();
  const encoded = new WeakMap<Stages["percentEncode"], WeakMap<readonly Parameter<Uint8Array>[], EncodedParameter[]>>();
  const signed = new Map<string, string>();
  const paths = new Map<string, string>();
  return {
    ...specification,
    percentEncode,
    sortParameters,
    path: (parts) => keep(paths, parts.path, () => specification.path(parts)),
    baseString: ({ method, baseStringUri, parameterString }, stages) =>
      [stages.method(method), baseStringUri, parameterString]
        .map((piece) => stages.percentEncode(octetsOf(piece)))
        .join("&"),
    collectParameters: (sources, stages) =>
      keep(collected, sources, () => specification.collectParameters(sources, stages)),
    encodeParameters: (parameters, stages) => {
      const byParameters = keep(encoded, stages.percentEncode, () => new WeakMap());
      const percentEncode = keep(encoders, stages.percentEncode, () => remembering(stages.percentEncode));
      return keep(byParameters, parameters, () =>
        specification.encodeParameters(parameters, { ...stages, percentEncode }),
      );
    },
    signature: (input) => keep(signed, textOf(input), () => specification.signature(input)),
  };
}

const ESCAPES = Array.from({ length: 256 }, (_, octet) => specification.percentEncode(Uint8Array.of(octet)));

/** An encoder that keeps what it made of each name and value, for as long as these are there. */
function remembering(encode: Stages["percentEncode"]): Stages["percentEncode"] {
  const encoded = new WeakMap<Uint8Array, string>();
  return (octets) => keep(encoded, octets, () => encode(octets));
}

function percentEncode(octets: Uint8Array): string {
  let text = "";
  for (const octet of octets) text += ESCAPES[octet]!;
  return text;
}

/** Like `toOctets`, but quicker for the usual case. */
function octetsOf(text: string): Uint8Array {
  return SURROGATE_RE.test(text) ? toOctets(text) : utf8Octets(text);
}

/** Without surrogates, texts are in the order of their UTF-8 where they are in the order of their characters. */
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

function textOf({ signatureMethod, key = "", baseString }: SignatureInput): string {
  return `${signatureMethod}\n${key}\n${baseString}`;
}

interface Store<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => unknown;
}

function keep<Key, Value>(store: Store<Key, Value>, key: Key, compute: () => Value): Value {
  const known = store.get(key);
  if (known !== undefined) return known;
  const value = compute();
  store.set(key, value);
  return value;
}
