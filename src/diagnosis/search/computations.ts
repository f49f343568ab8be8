/**
 * Computes the signature of one request under many hypotheses, part by part.
 *
 * Each part follows from some stages and members of the request. If one hypothesis of a combination changes a part, the part is
 * computed once for that hypothesis, so a pair that changes different parts only costs an HMAC.
 */

import {
  type EncodedParameter,
  type Parameter,
  type ParameterSources,
  readSentRequest,
  type Stages,
  specification,
  toOctets,
} from "../../model/index.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import { attempt, type Computation, requestSentBy, sourcesOf } from "../input/computation.ts";
import type { Evidence } from "../input/diagnosis-input.ts";
import { cached, encodeText, FAST_STAGES } from "./fast-stages.ts";
import type { Hypothesis } from "./hypothesis.ts";

/**
 * The result of a computation. A value is absent if it cannot be computed; an RSA signature is always absent, because
 * it needs the private key. The signature is the one that a server decodes from the request.
 */
export interface ComputationResult extends Evidence {
  /** The HMAC or PLAINTEXT key. */
  readonly key?: string | undefined;
}

/** What a hypothesis may replace: a stage, a member of the request, its query, or where the parameters are read. */
type Name = keyof Stages | `request.${(typeof MEMBERS)[number]}` | "query" | "sources";

const READING: readonly Name[] = [
  "sources",
  "splitUrl",
  "decodeForm",
  "percentDecode",
  "protocolParameters",
  "bodyHash",
];
const SOURCES: readonly Name[] = [
  ...READING,
  "query",
  "request.form",
  "request.protocolParameters",
  "request.signatureMethod",
];
const PARAMETERS: readonly Name[] = [...SOURCES, "collectParameters"];
const ENCODING: readonly Name[] = ["percentEncode", "encodeParameters"];
const ORDER: readonly Name[] = ["sortParameters", "joinParameters", "parameterString"];
const PARAMETER_STRING: readonly Name[] = [...PARAMETERS, ...ENCODING, ...ORDER];
const URI: readonly Name[] = ["request.url", "splitUrl", "percentDecode", "authority", "path", "baseStringUri"];
const JOINING: readonly Name[] = ["request.method", "method", "baseString", "percentEncode"];
const BEGINNING: readonly Name[] = [...URI, ...JOINING];
const BASE_STRING: readonly Name[] = [...PARAMETER_STRING, ...BEGINNING];
const KEY: readonly Name[] = ["request.consumerSecret", "request.tokenSecret", "percentEncode", "key"];
const TRANSPORT: readonly Name[] = [
  "encodeForSending",
  "encodeForm",
  "authorizationHeader",
  "url",
  "body",
  "protocolParameters",
];
const SIGNATURE: readonly Name[] = ["request.signatureMethod", "signature", ...TRANSPORT];

/** The stages of signing in their order, and what a hypothesis about each of them replaces. */
const SIGNING_STAGES: readonly (readonly Name[])[] = [
  [...READING, "collectParameters"],
  ENCODING,
  ORDER,
  URI,
  ["request.method", "method"],
  ["baseString"],
  KEY,
  ["signature"],
];

/** The members of a request that a hypothesis may change. */
const MEMBERS = [
  "method",
  "url",
  "form",
  "protocolParameters",
  "signatureMethod",
  "consumerSecret",
  "tokenSecret",
] as const;

/** What a hypothesis changes. */
export interface Change extends Pick<Hypothesis, "alter"> {
  /** The computation with this hypothesis alone. */
  readonly computation: Computation;
  /** What the hypothesis replaces. If two replace the same thing, their order matters. */
  readonly names: readonly Name[];
  /** The number of the first signing stage that is changed. */
  readonly stage: number;
  readonly baseString: boolean;
  readonly key: boolean;
  /** Whether it changes how protocol parameters or the signature are written into the request. */
  readonly transport: boolean;
  /** Whether a server may decode a signature that is not the computed one. */
  readonly isReadOtherwise: boolean;
  /** Whether it changes the signature of the same base string. */
  readonly signature: boolean;
}

/** See {@link createComputations}. */
export interface Computations {
  /** The computation without any hypothesis. */
  readonly original: Computation;
  readonly change: (hypothesis: Hypothesis) => Change;
  readonly computation: (combination: readonly Hypothesis[]) => Computation;
  /** The result without its signature. */
  readonly valuesToSign: (combination: readonly Hypothesis[]) => ComputationResult;
  readonly result: (combination: readonly Hypothesis[]) => ComputationResult;
  /** Whether a hypothesis may give the signature of a combination. Cheap comparisons come first. */
  readonly maySignAlike: (hypothesis: Hypothesis, combination: readonly Hypothesis[]) => boolean;
  /** The encoded beginning of a body that is not a form: another mistake may sign it as a name or a value. */
  readonly encodedBody: (combination: readonly Hypothesis[]) => string | undefined;
  /** The signature of another base string or key, as a server decodes it from the request. */
  readonly signatureOf: (combination: readonly Hypothesis[], baseString: string, key: string) => string | undefined;
}

