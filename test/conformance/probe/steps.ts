/**
 * A verifier in steps, on the model of RFC 5849. The correct one is {@link rightSteps}; a wrong server replaces a step of it.
 */

import { createHash } from "node:crypto";
import {
  isProtocolParameter,
  type OctetPair,
  type ParameterSources,
  parseAuthorizationHeader,
  type SignatureMethod,
  type Stages,
  sameOctets,
  signatureIsRight,
  specification,
} from "../../../src/model/index.ts";
import { isSignatureMethod } from "../../../src/spec/signature-methods.ts";
import { CLIENT, RSA_CLIENT, TOKEN, TOLERANCE_SECONDS } from "./credentials.ts";
import {
  ACCEPTED,
  type Answer,
  headerOf,
  queryOf,
  REJECTED,
  type Received,
  type RunningServer,
  serve,
} from "./serve.ts";

/** Why a request is rejected. Any other error is one that the verifier did not expect. */
export class Rejection extends Error {}

/** The protocol parameters, decoded, by name. */
export type Claims = ReadonlyMap<string, string>;

/** The HMAC key (RFC 5849 3.4.2), or the public key. */
export interface Key {
  readonly key?: string;
  readonly publicKey?: string;
}

/** What the server does with a request, in this order. */
export interface Steps {
  /** The computation, one function for each stage. */
  readonly stages: Stages;
  readonly readHeader: (text: string, stages: Stages) => ReturnType<typeof parseAuthorizationHeader>;
  readonly query: (request: Received) => string;
  /** The body, if it is a form. */
  readonly form: (request: Received) => Uint8Array | undefined;
  readonly readClaims: (sources: ParameterSources) => Claims;
  readonly checkClaims: (claims: Claims, request: Received) => void;
  readonly checkTime: (timestamp: string, now: number) => void;
  readonly keyOf: (claims: Claims, stages: Stages) => Key;
  readonly method: (request: Received) => string;
  /** The URLs for which the client may have signed. */
  readonly urls: (request: Received, origin: string) => readonly string[];
  readonly isRight: (claims: Claims, baseString: string, key: Key, stages: Stages) => boolean;
  readonly checkBody: (request: Received, claims: Claims, isForm: boolean) => void;
  /** Whether the nonce is new. */
  readonly claimNonce: (claims: Claims, request: Received) => boolean | Promise<boolean>;
  readonly answerTo: (error: unknown) => Answer;
}

const FORM_RE = /^[ \t]*application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;
const METHODS: Readonly<Record<string, readonly SignatureMethod[]>> = {
  [CLIENT.consumerKey]: ["HMAC-SHA1", "HMAC-SHA256"],
  [RSA_CLIENT.consumerKey]: ["RSA-SHA1", "RSA-SHA256"],
};

export function rightSteps(): Steps {
  const nonces = new Set<string>();
  return {
    stages: specification,
    readHeader: parseAuthorizationHeader,
    query: queryOf,
    form: (request) => (FORM_RE.test(headerOf(request, "content-type") ?? "") ? request.body : undefined),
    readClaims,
    checkClaims,
    checkTime,
    keyOf,
    method: ({ method }) => method,
    urls: ({ target }, origin) => [target.startsWith("/") ? `${origin}${target}` : target],
    isRight: (claims, baseString, key, stages) => {
      const signatureMethod = claimed(claims, "oauth_signature_method") as SignatureMethod;
      const signature = claimed(claims, "oauth_signature");
      return signatureIsRight({ signatureMethod, baseString, signature, ...key }, stages);
    },
    checkBody,
    claimNonce: (claims) => isNew(nonces, nonceKey(claims)),
    answerTo: () => REJECTED,
  };
}

/** Starts a server that verifies in these steps. */
export function serveSteps(steps: Steps): Promise<RunningServer> {
  return serve(async (request, url) => {
    try {
      if (!URL.canParse(request.target, url) || new URL(request.target, url).origin !== url)
        throw new Rejection("the request target has another origin");
      await verify(request, url, steps);
      return ACCEPTED;
    } catch (error) {
      return steps.answerTo(error);
    }
  });
}

async function verify(request: Received, origin: string, steps: Steps): Promise<void> {
  const { stages } = steps;
  const fields = (request.headers.authorization ?? []).filter((field) => /^OAuth\b/i.test(field));
  if (fields.length > 1) throw new Rejection("there are two Authorization headers");
  const { realm, parameters } =
    fields[0] === undefined ? { realm: null, parameters: [] } : steps.readHeader(fields[0], stages);
  const form = steps.form(request);
  const sources: ParameterSources = {
    query: stages.decodeForm(steps.query(request), stages),
    header: parameters,
    body: stages.decodeForm(form ?? "", stages),
    realm,
  };
  const claims = steps.readClaims(sources);
  steps.checkClaims(claims, request);
  steps.checkTime(claimed(claims, "oauth_timestamp"), Math.floor(Date.now() / 1000));
  const key = steps.keyOf(claims, stages);
  const parameterString = stages.parameterString(stages.collectParameters(sources, stages), stages);
  const isSigned = steps.urls(request, origin).some((url) => {
    const baseStringUri = stages.baseStringUri(url, stages);
    const baseString = stages.baseString({ method: steps.method(request), baseStringUri, parameterString }, stages);
    return steps.isRight(claims, baseString, key, stages);
  });
  if (!isSigned) throw new Rejection("the signature is wrong");
  steps.checkBody(request, claims, form !== undefined);
  if (!(await steps.claimNonce(claims, request))) throw new Rejection("the nonce was used");
}

