/**
 * The adapter between the safety net and `src`: the only file here that imports from there. When the shape of an API
 * changes, this file follows; what it returns must stay as it is, or every line of the recording changes.
 */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { countersign, model } from "../../src/conformance/implementations/index.ts";
import {
  loadVectors,
  loadVerificationVectors,
  type StageValues,
  type TestCase,
  type Vector,
  type VectorInput,
  type VerificationVector,
  verificationCases,
} from "../../src/conformance/vectors/index.ts";
import {
  createSigner,
  createVerifier,
  type OAuth1ErrorCode,
  REJECTION_CODES,
  type ReceivedRequest,
  type Signer,
  type StoredKey,
  sign,
  type Verdict,
  type VerificationKey,
  type VerifierOptions,
  verify,
  verifySignature,
} from "../../src/index.ts";
import { type HttpRequest, readSentRequest, traceSent } from "../../src/model/index.ts";
import {
  baseStringUri,
  bodyHash,
  createBaseStringSigner,
  formatAuthorizationHeader,
  formatForm,
  normalizeParameters,
  parseAuthorizationHeader,
  parseForm,
  percentDecode,
  percentEncode,
  signatureBaseString,
  signingKey,
  verifyBaseString,
} from "../../src/oauth1/index.ts";
import type { SignedParts } from "./received-cases.ts";
import type { StepCase } from "./step-cases.ts";
import type { Outcome, Server, SigningCase, Text, VerificationCase, Wire } from "./types.ts";

export { REJECTION_CODES };

/** Codes that come only in browsers, or of an option that no case has. */
type Unreached = "synchronous-rsa-unavailable" | "charset-unusable" | "options-invalid";

/** Every other code of an OAuth1Error; the compiler asks for each. */
export const ERROR_CODES: readonly string[] = Object.keys({
  "authorization-malformed": true,
  "body-conflict": true,
  "body-hash-conflict": true,
  "body-hash-unknown": true,
  "body-malformed": true,
  "key-kind-mismatch": true,
  "key-missing": true,
  "key-passphrase-wrong": true,
  "key-too-small": true,
  "key-unreadable": true,
  "method-malformed": true,
  "nonce-malformed": true,
  "option-unknown": true,
  "parameter-duplicated": true,
  "parameter-malformed": true,
  "parameter-reserved": true,
  "realm-malformed": true,
  "signature-method-unknown": true,
  "text-malformed": true,
  "timestamp-malformed": true,
  "transport-unknown": true,
  "transport-unusable": true,
  "url-malformed": true,
  "version-unsupported": true,
} satisfies Record<Exclude<OAuth1ErrorCode, Unreached>, true>);

/* Keys */

const signerVectors = loadVectors();
const verifierVectors = loadVerificationVectors();
const KEYS = readKeys();

function readKeys(): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const add = (name: string, id: string): void => {
    const { credentials } = signerVectors.find((vector) => vector.id === id)!.input as unknown as {
      credentials: { privateKey: string };
    };
    keys.set(name, credentials.privateKey);
    keys.set(`${name}public`, pemOf(createPublicKey(credentials.privateKey)));
  };
  add("rsa2048", "request/rsa-sha1/3");
  add("rsa1024", "request/league-oauth1-client/4");
  add("rsa512", "request/pecl-oauth/1");
  const weak = verifierVectors.find(({ id }) => id === "verifier/keys/76")!.server.keys[0]!;
  keys.set("rsaExponent1public", "publicKey" in weak ? weak.publicKey : "");
  // Made anew each time: nothing that they sign or verify is recorded but the refusal of the key.
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  keys.set("ec", pemOf(ec.privateKey));
  keys.set("ecpublic", pemOf(ec.publicKey));
  const encrypted = createPrivateKey(keys.get("rsa2048")!);
  const opens = { cipher: "aes-256-cbc", passphrase: "correct horse" };
  keys.set("encrypted", encrypted.export({ type: "pkcs8", format: "pem", ...opens }).toString());
  keys.set("encryptedpublic", keys.get("rsa2048public")!);
  return keys;
}