/** A part of a computation. Changes that do not affect it make no difference. */
type Part<Value> = (changes: readonly Change[]) => Value;

/** How many characters of a body are encoded as a sample. */
const MOST_OF_BODY = 1000;

/** @param isKept whether to keep the parts that one hypothesis changes for its pairs, which takes memory */
export function createComputations(given: Computation, isKept = true): Computations {
  /** Keeps the part without changes and with each single change; larger combinations occur only once. */
  const createPart = <Value>(names: readonly Name[], compute: Part<Value>): Part<Value> => {
    const ofPart = new Set(names);
    const known = new Map<Change | undefined, Value>();
    return (all) => {
      const changes = all.filter((one) => one.names.some((name) => ofPart.has(name)));
      const isOnce = changes.length > (isKept ? 1 : 0);
      return isOnce ? compute(changes) : cached(known, changes[0], () => compute(changes));
    };
  };
  const collected = new WeakMap<ParameterSources, Parameter<Uint8Array>[]>();
  const stages: Stages = {
    ...FAST_STAGES,
    // All hypotheses get the same parameter objects, so each is encoded once.
    collectParameters: (sources, all) =>
      cached(collected, sources, () => specification.collectParameters(sources, all)),
    ...replacedStages(given.stages),
  };
  const original = { ...given, stages };
  const known = new Map<Hypothesis, Change>();
  const change = (hypothesis: Hypothesis): Change =>
    isKept ? cached(known, hypothesis, () => changeOf(hypothesis, original)) : changeOf(hypothesis, original);
  const computationOf: Part<Computation> = ([first, ...others]) =>
    others.reduce((computation, { alter }) => alter(computation), first?.computation ?? original);
  const stagesOf: Part<Stages> = (changes) => computationOf(changes).stages;

  const sources = createPart(SOURCES, (changes) => sourcesOf(computationOf(changes), stagesOf(changes)));
  const parameters = createPart(PARAMETERS, (changes) => {
    const all = stagesOf(changes);
    return all.collectParameters(sources(changes), all);
  });
  const encoder = createPart(ENCODING, (changes) => encodingOnce(stagesOf(changes)));
  const order = createPart(ORDER, stagesOf);
  const parameterString = createPart(PARAMETER_STRING, (changes) => {
    const all = { ...order(changes), ...encoder(changes) };
    return all.parameterString(parameters(changes), all);
  });
  const uri = createPart(URI, (changes) => {
    const { request, stages: all } = computationOf(changes);
    return all.baseStringUri(request.url, all);
  });
  const write = (text: string, changes: readonly Change[]): string => encodeText(text, encoder(changes).percentEncode);
  const encodedUri = createPart([...URI, "percentEncode"], (changes) => write(uri(changes), changes));
  const encodedString = createPart(PARAMETER_STRING, (changes) => write(parameterString(changes), changes));
  const joining = createPart(JOINING, computationOf);
  /** What precedes the parameter string; empty if a fault joins the parts differently. */
  const beginning = createPart(BEGINNING, (changes) => {
    const { request, stages: all } = joining(changes);
    if (all.baseString !== FAST_STAGES.baseString) return "";
    return `${write(all.method(request.method), changes)}&${encodedUri(changes)}&`;
  });
  const baseString = createPart(BASE_STRING, (changes) => {
    const start = beginning(changes);
    if (start !== "") return start + encodedString(changes);
    const { request, stages: all } = joining(changes);
    const { method } = request;
    return all.baseString({ method, baseStringUri: uri(changes), parameterString: parameterString(changes) }, all);
  });
  const key = createPart(KEY, (changes) => {
    const { request, stages: all } = computationOf(changes);
    const { consumerSecret, tokenSecret = "" } = request;
    return consumerSecret === undefined ? undefined : all.key({ consumerSecret, tokenSecret }, all);
  });
  const signing = createPart(SIGNATURE, computationOf);

  const body = toOctets((given.request.body ?? "").slice(0, MOST_OF_BODY).toWellFormed());
  const encodedBody = createPart(ENCODING, (changes) => {
    const samples = [{ name: body, value: body, origin: "body" as const }];
    return attempt(() => specification.joinParameters(encoder(changes).encodeParameters(samples, stagesOf(changes))));
  });
  const valuesToSign = (changes: readonly Change[]): ComputationResult => {
    const signed = attempt(() => baseString(changes));
    if (signed === undefined || isRsaMethod(signing(changes).request.signatureMethod)) return { baseString: signed };
    return { baseString: signed, key: attempt(() => key(changes)) };
  };
  const signatureOf = (changes: readonly Change[], text: string, secret: string): string | undefined =>
    attempt(() => {
      const computation = signing(changes);
      const { signatureMethod } = computation.request;
      const computed = computation.stages.signature({ signatureMethod, baseString: text, key: secret });
      return changes.some(({ isReadOtherwise }) => isReadOtherwise)
        ? receivedSignature(computation, computed)
        : computed;
    });
  const changesBy = (combination: readonly Hypothesis[]): Change[] => combination.map(change);
  return {
    original,
    change,
    computation: (combination) => computationOf(changesBy(combination)),
    valuesToSign: (combination) => valuesToSign(changesBy(combination)),
    result: (combination) => {
      const changes = changesBy(combination);
      const values = valuesToSign(changes);
      if (values.baseString === undefined || values.key === undefined) return values;
      return { ...values, signature: signatureOf(changes, values.baseString, values.key) };
    },
    maySignAlike: (hypothesis, combination) => {
      const [one, others] = [[change(hypothesis)], changesBy(combination)];
      if (original.request.signatureMethod === "PLAINTEXT" || [...one, ...others].some((each) => each.signature))
        return true;
      const isAlike = (): boolean => {
        const text = baseString(others);
        if (text === baseString([])) return key(one) === key(others);
        return text.startsWith(beginning(one)) && baseString(one) === text;
      };
      return attempt(isAlike) ?? false;
    },
    encodedBody: (combination) => encodedBody(changesBy(combination)),
    signatureOf: (combination, text, secret) => signatureOf(changesBy(combination), text, secret),
  };
}