/** The protocol parameters of one place; each once. */
export function readClaims({ query, header, body }: ParameterSources): Claims {
  const places = [query, header, body]
    .map((pairs) => pairs.filter(isProtocolParameter))
    .filter(({ length }) => length > 0);
  if (places.length !== 1) throw new Rejection("the protocol parameters are in no place, or in two");
  const claims = claimsOf(places[0]!);
  if (claims.size < places[0]!.length) throw new Rejection("a protocol parameter is repeated");
  return claims;
}

/** The pairs by name; the last one of each name. */
export function claimsOf(pairs: readonly OctetPair[]): Map<string, string> {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return new Map(pairs.map(([name, value]) => [text.decode(name), text.decode(value)]));
}

/** The value of a parameter that must be there. */
export function claimed(claims: Claims, name: string): string {
  const value = claims.get(name);
  if (value === undefined) throw new Rejection(`${name} is missing`);
  return value;
}

function checkClaims(claims: Claims, { headers, body }: Received): void {
  if ((claims.get("oauth_version") ?? "1.0") !== "1.0") throw new Rejection("the version is not 1.0");
  checkNonce(claimed(claims, "oauth_nonce"));
  if (body.length > 0 && (headers["content-type"]?.length ?? 0) > 1) throw new Rejection("there are two media types");
}

function checkNonce(nonce: string): void {
  if (!/^[^\x00-\x1f\x7f]{1,128}$/.test(nonce)) throw new Rejection("the nonce is empty, too long or not text");
}

function checkTime(timestamp: string, now: number): void {
  if (!/^[1-9][0-9]{0,14}$/.test(timestamp)) throw new Rejection("the timestamp is no number of seconds");
  if (Math.abs(Number(timestamp) - now) > TOLERANCE_SECONDS) throw new Rejection("the timestamp is too far away");
}

/** The key of the client, and of its token, if the client may use the method. */
function keyOf(claims: Claims, stages: Stages): Key {
  const consumerKey = claimed(claims, "oauth_consumer_key");
  const method = claimed(claims, "oauth_signature_method");
  const token = claims.get("oauth_token");
  const allowed = Object.hasOwn(METHODS, consumerKey) ? METHODS[consumerKey]! : [];
  if (!isSignatureMethod(method) || !allowed.includes(method)) throw new Rejection("unknown client or other method");
  if (method.startsWith("RSA-") && token === undefined) return { publicKey: RSA_CLIENT.publicKey };
  if (!method.startsWith("RSA-") && token === undefined) return { key: secretsKey(stages) };
  if (!method.startsWith("RSA-") && token === TOKEN.token) return { key: secretsKey(stages, TOKEN.tokenSecret) };
  throw new Rejection("the token is unknown");
}

/** The HMAC key of {@link CLIENT}. */
export function secretsKey(stages: Stages, tokenSecret = ""): string {
  return stages.key({ consumerSecret: CLIENT.consumerSecret, tokenSecret }, stages);
}

/** A body that is not a form must have a hash. Where there is a hash, it must be right. */
function checkBody(request: Received, claims: Claims, isForm: boolean): void {
  const hash = claims.get("oauth_body_hash");
  if (hash === undefined && !isForm && request.body.length > 0) throw new Rejection("the body is not signed");
  if (hash !== undefined && hash !== bodyHash(request, claims)) throw new Rejection("the body has another hash");
}

function bodyHash({ body }: Received, claims: Claims): string {
  const hash = claimed(claims, "oauth_signature_method").replace(/^.*-/, "").toLowerCase();
  return createHash(hash).update(body).digest("base64");
}

/** What identifies a request: client, token, timestamp and nonce. */
export function nonceKey(claims: Claims): string {
  return JSON.stringify(["consumer_key", "token", "timestamp", "nonce"].map((name) => claims.get(`oauth_${name}`)));
}

/** Adds the key; returns whether it was not there. */
export function isNew(used: Set<string>, key: string): boolean {
  const { size } = used;
  return used.add(key).size > size;
}

/** Whether a pair has this name. */
export function isNamed([name]: OctetPair, expected: string): boolean {
  return sameOctets(name, expected);
}