function pemOf(key: KeyObject): string {
  return key.export({ type: key.type === "public" ? "spki" : "pkcs8", format: "pem" }).toString();
}

function named<T>(key: T): T | string {
  return (typeof key === "string" ? KEYS.get(key) : undefined) ?? key;
}

/* What is recorded of an error: its code, and never its message. */

interface Failure {
  readonly error: string;
}

function failureOf(error: unknown): Failure {
  const { code, name } = error as { code?: unknown; name?: unknown };
  // The codes of Node's own errors belong to its version.
  const isOwn = typeof code === "string" && /^[a-z-]+$/.test(code);
  return { error: isOwn ? code : `thrown:${String(name)}` };
}

function attempt<T>(action: () => T): T | Failure {
  try {
    return action();
  } catch (error) {
    return failureOf(error);
  }
}

function isFailure(value: unknown): value is Failure {
  return typeof value === "object" && value !== null && "error" in value;
}

/* Signing */

/** Parsing an RSA key takes long, so the signers of the two usual ones are kept. */
const signers = new Map<string, Signer>();

/** Signs with the public API; a refusal has the code of its error. */
export function signRequest({ credentials, request, options }: SigningCase): {
  outcome: Outcome;
  signed?: SignedParts;
} {
  const given = credentials && { ...credentials, privateKey: named(credentials.privateKey) };
  const result = attempt(() => {
    const [what, how] = [request, options] as unknown as [Parameters<typeof sign>[0], Parameters<typeof sign>[2]];
    if (given !== null && String(credentials?.signatureMethod).startsWith("RSA-")) {
      return keptOrNew(credentials!, given).sign(what, how);
    }
    return sign(what, given as unknown as Parameters<typeof sign>[1], how);
  });
  if (isFailure(result)) return { outcome: { label: `refused:${result.error}`, complete: result } };
  const { method, url, headers, body, signature, baseString, authorization } = result;
  const complete = { method, url, headers, body, signature, baseString, authorization };
  return { outcome: { label: "signed", complete }, signed: { method, url, headers, body } };
}

function keptOrNew(credentials: Readonly<Record<string, unknown>>, given: Record<string, unknown>): Signer {
  const { signatureMethod, privateKey, consumerKey, token } = credentials;
  const key = JSON.stringify([signatureMethod, privateKey, consumerKey, token]);
  const signer = signers.get(key) ?? createSigner(given as unknown as Parameters<typeof createSigner>[0]);
  if (privateKey === "rsa2048" || privateKey === "rsa1024") signers.set(key, signer);
  return signer;
}

/* Verifying */

/** What the verifier decides on the request and on the earlier ones, and what it asked look-up and nonce store. */
export async function verifyRequest({ server, earlier, wire }: VerificationCase): Promise<Outcome> {
  const lookups: unknown[] = [];
  const claims: unknown[] = [];
  let now = server.now;
  const options = optionsOf(server, () => now, lookups, claims);
  const verdicts: unknown[] = [];
  try {
    const verifier = createVerifier(options);
    for (const one of [...earlier, wire]) {
      now = one.at ?? server.now;
      verdicts.push(verdictOf(await verify(verifier, receivedRequest(one, server))));
    }
  } catch (error) {
    verdicts.push(failureOf(error));
  }
  const last = verdicts.at(-1) as { code?: string; error?: string };
  return { label: last.error ?? last.code ?? "accepted", complete: { verdicts, lookups, claims } };
}

function verdictOf(verdict: Verdict): unknown {
  if (!verdict.accepted) {
    const { accepted: ok, code, status, problems, publicResponse } = verdict;
    return { ok, code, status, problems: problems.map((problem) => problem.code), told: publicResponse.status };
  }
  const { accepted: ok, consumerKey, token, signatureMethod, timestamp, nonce, keyId } = verdict;
  const parameters = verdict.parameters.map(({ name, value, origin }) => [name, value, origin]);
  return { ok, consumerKey, token, signatureMethod, timestamp, nonce, keyId, parameters };
}

