/**
 * Computes what a client with given faults would have signed, each step once.
 *
 * @module
 */

import {
  carry,
  type HttpRequest,
  meantSources,
  type ParameterSources,
  readSentRequest,
  type Stages,
  specification,
} from "../model/index.ts";
import { utf8Octets } from "../platform/index.ts";
import { createQuickStages } from "./cached-stages.ts";
import type { Produced } from "./diagnosis-input.ts";
import type { Computation, Suspect } from "./hypothesis.ts";

/**
 * What one computation comes to. What could not be computed is absent, and so is an RSA signature: only the client can
 * make it. The signature is the one that the server decodes from the request.
 */
export interface Outcome extends Produced {
  /** The HMAC or PLAINTEXT key text. */
  readonly key?: string;
}

/** Which steps of a computation a suspect changes. */
export interface Touch {
  readonly base: boolean;
  /** Of the base string the two long parts: base string URI, and parameter string. */
  readonly address: boolean;
  readonly parameters: boolean;
  readonly key: boolean;
  /** The way of the signature to the server. */
  readonly wire: boolean;
  /** Whether a signature may be another one for the server. */
  readonly spoils: boolean;
  /** Names of the exchanged stages: where two suspects share one, their order matters. */
  readonly stages: ReadonlySet<string>;
}

/** One request on which combinations of suspects are tried. */
export interface Bench {
  readonly start: Computation;
  readonly touch: (suspect: Suspect) => Touch;
  readonly outcome: (combination: readonly Suspect[]) => Outcome;
  readonly computation: (combination: readonly Suspect[]) => Computation;
}

const KEY_STAGES: readonly string[] = ["percentEncode", "key"];
const WIRE_STAGES: readonly string[] = ["encodeForSending", "encodeForm", "authorizationHeader", "url", "body"];
const AFTER_THE_BASE: readonly string[] = ["key", "signature", ...WIRE_STAGES];

const BASE_ALONE: readonly string[] = ["method", "baseString"];
const ADDRESS_STAGES: readonly string[] = ["authority", "path", "baseStringUri"];
const PARAMETER_STAGES: readonly string[] = [
  ...["collectParameters", "encodeParameters", "sortParameters", "joinParameters", "parameterString"],
  ...["protocolParameters", "bodyHash", "decodeForm"],
];

/**
 * Makes a bench. Base strings and keys are kept by the suspects that change them, so a fault of the digest costs no new
 * base string.
 */
export function createBench(given: Computation): Bench {
  const start = { ...given, stages: { ...createQuickStages(), ...changedStages(given.stages) } };
  const sources = createSources(start);
  const alone = new Map<Suspect, Computation>();
  const touches = new Map<Suspect, Touch>();
  const numbers = new Map<Suspect, number>();
  const bases = new Map<string, string | undefined>();
  const addresses = new Map<string, string>();
  const parameterStrings = new Map<string, string>();
  const keys = new Map<string, string | undefined>();

  const touch = (suspect: Suspect): Touch => {
    const known = touches.get(suspect);
    if (known !== undefined) return known;
    const found = touchOf(start, suspect);
    touches.set(suspect, found);
    return found;
  };
  // The first of two is applied once, so that the stages which the second leaves are the very same functions.
  const computation = ([first, ...others]: readonly Suspect[]): Computation => {
    if (first === undefined) return start;
    if (!alone.has(first)) alone.set(first, first.alter(start));
    return others.reduce((altered, suspect) => suspect.alter(altered), alone.get(first)!);
  };
  const numberOf = (suspect: Suspect): number => {
    if (!numbers.has(suspect)) numbers.set(suspect, numbers.size);
    return numbers.get(suspect)!;
  };
  const kept = <T>(store: Map<string, T>, suspects: readonly Suspect[], compute: () => T): T => {
    const id = suspects.map(numberOf).join("+");
    if (!store.has(id)) store.set(id, compute());
    return store.get(id)!;
  };

  // Two suspects seldom change the same part of it, so most parts are there already.
  const computeBase = (altered: Computation, suspects: readonly Suspect[]): string => {
    const ofAddress = suspects.filter((suspect) => touch(suspect).address);
    const ofParameters = suspects.filter((suspect) => touch(suspect).parameters);
    const { stages, request } = altered;
    const parameterString = kept(parameterStrings, ofParameters, () => parameterStringOf(stages, sources(altered)));
    const baseStringUri = kept(addresses, ofAddress, () => stages.baseStringUri(request.url, stages));
    return stages.baseString({ method: request.method, baseStringUri, parameterString }, stages);
  };

  const outcome = (combination: readonly Suspect[]): Outcome => {
    const altered = computation(combination);
    const ofBase = combination.filter((suspect) => touch(suspect).base);
    const ofKey = combination.filter((suspect) => touch(suspect).key);
    const baseString = kept(bases, ofBase, () => attempt(() => computeBase(altered, ofBase)));
    if (baseString === undefined) return {};
    if (altered.request.signatureMethod.startsWith("RSA-")) return { baseString };
    const key = kept(keys, ofKey, () => attempt(() => keyOf(altered)));
    if (key === undefined) return { baseString };
    const signature = attempt(() => {
      const made = altered.stages.signature({ signatureMethod: altered.request.signatureMethod, baseString, key });
      return combination.some((suspect) => touch(suspect).spoils) ? received(altered, made) : made;
    });
    return { baseString, key, ...(signature === undefined ? {} : { signature }) };
  };
  return { start, touch, outcome, computation };
}

