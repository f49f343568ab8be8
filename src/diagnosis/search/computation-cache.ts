/**
 * Computes the signature of one request under many hypotheses. Base strings, their parts and keys are kept for each
 * hypothesis that affects them, so a hypothesis about the digest does not cost a new base string.
 */

import {
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
import { cached, createCachedStages, encodeText, FAST_STAGES } from "./cached-stages.ts";
import type { Hypothesis } from "./hypothesis.ts";
import { createValueCache } from "./value-cache.ts";

/**
 * The result of a computation. A value is absent if it cannot be computed; an RSA signature is always absent, because
 * it needs the private key. The signature is the one that a server decodes from the request.
 */
export interface ComputationResult extends Evidence {
  /** The HMAC or PLAINTEXT key. */
  readonly key?: string;
}

/** The stages of signing, in their order. */
export type SigningStage =
  | "parameters"
  | "encoding"
  | "order"
  | "uri"
  | "method"
  | "base-string"
  | "key"
  | "signature"
  | "sending";

/** A part of a computation, which is computed again only for hypotheses that affect it. */
type AffectedPart =
  | "sources"
  | "parameters"
  | "parameterString"
  | "baseStringUri"
  | "joining"
  | "baseString"
  | "key"
  | "signature";

/** The parts of a computation that a hypothesis changes. */
export interface AffectedStages extends Readonly<Record<AffectedPart, boolean>> {
  /** The first stage of signing that the hypothesis changes. */
  readonly stage: SigningStage;
  /** Whether it changes how protocol parameters or the signature are written into the request. */
  readonly transport: boolean;
  /** Whether a server may decode a different signature than the client computed. */
  readonly changesSignature: boolean;
  /** Names of the replaced stages. If two hypotheses replace the same stage, their order matters. */
  readonly stages: ReadonlySet<string>;
}

/** See {@link createComputationCache}. */
export interface ComputationCache {
  /** The computation without any hypothesis. */
  readonly original: Computation;
  readonly affected: (hypothesis: Hypothesis) => AffectedStages;
  readonly computation: (combination: readonly Hypothesis[]) => Computation;
  /** The result without its signature. */
  readonly valuesToSign: (combination: readonly Hypothesis[]) => ComputationResult;
  readonly result: (combination: readonly Hypothesis[]) => ComputationResult;
  /** The encoded beginning of a body that is not a form: another mistake may sign it as a name or a value. */
  readonly encodedBody: (combination: readonly Hypothesis[]) => string;
  /** The signature of another base string or key, as a server decodes it from the request. */
  readonly signatureOf: (combination: readonly Hypothesis[], baseString: string, key: string) => string | undefined;
}

/** A part of a base string, and what the encoder that encoded it last made of it. */
interface Part {
  readonly text: string;
  encoder?: Stages["percentEncode"];
  encoded?: string;
}

function encodePart(part: Part, percentEncode: Stages["percentEncode"]): string {
  if (part.encoded !== undefined && part.encoder === percentEncode) return part.encoded;
  part.encoder = percentEncode;
  part.encoded = encodeText(part.text, percentEncode);
  return part.encoded;
}

/** How many characters of a body are encoded as a sample. */
const MOST_OF_BODY = 1000;

export function createComputationCache(
  given: Computation,
  affectedBefore?: ComputationCache["affected"],
): ComputationCache {
  const original = { ...given, stages: { ...createCachedStages(), ...replacedStages(given.stages) } };
  const alteredBy = new Map<Hypothesis, Computation>();
  const affectedBy = new Map<Hypothesis, AffectedStages>();
  const sources = createValueCache<ParameterSources>();
  const parameterLists = createValueCache<readonly Parameter<Uint8Array>[]>();
  const parameterStrings = createValueCache<Part>();
  const baseStringUris = createValueCache<Part>();
  const baseStrings = createValueCache<string | undefined>();
  const keys = createValueCache<string | undefined>();

  const affected =
    affectedBefore ??
    ((hypothesis: Hypothesis): AffectedStages =>
      cached(affectedBy, hypothesis, () =>
        affectedStages(original, attempt(() => computation([hypothesis])) ?? original),
      ));
  // The first hypothesis is applied once, so that the stages which the others do not replace are identical functions.
  const computation = ([first, ...others]: readonly Hypothesis[]): Computation => {
    if (first === undefined) return original;
    const altered = cached(alteredBy, first, () => first.alter(original));
    return others.reduce((result, hypothesis) => hypothesis.alter(result), altered);
  };
  const affecting = (combination: readonly Hypothesis[], part: AffectedPart): readonly Hypothesis[] =>
    combination.filter((hypothesis) => affected(hypothesis)[part]);

  const parameterStringOf = (hypotheses: readonly Hypothesis[]): Part =>
    parameterStrings(affecting(hypotheses, "parameterString"), () => {
      const altered = computation(hypotheses);
      const { stages } = altered;
      const parameters = parameterLists(affecting(hypotheses, "parameters"), () =>
        stages.collectParameters(
          sources(affecting(hypotheses, "sources"), () => sourcesOf(altered, stages)),
          stages,
        ),
      );
      return { text: stages.parameterString(parameters, stages) };
    });
  const baseStringUriOf = (hypotheses: readonly Hypothesis[]): Part =>
    baseStringUris(affecting(hypotheses, "baseStringUri"), () => {
      const { request, stages } = computation(hypotheses);
      return { text: stages.baseStringUri(request.url, stages) };
    });
  const computeBaseString = (hypotheses: readonly Hypothesis[]): string => {
    const parameterString = parameterStringOf(hypotheses);
    const uri = baseStringUriOf(hypotheses);
    const { stages, request } = computation(affecting(hypotheses, "joining"));
    if (stages.baseString === FAST_STAGES.baseString) {
      const parts = [{ text: stages.method(request.method) }, uri, parameterString];
      return parts.map((part) => encodePart(part, stages.percentEncode)).join("&");
    }
    const input = { method: request.method, baseStringUri: uri.text, parameterString: parameterString.text };
    return stages.baseString(input, stages);
  };

  const valuesToSign = (combination: readonly Hypothesis[]): ComputationResult => {
    const forBaseString = affecting(combination, "baseString");
    const baseString = baseStrings(forBaseString, () => attempt(() => computeBaseString(forBaseString)));
    if (baseString === undefined) return {};
    const { signatureMethod } = computation(affecting(combination, "signature")).request;
    if (isRsaMethod(signatureMethod)) return { baseString };
    const forKey = affecting(combination, "key");
    const key = keys(forKey, () => attempt(() => keyOf(computation(forKey))));
    return key === undefined ? { baseString } : { baseString, key };
  };

  const result = (combination: readonly Hypothesis[]): ComputationResult => {
    const { baseString, key } = valuesToSign(combination);
    if (baseString === undefined) return {};
    if (key === undefined) return { baseString };
    const signature = signatureOf(combination, baseString, key);
    return { baseString, key, ...(signature === undefined ? {} : { signature }) };
  };

  const body = toOctets((given.request.body ?? "").slice(0, MOST_OF_BODY).toWellFormed());
  const bodyAsParameter = [{ name: body, value: body, origin: "body" as const }];
  const encodedBody = (combination: readonly Hypothesis[]): string => {
    const { stages } = computation(combination);
    const encoded = attempt(() => stages.encodeParameters(bodyAsParameter, stages)) ?? [];
    return encoded.map(({ encodedName, encodedValue }) => `${encodedName}=${encodedValue}`).join("&");
  };

  const signatureOf = (combination: readonly Hypothesis[], baseString: string, key: string): string | undefined =>
    attempt(() => {
      const forSignature = affecting(combination, "signature");
      const altered = computation(forSignature);
      const { signatureMethod } = altered.request;
      const computed = altered.stages.signature({ signatureMethod, baseString, key });
      const isChanged = forSignature.some((hypothesis) => affected(hypothesis).changesSignature);
      return isChanged ? receivedSignature(altered, computed) : computed;
    });
  return { original, affected, computation, valuesToSign, result, encodedBody, signatureOf };
}

function keyOf({ request: { consumerSecret, tokenSecret = "" }, stages }: Computation): string | undefined {
  return consumerSecret === undefined ? undefined : stages.key({ consumerSecret, tokenSecret }, stages);
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

type StageName = keyof Stages;

const KEY_STAGES: readonly StageName[] = ["percentEncode", "key"];
const TRANSPORT_STAGES: readonly StageName[] = ["encodeForSending", "encodeForm", "authorizationHeader", "url", "body"];
const STAGES_AFTER_BASE_STRING: readonly StageName[] = ["key", "signature", ...TRANSPORT_STAGES];
const BASE_STRING_STAGES: readonly StageName[] = ["method", "baseString"];
const URI_STAGES: readonly StageName[] = ["authority", "path", "baseStringUri"];
const PARAMETER_STAGES: readonly StageName[] = [
  ...(["collectParameters", "encodeParameters", "sortParameters", "joinParameters", "parameterString"] as const),
  ...(["protocolParameters", "bodyHash", "decodeForm"] as const),
];
/** Stages that read the parameters of a request. */
const SOURCE_STAGES: readonly StageName[] = [
  "splitUrl",
  "decodeForm",
  "percentDecode",
  "protocolParameters",
  "bodyHash",
];
const COLLECTING_STAGES: readonly StageName[] = [...SOURCE_STAGES, "collectParameters"];

/** All kinds of characters in signatures: base64, hexadecimal, and characters that a base64 function may add. */
const SIGNATURE_CHARACTERS = "aZ09+/=-_%2B&\n";

function affectedStages(original: Computation, altered: Computation): AffectedStages {
  const names = Object.keys(original.stages) as StageName[];
  const stages = new Set(names.filter((name) => altered.stages[name] !== original.stages[name]));
  const changes = (...members: readonly (keyof Computation["request"])[]): boolean =>
    members.some((member) => altered.request[member] !== original.request[member]);
  const isOtherRequest =
    altered.sources !== original.sources ||
    changes("form", "protocolParameters", "signatureMethod") ||
    queryOf(altered) !== queryOf(original);
  const replaces = (some: readonly StageName[]): boolean => some.some((stage) => stages.has(stage));
  const replacesOtherThan = (...others: readonly StageName[]): boolean =>
    [...stages].some((stage) => !others.includes(stage));
  const transport = replaces([...TRANSPORT_STAGES, "protocolParameters"]);
  const stage = ((): SigningStage => {
    if (altered.sources !== original.sources || replaces(COLLECTING_STAGES)) return "parameters";
    if (replaces(["percentEncode", "encodeParameters"])) return "encoding";
    if (replaces(["sortParameters", "joinParameters", "parameterString"])) return "order";
    if (changes("url") || replaces(URI_STAGES)) return "uri";
    if (changes("method") || replaces(["method"])) return "method";
    if (replaces(["baseString"])) return "base-string";
    if (changes("consumerSecret", "tokenSecret") || replaces(["key"])) return "key";
    return replaces(["signature"]) ? "signature" : "sending";
  })();
  return {
    stage,
    sources: isOtherRequest || replaces(SOURCE_STAGES),
    parameters: isOtherRequest || replaces(COLLECTING_STAGES),
    baseString: isOtherRequest || changes("url", "method") || replacesOtherThan(...STAGES_AFTER_BASE_STRING),
    baseStringUri:
      isOtherRequest ||
      changes("url") ||
      replacesOtherThan(...STAGES_AFTER_BASE_STRING, ...BASE_STRING_STAGES, ...PARAMETER_STAGES),
    parameterString:
      isOtherRequest || replacesOtherThan(...STAGES_AFTER_BASE_STRING, ...BASE_STRING_STAGES, ...URI_STAGES),
    joining: isOtherRequest || changes("method") || replaces(["percentEncode", ...BASE_STRING_STAGES]),
    key: changes("consumerSecret", "tokenSecret") || replaces(KEY_STAGES),
    signature: changes("signatureMethod") || replaces(["signature"]) || transport,
    transport,
    changesSignature:
      transport && attempt(() => receivedSignature(altered, SIGNATURE_CHARACTERS)) !== SIGNATURE_CHARACTERS,
    stages,
  };
}

function queryOf({ request: { url } }: Computation): string | undefined {
  return /\?([^#]*)/.exec(url)?.[1];
}

/** The stages that differ from the specification. */
function replacedStages(stages: Stages): Partial<Stages> {
  return Object.fromEntries(
    Object.entries(stages).filter(([name, stage]) => stage !== specification[name as StageName]),
  );
}