function receivedRequest(
  { method, url, headers, body, secure, remoteAddress }: Wire,
  { headersAs }: Server,
): ReceivedRequest {
  return { method, url, headers: headersAs === "pairs" ? headers : recordOf(headers), body, secure, remoteAddress };
}

/** A header that came more than once is an array. */
function recordOf(headers: Wire["headers"]): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {};
  for (const [name, value] of headers) {
    const before = Object.hasOwn(record, name) ? record[name] : undefined;
    record[name] = before === undefined ? value : [before, value].flat();
  }
  return record;
}

function optionsOf(server: Server, now: () => number, lookups: unknown[], claims: unknown[]): VerifierOptions {
  const used = new Map<string, number>();
  const keys = server.keys.map(({ consumerKey, publicKey, ...rest }) => ({
    consumerKey,
    key: (publicKey === undefined
      ? rest
      : { publicKey: named(publicKey), token: rest.token, id: rest.id }) as StoredKey,
  }));
  const find = (consumerKey: string, token: string | undefined): StoredKey[] =>
    keys
      .filter((one) => one.consumerKey === consumerKey)
      .map(({ key }) => key)
      .filter((key) => server.lookup !== "by-token" || key.token !== undefined || token === undefined);
  return {
    origin: server.origin,
    proxy: server.proxy,
    signatureMethods: server.signatureMethods as VerifierOptions["signatureMethods"],
    clockToleranceSeconds: server.toleranceSeconds,
    clockSkewSeconds: server.skewSeconds,
    minimumRsaBits: server.minimumRsaBits,
    rsaOnThreadPool: server.rsaOnThreadPool,
    allowHeaderAndBody: server.allowHeaderAndBody,
    allowUnsignedBody: server.requireBodyHash !== true,
    limits: server.limits,
    now,
    credentials({ consumerKey, token, signatureMethod }) {
      lookups.push({ consumerKey, token, signatureMethod });
      if (server.lookup === "throws") throw new Error("no database");
      if (server.lookup === "rejects") return Promise.reject(new Error("no database"));
      if (server.lookup === "null") return null;
      if (server.lookup === "no-key") return [{}] as unknown as StoredKey[];
      const found = find(consumerKey, token);
      if (server.lookup === "one") return found[0];
      return server.lookup === "later" ? Promise.resolve(found) : found;
    },
    nonceStore: {
      claim({ consumerKey, token, timestamp, nonce, expiresAt, now: clock }) {
        claims.push({ consumerKey, token, timestamp, nonce, expiresAt, now: clock });
        if (server.store === "throws") throw new Error("no store");
        if (server.store === "rejects") return Promise.reject(new Error("no store"));
        if (server.store === "no-answer") return "perhaps" as "fresh";
        if (server.store === "full") return "full";
        const key = JSON.stringify([consumerKey, token ?? null, timestamp, nonce]);
        const answer = (used.get(key) ?? Number.NEGATIVE_INFINITY) > clock ? "used" : "fresh";
        if (answer === "fresh") used.set(key, expiresAt);
        return server.store === "later" ? Promise.resolve(answer) : answer;
      },
    },
  };
}

/* The model */

/** What the model reads in a request, and what it computes with the client's credentials. */
export function modelOf({ server, wire }: VerificationCase, credentials: SigningCase["credentials"]): Outcome {
  const sent: HttpRequest = {
    method: wire.method,
    url: wire.url.startsWith("/") ? server.clientOrigin + wire.url : wire.url,
    headers: wire.headers,
    ...(wire.body === undefined ? {} : { body: octetsOf(wire.body) }),
  };
  const read = modelAttempt(() => {
    const { parameters, realm, signature, signatureMethod, transport } = readSentRequest(sent);
    return { parameters: parametersOf(parameters), realm, signature, signatureMethod, transport };
  });
  const traced = modelAttempt(() => {
    const { consumerSecret, tokenSecret, privateKey } = (credentials ?? {}) as Record<string, string | undefined>;
    const trace = traceSent(sent, {
      ...(consumerSecret === undefined ? {} : { consumerSecret }),
      ...(tokenSecret === undefined ? {} : { tokenSecret }),
      ...(privateKey === undefined ? {} : { privateKey: named(privateKey) }),
    });
    const { parameters, parameterString, baseStringUri: uri, baseString, key, signature } = trace;
    return { parameters: parametersOf(parameters), parameterString, baseStringUri: uri, baseString, key, signature };
  });
  return { label: modelLabel(read, traced), complete: { read, traced } };
}