/** An encoder that encodes each parameter once. */
function encodingOnce({ percentEncode, encodeParameters }: Stages): Pick<Stages, "percentEncode" | "encodeParameters"> {
  const encoded = new Map<Parameter<Uint8Array>, EncodedParameter>();
  return {
    percentEncode,
    encodeParameters: (parameters, all) => {
      const others = parameters.filter((one) => !encoded.has(one));
      const added = others.length === 0 ? [] : encodeParameters(others, all);
      for (const [at, one] of added.entries()) encoded.set(others[at]!, one);
      return parameters.map((one) => encoded.get(one)!);
    },
  };
}

function changeOf({ alter }: Hypothesis, original: Computation): Change {
  const computation = attempt(() => alter(original)) ?? original;
  const { request, stages } = computation;
  const names: Name[] = [
    ...(Object.keys(stages) as (keyof Stages)[]).filter((name) => stages[name] !== original.stages[name]),
    ...MEMBERS.filter((name) => request[name] !== original.request[name]).map((name) => `request.${name}` as const),
    ...(computation.sources === original.sources ? [] : ["sources" as const]),
    ...(queryOf(computation) === queryOf(original) ? [] : ["query" as const]),
  ];
  const replaces = (some: readonly Name[]): boolean => some.some((name) => names.includes(name));
  const stage = SIGNING_STAGES.findIndex(replaces);
  const transport = replaces(TRANSPORT);
  const isReadOtherwise =
    transport && attempt(() => receivedSignature(computation, SIGNATURE_CHARACTERS)) !== SIGNATURE_CHARACTERS;
  return {
    alter,
    computation,
    names,
    stage: stage === -1 ? SIGNING_STAGES.length : stage,
    baseString: replaces(BASE_STRING),
    key: replaces(KEY),
    transport,
    isReadOtherwise,
    signature: isReadOtherwise || names.includes("signature"),
  };
}

/** The signature that a server decodes from the request; the computed one if no server can decode it. */
function receivedSignature({ request, stages }: Computation, signature: string): string | undefined {
  const headers = [["content-type", "application/x-www-form-urlencoded"]] as const;
  // If the signature cannot be read from the header, a copy of it in the query must not be read instead.
  const url = request.url.replace(/(?<=[?&])oauth_signature=[^&#]*/g, "");
  const signatureAlone = { ...request, url, headers, form: [], protocolParameters: [], realm: null };
  const sent = requestSentBy({ request: signatureAlone, stages }, signature);
  const read = attempt(() => readSentRequest(sent));
  return read === undefined ? signature : read.signature;
}

/** All kinds of characters in signatures: base64, hexadecimal, and characters that a base64 function may add. */
const SIGNATURE_CHARACTERS = "aZ09+/=-_%2B&\n";

function queryOf({ request: { url } }: Computation): string | undefined {
  return /\?([^#]*)/.exec(url)?.[1];
}

/** The stages that differ from the specification. */
function replacedStages(stages: Stages): Partial<Stages> {
  return Object.fromEntries(
    Object.entries(stages).filter(([name, stage]) => stage !== specification[name as keyof Stages]),
  );
}