/** The base string of a computation. */
export function baseStringOf({ request, stages, sources }: Computation): string {
  const parameterString = parameterStringOf(stages, sources?.(stages) ?? meantSources(request, stages));
  const baseStringUri = stages.baseStringUri(request.url, stages);
  return stages.baseString({ method: request.method, baseStringUri, parameterString }, stages);
}

function parameterStringOf(stages: Stages, sources: ParameterSources): string {
  return stages.parameterString(stages.collectParameters(sources, stages), stages);
}

function keyOf({ request: { consumerSecret, tokenSecret = "" }, stages }: Computation): string | undefined {
  return consumerSecret === undefined ? undefined : stages.key({ consumerSecret, tokenSecret }, stages);
}

/** The signature as the server reads it from header, query or body; where nobody can read that, as it was made. */
function received({ request, stages }: Computation, signature: string): string | undefined {
  const headers = [["content-type", "application/x-www-form-urlencoded"]] as const;
  const alone = { ...request, headers, form: [], protocolParameters: [], realm: null };
  const sent = requestSentBy({ request: alone, stages }, signature);
  const read = attempt(() => readSentRequest(sent));
  return read === undefined ? signature : read.signature;
}

/** The request that a computation sends with a signature. */
export function requestSentBy({ request, stages }: Computation, signature: string): HttpRequest {
  const { authorizationHeader, url = request.url, body } = carry(request, signature, stages);
  const authorization = authorizationHeader === undefined ? [] : [["Authorization", authorizationHeader] as const];
  return {
    method: request.method,
    url,
    headers: [...(request.headers ?? []), ...authorization],
    body: body === undefined ? undefined : utf8Octets(body),
  };
}

/** All kinds of characters that signatures are made of: base64, hexadecimal text, what a base64 routine may add. */
const SIGNATURE_CHARACTERS = "aZ09+/=-_%2B&\n";

function touchOf(start: Computation, suspect: Suspect): Touch {
  const altered = attempt(() => suspect.alter(start)) ?? start;
  const names = Object.keys(start.stages) as (keyof Stages)[];
  const stages = new Set<string>(names.filter((name) => altered.stages[name] !== start.stages[name]));
  const { request } = altered;
  const isOtherKey =
    request.consumerSecret !== start.request.consumerSecret || request.tokenSecret !== start.request.tokenSecret;
  const isOtherRequest =
    altered.sources !== start.sources ||
    request.url !== start.request.url ||
    request.method !== start.request.method ||
    request.form !== start.request.form ||
    request.protocolParameters !== start.request.protocolParameters ||
    request.signatureMethod !== start.request.signatureMethod;
  const wire = [...WIRE_STAGES, "protocolParameters"].some((stage) => stages.has(stage));
  const outside = (others: readonly string[]): boolean => [...stages].some((stage) => !others.includes(stage));
  return {
    base: isOtherRequest || outside(AFTER_THE_BASE),
    address: isOtherRequest || outside([...AFTER_THE_BASE, ...BASE_ALONE, ...PARAMETER_STAGES]),
    parameters: isOtherRequest || outside([...AFTER_THE_BASE, ...BASE_ALONE, ...ADDRESS_STAGES]),
    key: isOtherKey || KEY_STAGES.some((stage) => stages.has(stage)),
    wire,
    spoils: wire && attempt(() => received(altered, SIGNATURE_CHARACTERS)) !== SIGNATURE_CHARACTERS,
    stages,
  };
}

/** Those that are not the specification's. */
function changedStages(stages: Stages): Partial<Stages> {
  const names = Object.keys(stages) as (keyof Stages)[];
  return Object.fromEntries(
    names.filter((name) => stages[name] !== specification[name]).map((name) => [name, stages[name]]),
  );
}

/** The parameters in their places, read once for all computations that read them alike. */
function createSources(start: Computation): (altered: Computation) => ParameterSources {
  const read = ({ request, stages, sources }: Computation): ParameterSources =>
    sources?.(stages) ?? meantSources(request, stages);
  let ofStart: ParameterSources | undefined;
  return (altered) => {
    const isAlike =
      altered.request === start.request &&
      altered.sources === start.sources &&
      READING_STAGES.every((name) => altered.stages[name] === start.stages[name]);
    if (!isAlike) return read(altered);
    ofStart ??= read(start);
    return ofStart;
  };
}

const READING_STAGES: readonly (keyof Stages)[] = [
  "splitUrl",
  "decodeForm",
  "percentDecode",
  "protocolParameters",
  "bodyHash",
];

/** A faulty computation may fail altogether: then it made no request. */
export function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}

/** The parameters of a computation by where they are sent, read as the specification does. */
export function sourcesOf({ request, sources }: Computation): ParameterSources {
  return sources?.(specification) ?? meantSources(request, specification);
}