function modelLabel(
  read: { signature?: string | undefined } | Failure,
  traced: { signature?: string | undefined } | Failure,
): string {
  if (isFailure(read)) return "unreadable";
  if (read.signature === undefined) return "unsigned";
  if (isFailure(traced)) return "not-computed";
  if (traced.signature === undefined) return "no-key";
  return read.signature === traced.signature ? "right" : "wrong";
}

/** The model throws plain errors. */
function modelAttempt<T>(action: () => T): T | Failure {
  try {
    return action();
  } catch (error) {
    return { error: (error as Error).name };
  }
}

/** The model had names of its own for the places of parameters; the recording has the verifier's. */
const ORIGINS: Readonly<Record<string, string>> = { authorization: "header", form: "body" };

function parametersOf(parameters: readonly { name: Text; value: Text; origin: string }[]): unknown {
  return parameters.map(({ name, value, origin }) => [octetsOf(name), octetsOf(value), ORIGINS[origin] ?? origin]);
}

function octetsOf(text: Text): Uint8Array {
  return typeof text === "string" ? Buffer.from(text) : text;
}

/* The steps */

/** What each step of `countersign/oauth1` answers. */
export function runSteps(given: StepCase): Outcome {
  const { pairs, protocolParameters, signatureMethod, secrets } = given;
  const [text, url, method] = [given.text as string, given.url as string, given.method as string];
  const key = { signatureMethod, consumerSecret: secrets[0], tokenSecret: secrets[1] } as Parameters<
    typeof createBaseStringSigner
  >[0];
  const request = { method, url, form: pairs, protocolParameters };
  const baseString = attempt(() => signatureBaseString(request));
  const signature = attempt(() => createBaseStringSigner(key).sign(isFailure(baseString) ? "GET&&" : baseString));
  const claimed = isFailure(signature) ? "x" : damaged(signature, given.damage);
  const complete: Record<string, unknown> = {
    percentEncode: attempt(() => percentEncode(text)),
    percentDecode: attempt(() => percentDecode(given.escaped)),
    parseForm: attempt(() => parseForm(given.form)),
    formatForm: attempt(() => formatForm(pairs)),
    normalizeParameters: attempt(() => normalizeParameters(pairs)),
    parseAuthorizationHeader: attempt(() => parseAuthorizationHeader(given.header)),
    formatAuthorizationHeader: attempt(() => formatAuthorizationHeader(pairs, given.headerOptions)),
    baseStringUri: attempt(() => baseStringUri(url)),
    signatureBaseString: baseString,
    bodyHash: attempt(() => bodyHash(text, key.signatureMethod)),
    signingKey: attempt(() => signingKey(secrets[0] as string, secrets[1] as string)),
    sign: signature,
    verifySignature: attempt(() => verifySignature(request, claimed, key as VerificationKey)),
    verifyBaseString: attempt(() =>
      verifyBaseString(isFailure(baseString) ? "GET&&" : baseString, claimed, key as VerificationKey),
    ),
  };
  const codes = new Set(Object.values(complete).flatMap((one) => (isFailure(one) ? [one.error] : [])));
  return { label: codes.size === 0 ? "ok" : [...codes].sort().join("+"), complete };
}

function damaged(signature: string, damage: StepCase["damage"]): string {
  switch (damage) {
    case "none":
      return signature;
    case "last":
      return `${signature.slice(0, -2)}${signature.at(-2) === "B" ? "C" : "B"}${signature.slice(-1)}`;
    case "case":
      return signature.toLowerCase();
    case "empty":
      return "";
    case "padding":
      return signature.replace(/=+$/, "");
    case "space":
      return `${signature}\n`;
    case "text":
      return "é\ud800";
  }
}

/* Options that cannot be used */

/** Code of the error for wrong options and wrong requests, by name. */
export async function configurationOutcomes(): Promise<[name: string, outcome: Outcome][]> {
  const good = { credentials: () => undefined, nonceStore: { claim: () => "fresh" as const }, now: () => 1 };
  const request = { method: "GET", url: "https://api.example/", headers: { authorization: 'OAuth oauth_nonce="x"' } };
  const options: Record<string, unknown> = {
    "options-null": null,
    "option-misspelt": { ...good, allowHeaderandBody: true },
    "credentials-absent": { ...good, credentials: undefined },
    "nonce-store-absent": { ...good, nonceStore: undefined },
    "nonce-store-without-claim": { ...good, nonceStore: {} },
    "methods-empty": { ...good, signatureMethods: [] },
    "methods-unknown": { ...good, signatureMethods: ["HMAC-MD5"] },
    "plaintext-over-http": { ...good, signatureMethods: ["PLAINTEXT"], origin: "http://api.example" },
    "tolerance-negative": { ...good, clockToleranceSeconds: -1 },
    "tolerance-text": { ...good, clockToleranceSeconds: "300" },
    "skew-fraction": { ...good, clockSkewSeconds: 0.5 },
    "clock-number": { ...good, now: 5 },
    "clock-without-time": { ...good, now: () => Number.NaN },
    "clock-throws": { ...good, now: () => JSON.parse("") },
    "origin-with-path": { ...good, origin: "https://api.example/x" },
    "origin-with-userinfo": { ...good, origin: "https://u@api.example" },
    "origin-number": { ...good, origin: 5 },
    "proxy-empty": { ...good, proxy: {} },
    "proxy-everybody": { ...good, proxy: { addresses: ["0.0.0.0/0"], hosts: ["a"] } },
    "proxy-host-path": { ...good, proxy: { addresses: ["10.0.0.1"], hosts: ["a/b"] } },
    "rsa-small": { ...good, minimumRsaBits: 1023 },
    "switch-text": { ...good, allowUnsignedBody: "true" },
    "switch-number": { ...good, rsaOnThreadPool: 1 },
    "limits-null": { ...good, limits: null },
    "limit-unknown": { ...good, limits: { headers: 5 } },
    "limit-zero": { ...good, limits: { body: 0 } },
    "limit-undefined": { ...good, limits: { body: undefined } },
    "all-undefined": { ...good, origin: undefined, proxy: undefined, limits: undefined, signatureMethods: undefined },
  };
  const requests: Record<string, unknown> = {
    "request-null": null,
    "request-without-method": { ...request, method: undefined },
    "request-url-object": { ...request, url: new URL(request.url) },
    "request-without-headers": { ...request, headers: undefined },
    "request-header-number": { ...request, headers: { authorization: 5 } },
    "request-header-map": { ...request, headers: new Map() },
    "request-header-pair": { ...request, headers: ["authorization"] },
    "request-body-parsed": { ...request, body: { a: "b" } },
    "request-body-null": { ...request, body: null },
  };
  const asked = [
    ...Object.entries(options).map(([name, value]) => [name, value, request] as const),
    ...Object.entries(requests).map(([name, value]) => [name, good, value] as const),
  ];
  const outcomes: [string, Outcome][] = [];
  for (const [name, option, what] of asked) {
    let complete: unknown;
    try {
      complete = verdictOf(await createVerifier(option as VerifierOptions).verify(what as ReceivedRequest));
    } catch (error) {
      complete = failureOf(error);
    }
    outcomes.push([
      name,
      { label: isFailure(complete) ? complete.error : (complete as { code: string }).code, complete },
    ]);
  }
  return outcomes;
}

/* Vectors */

/** Vectors by id: those for signers, and those for verifiers as far as they can be put as one question. */
export const SIGNER_VECTORS: ReadonlyMap<string, Vector> = byId(signerVectors);
export const VERIFY_VECTORS: ReadonlyMap<string, TestCase> = byId(verificationCases(verifierVectors).cases);
export const VERIFIER_VECTORS: ReadonlyMap<string, VerificationVector> = byId(verifierVectors);

function byId<T extends { readonly id: string }>(vectors: readonly T[]): ReadonlyMap<string, T> {
  return new Map(vectors.map((vector) => [vector.id, vector]));
}

/** What an implementation answers to a vector. */
export async function answerOf(who: "countersign" | "model", { input }: TestCase): Promise<Outcome> {
  const implementation = who === "countersign" ? countersign : model;
  const outside = implementation.outside?.(input);
  if (outside !== undefined) return { label: "outside", complete: { outside } };
  const answer = implementation.operations[input.operation] as
    | ((given: VectorInput) => StageValues | Promise<StageValues>)
    | undefined;
  if (answer === undefined) return { label: "unsupported", complete: "unsupported" };
  try {
    const stages = await answer(input);
    const { valid } = stages;
    return { label: valid === undefined ? "answered" : valid === true ? "valid" : "invalid", complete: stages };
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== "Refusal") return { label: "failed", complete: { failed: name } };
    // This package puts the code before the message; the model has no codes.
    const code = who === "countersign" ? message.split(":")[0]! : "";
    return { label: code === "" ? "refused" : `refused:${code}`, complete: { refused: code } };
  }
}

/** A vector for verifiers as a case. */
export function verificationCase({ server, earlier = [], request }: VerificationVector): VerificationCase {
  const { trouble } = server;
  return {
    server: {
      now: server.now,
      clientOrigin: server.origin ?? "",
      origin: server.origin,
      signatureMethods: [...server.signatureMethods],
      toleranceSeconds: server.clockToleranceSeconds,
      minimumRsaBits: server.minimumRsaBits,
      allowHeaderAndBody: server.allowHeaderAndBody,
      requireBodyHash: !server.allowUnsignedBody,
      limits: server.limits && { ...server.limits },
      keys: server.keys.map((key) => ({ ...key })),
      lookup: trouble === "credentials-unavailable" ? "throws" : "by-token",
      store: trouble === "nonce-store-unavailable" ? "throws" : trouble === "nonce-store-full" ? "full" : "memory",
      headersAs: "pairs",
    },
    earlier: earlier.map((one) => ({ ...wireOf(one.request), at: one.now })),
    wire: wireOf(request),
  };
}

function wireOf({ method, url, headers, body }: VerificationVector["request"]): Wire {
  return {
    method,
    url,
    headers: headers.map(([name, value]) => [name, value]),
    body: new Uint8Array(body ?? []),
  };
}

/** The credentials of the client that a vector knows first, for the model. */
export function modelCredentials({ server }: VerificationVector): SigningCase["credentials"] {
  const key = server.keys.find((one) => "consumerSecret" in one);
  return key !== undefined && "consumerSecret" in key
    ? { consumerSecret: key.consumerSecret, tokenSecret: key.tokenSecret }
    : {};
}

/**
 * What the client is told for each code, over all vectors for verifiers: the status, and which codes have the same
 * text. The texts may be rewritten; a code that gets a text of its own tells clients more than before.
 */
export async function publicResponses(): Promise<[code: string, outcome: Outcome][]> {
  const texts = new Map<string, Set<string>>();
  const statuses = new Map<string, Set<number>>();
  for (const vector of verifierVectors) {
    const { server, earlier, wire } = verificationCase(vector);
    let now = server.now;
    const verifier = createVerifier(optionsOf(server, () => now, [], []));
    for (const one of earlier) {
      now = one.at ?? server.now;
      await verifier.verify(receivedRequest(one, server));
    }
    now = server.now;
    const refused = await verifier.verify(receivedRequest(wire, server));
    if (refused.accepted) continue;
    texts.set(refused.code, (texts.get(refused.code) ?? new Set()).add(refused.publicResponse.message));
    statuses.set(refused.code, (statuses.get(refused.code) ?? new Set()).add(refused.publicResponse.status));
  }
  return [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, own]) => {
      const sameText = [...texts]
        .filter(([, other]) => [...other].some((text) => own.has(text)))
        .map(([other]) => other)
        .sort();
      const status = [...statuses.get(code)!];
      return [code, { label: status.join("+"), complete: { status, texts: own.size, sameText } }];
    });
}
