/**
 * The laws. Each is one sentence and the few lines that check it.
 *
 * @module
 */

import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { parseAuthorizationHeader, signatureIsRight, specification, toText, trace } from "../../model/index.ts";
import type { Ask } from "../answer.ts";
import { computedStages } from "../answered-input.ts";
import { toJsonPairs } from "../json-text.ts";
import { meantRequest } from "../meant-request.ts";
import { fullProtocolParameters } from "../protocol-parameters.ts";
import { type JsonPair, STAGES, type VectorInput } from "../vector.ts";
import { canonicalRequest } from "./canonical-request.ts";
import { form, request, signInput, signInputWithBodies, signInputWithEmptyTokens, text } from "./generators.ts";
import { answerOf, type Law, NotApplicable, readFrom, stagesOf, unequal, type Violation } from "./law.ts";
import { TEST_PUBLIC_KEY } from "./test-key.ts";

const { decodeForm, percentDecode, percentEncode, splitUrl } = specification;

/** Keeps the type of a law's cases while it is written down. */
function law<Case>(one: Law<Case>): Law {
  return one as Law;
}

const agreesWithModel = law<VectorInput>({
  id: "agrees-with-model",
  statement: "Every stage that a signer tells is the one that the specification computes.",
  rules: [
    ...["rfc5849-3.4.1.1-1", "rfc5849-3.4.1.1-2", "rfc5849-3.4.1.2-1", "rfc5849-3.4.1.2-2", "rfc5849-3.4.1.2-3"],
    ...[
      "rfc5849-3.4.1.2-4",
      "rfc5849-3.4.1.3.1-1",
      "rfc5849-3.4.1.3.1-2",
      "rfc5849-3.4.1.3.1-3",
      "rfc5849-3.4.1.3.1-5",
    ],
    ...["rfc5849-3.4.1.3.2-1", "rfc5849-3.4.1.3.2-2", "rfc5849-3.4.1.3.2-3", "rfc5849-3.4.1.3.2-4", "rfc5849-3.4.2-1"],
    ...["rfc5849-3.4.2-2", "rfc5849-3.4.3-1", "rfc5849-3.4.4-1", "rfc5849-3.5.1-1", "rfc5849-3.5.1-2", "rfc5849-3.1-2"],
    ...["rfc5849-3.6-1", "rfc5849-3.6-2", "rfc5849-3.6-3", "hmac-sha2-1", "rsa-sha2-1", "gateway-1"],
  ],
  operations: ["sign"],
  cases: signInputWithBodies,
  async check(input, ask) {
    const { stages: actual, input: answered } = await answerOf(ask, "sign", input);
    const expected = computedStages(answered);
    for (const stage of STAGES) {
      const isOwed = stage === "signature";
      if (expected[stage] === undefined || (actual[stage] === undefined && !isOwed)) continue;
      const violation = unequal(stage, expected[stage], actual[stage]);
      if (violation !== undefined) return violation;
    }
    return undefined;
  },
});

const orderIsFree = law<{ input: VectorInput; order: number[] }>({
  id: "order-is-free",
  statement: "The order in which a form is given changes nothing that is signed.",
  rules: ["rfc5849-3.4.1.3.2-2", "rfc5849-3.4.1.3.2-3"],
  operations: ["sign"],
  fixesNonceAndTimestamp: true,
  cases: fc.record({ input: signInput, order: fc.array(fc.nat({ max: 99 }), { minLength: 10, maxLength: 10 }) }),
  async check({ input, order }, ask) {
    const given = input.request?.form ?? [];
    const keyed = given.map((pair, index) => ({ pair, key: order[index] ?? index }));
    const reordered = keyed.sort((a, b) => a.key - b.key).map(({ pair }) => pair);
    const one = await stagesOf(ask, "sign", input);
    const other = await stagesOf(ask, "sign", { ...input, request: { ...input.request!, form: reordered } });
    return unequal("signature", one.signature ?? "", other.signature);
  },
});

const encodingDecodesBack = law<string>({
  id: "encoding-decodes-back",
  statement: "What is percent-encoded decodes to what it was, and holds no character but unreserved ones and escapes.",
  rules: ["rfc5849-3.6-1", "rfc5849-3.6-2", "rfc5849-3.6-3", "rfc5849-3.6-5", "rfc5849-3.6-4"],
  operations: ["percent-encoding"],
  cases: text,
  async check(one, ask) {
    const { "percent-encoding": encoded } = await stagesOf(ask, "percent-encoding", { text: one });
    // Looks for what is wrong: to match all of a long text takes more stack than there is.
    const flaw = /[^A-Za-z0-9._~%-]|%(?![0-9A-F]{2})/;
    if (typeof encoded !== "string" || flaw.test(encoded)) {
      return unequal("percent-encoding", percentEncode(Buffer.from(one)), encoded);
    }
    return unequal("percent-decoding", one, toText(percentDecode(encoded)));
  },
});

const decodingUndoesEncoding = law<string>({
  id: "decoding-undoes-encoding",
  statement: "Percent-decoding an encoded text gives the text.",
  rules: ["rfc5849-3.6-4", "rfc5849-3.6-5"],
  operations: ["percent-decoding"],
  cases: text,
  async check(one, ask) {
    const { "percent-decoding": decoded } = await stagesOf(ask, "percent-decoding", {
      text: percentEncode(Buffer.from(one)),
    });
    return unequal("percent-decoding", one, decoded);
  },
});

const sendsWhatItSigns = law<VectorInput>({
  id: "sends-what-it-signs",
  statement: "Header, URL and body, read as a server reads them, hold exactly the parameters that were signed.",
  rules: ["rfc5849-3.5.2-1", "rfc5849-3.5.3-1", "rfc5849-3.4.1.3.1-4", "rfc5849-3.1-1", "gateway-2"],
  operations: ["sign"],
  cases: signInputWithEmptyTokens,
  async check(input, ask) {
    const { url, body, "authorization-header": header, parameters } = await stagesOf(ask, "sign", input);
    if (typeof url !== "string" || parameters === undefined) throw new NotApplicable("tells no url or no parameters");
    const inHeader = typeof header === "string" ? readHeader(header) : [];
    const isForm = typeof body === "string" && input.request?.body === undefined;
    const inBody = isForm ? decodeForm(body, specification) : [];
    const inQuery = decodeForm(readFrom("url", url, splitUrl).query ?? "", specification);
    const repeated = input.transport === "header-and-body" ? fullProtocolParameters(input).length : 0;
    // In header-and-body the protocol parameters stand behind the form; they are signed once.
    const sent = [...inQuery, ...inHeader, ...inBody.slice(0, inBody.length - repeated)];
    const signed = sent.filter(([one]) => toText(one) !== "oauth_signature");
    return unequal("parameters", toJsonPairs(signed), parameters) ?? oneSignature(sent);
  },
});

function readHeader(header: string): readonly (readonly [Uint8Array, Uint8Array])[] {
  return readFrom("authorization-header", header, parseAuthorizationHeader).parameters;
}

function oneSignature(sent: readonly (readonly [Uint8Array, Uint8Array])[]): Violation | undefined {
  const count = sent.filter(([one]) => toText(one) === "oauth_signature").length;
  return count === 1 ? undefined : { stage: "signature", expected: "one oauth_signature", actual: `${count} of them` };
}

/** Changes to a request, most of which the RFC does not merge. */
const CHANGES: readonly ((input: VectorInput) => VectorInput)[] = [
  (input) => input,
  (input) => withRequest(input, { method: input.request!.method.toLowerCase() }),
  (input) => withRequest(input, { method: input.request!.method === "GET" ? "POST" : "GET" }),
  (input) => withUrl(input, (url) => url.toUpperCase()),
  (input) => withUrl(input, (url) => url.replace(/^http:/i, "https:")),
  (input) => withUrl(input, (url) => url.replace("example.com", "EXAMPLE.com")),
  (input) => withUrl(input, (url) => url.replace(/(?<=\/\/[^/?#]*):(?:80|443)?(?=[/?#]|$)/, "")),
  (input) => withUrl(input, (url) => url.replace(/#.*/, "")),
  (input) => withUrl(input, (url) => url.replace("%2F", "%2f")),
  (input) => withUrl(input, (url) => url.replace("%20", "+")),
  (input) => withUrl(input, (url) => url.replace("+", "%20")),
  (input) => withUrl(input, (url) => url.replace("%FF", "%EF%BF%BD")),
  (input) => withUrl(input, (url) => url.replace(/([^:])\/\/a/, "$1/a")),
  (input) => withUrl(input, (url) => url.split("?")[0]!),
  (input) => ({ ...input, realm: "other" }),
  (input) => withForm(input, (pairs) => [...pairs].reverse()),
  (input) => withForm(input, (pairs) => pairs.slice(1)),
  (input) => withForm(input, (pairs) => [...pairs, ["a", "b"]]),
  (input) => withForm(input, (pairs) => pairs.map(([one, value]) => [value, one])),
  (input) => withForm(input, ([first, second, ...rest]) => (second ? [[first![0], second[1]], second, ...rest] : [])),
  (input) =>
    withForm(
      withUrl(input, (url) => url.split("?")[0]!),
      () => queryPairs(input),
    ),
];

function withRequest(input: VectorInput, change: Partial<NonNullable<VectorInput["request"]>>): VectorInput {
  return { ...input, request: { ...input.request!, ...change } };
}

function withUrl(input: VectorInput, change: (url: string) => string): VectorInput {
  return withRequest(input, { url: change(input.request!.url) });
}

function withForm(input: VectorInput, change: (pairs: readonly JsonPair[]) => JsonPair[]): VectorInput {
  return withRequest(input, { form: change(input.request!.form ?? []) });
}

function queryPairs(input: VectorInput): JsonPair[] {
  return toJsonPairs(decodeForm(splitUrl(input.request!.url).query ?? "", specification));
}

const baseStringSeparates = law<{ input: VectorInput; change: number }>({
  id: "base-string-separates",
  statement: "Two requests share a base string exactly when the RFC makes them the same request.",
  rules: ["rfc5849-3.4.1.1-1", "rfc5849-3.4.1.2-3", "rfc5849-3.4.1.3.1-1", "rfc5849-3.4.1.3.1-5"],
  operations: ["base-string"],
  cases: fc.record({
    input: fc.record({ request, protocolParameters: fc.constant<JsonPair[]>([["oauth_nonce", "n"]]) }),
    change: fc.nat({ max: CHANGES.length - 1 }),
  }),
  async check({ input, change }, ask) {
    const other = CHANGES[change]!(input);
    const [one, two] = [await stagesOf(ask, "base-string", input), await stagesOf(ask, "base-string", other)];
    const isSame = canonicalRequest(input) === canonicalRequest(other);
    if (isSame === (one["base-string"] === two["base-string"])) return undefined;
    const said = `${one["base-string"]} and ${two["base-string"]}`;
    return {
      stage: "base-string",
      expected: isSame ? "one base string for both requests" : "two base strings",
      actual: said,
    };
  },
});

const headerParsesBack = law<VectorInput>({
  id: "header-parses-back",
  statement: "A header that was written reads back to its parameters and its realm.",
  rules: ["rfc5849-3.5.1-1", "rfc5849-3.5.1-2", "rfc5849-3.5.1-3"],
  operations: ["authorization-header", "authorization-header-parsing"],
  cases: fc.record(
    {
      parameters: fc
        .uniqueArray(fc.tuple(text, text), {
          maxLength: 5,
          selector: ([one]) => one,
        })
        .filter((pairs) => pairs.every(([one]) => one !== "" && one.toLowerCase() !== "realm")),
      realm: fc.string({ unit: "grapheme-ascii" }),
    },
    { requiredKeys: ["parameters"] },
  ),
  async check({ parameters = [], realm }, ask) {
    const written = await stagesOf(ask, "authorization-header", {
      parameters,
      ...(realm === undefined ? {} : { realm }),
    });
    const header = written["authorization-header"] as string;
    const read = await stagesOf(ask, "authorization-header-parsing", { header });
    return unequal("parameters", parameters, read.parameters) ?? unequal("realm", realm ?? null, read.realm);
  },
});

const signatureVerifies = law<VectorInput>({
  id: "signature-verifies",
  statement: "A signature is right for the base string that was signed, and wrong for another one and another key.",
  rules: ["rfc5849-3.2-1", "rfc5849-3.4.2-1", "rfc5849-3.4.3-1"],
  operations: ["sign"],
  cases: signInput,
  async check(asked, ask) {
    const { stages, input } = await answerOf(ask, "sign", asked);
    const { signature } = stages;
    const { consumerSecret, tokenSecret = "" } = input.credentials ?? {};
    const claim = {
      signatureMethod: meantRequest(input).signatureMethod,
      baseString: trace(meantRequest(input)).baseString,
      signature: String(signature),
      publicKey: TEST_PUBLIC_KEY,
      key: consumerSecret === undefined ? "" : specification.key({ consumerSecret, tokenSecret }, specification),
    };
    const isWrongForAnother =
      claim.signatureMethod === "PLAINTEXT" || !signatureIsRight({ ...claim, baseString: `${claim.baseString}x` });
    return unequal("valid", true, signatureIsRight(claim) && isWrongForAnother);
  },
});

const verificationAgrees = law<{ input: VectorInput; octet: number }>({
  id: "verification-agrees",
  statement: "A verifier takes the signature that the specification computes, and no other.",
  rules: ["rfc5849-3.2-1"],
  operations: ["verify-signature"],
  cases: fc.record({ input: signInput, octet: fc.nat() }),
  async check({ input, octet }, ask) {
    const { request: sent, signatureMethod, credentials: { consumerSecret, tokenSecret } = {} } = input;
    const signature = trace(meantRequest(input)).signature ?? "";
    const key =
      consumerSecret === undefined
        ? { publicKey: TEST_PUBLIC_KEY }
        : { consumerSecret, ...(tokenSecret === undefined ? {} : { tokenSecret }) };
    const question = {
      request: sent!,
      protocolParameters: fullProtocolParameters(input),
      signatureMethod: signatureMethod!,
      credentials: key,
    };
    const other = changed(signature, octet);
    const right = await stagesOf(ask, "verify-signature", { ...question, signature });
    const wrong = await stagesOf(ask, "verify-signature", { ...question, signature: other });
    return (
      of(signature, unequal("valid", true, right.valid)) ??
      of(`${other}, where ${signature} is right`, unequal("valid", false, wrong.valid))
    );
  },
});

/** A verdict alone does not tell which signature it was given for. */
function of(signature: string, violation: Violation | undefined): Violation | undefined {
  return violation && { ...violation, actual: `${violation.actual} for ${signature}` };
}

/** The text with one character another one. */
function changed(signature: string, octet: number): string {
  const index = octet % signature.length;
  return signature.slice(0, index) + (signature[index] === "A" ? "B" : "A") + signature.slice(index + 1);
}

const signingIsDeterministic = law<VectorInput>({
  id: "signing-is-deterministic",
  statement: "Signing the same request twice, nonce and timestamp given, gives the same signature, with RSA too.",
  rules: ["rfc5849-3.4.3-1"],
  operations: ["sign"],
  fixesNonceAndTimestamp: true,
  cases: signInput,
  async check(input, ask) {
    const [one, two] = [await stagesOf(ask, "sign", input), await stagesOf(ask, "sign", input)];
    return unequal("signature", one.signature ?? "", two.signature);
  },
});

const choosesNonceAndTimestamp = law<VectorInput>({
  id: "chooses-nonce-and-timestamp",
  statement: "A signer that is left to choose sends whole seconds of now, and another nonce each time.",
  rules: ["rfc5849-3.3-1", "rfc5849-3.3-2"],
  operations: ["sign"],
  fixesNonceAndTimestamp: false,
  cases: signInput.map(({ nonce: _nonce, timestamp: _timestamp, ...input }) => ({
    ...input,
    transport: "header" as const,
  })),
  async check(input, ask) {
    const [one, other] = [await chosen(input, ask), await chosen(input, ask)];
    // PLAINTEXT may leave both out (3.1).
    if (input.signatureMethod === "PLAINTEXT" && one.nonce + one.timestamp === "") return undefined;
    const now = Math.floor(Date.now() / 1000);
    const isNow = /^[1-9][0-9]*$/.test(one.timestamp) && Math.abs(Number(one.timestamp) - now) <= CLOCK_SECONDS;
    if (!isNow)
      return { stage: "authorization-header", expected: `oauth_timestamp near ${now}`, actual: one.timestamp };
    const isFresh = one.nonce !== "" && one.nonce !== other.nonce;
    return isFresh
      ? undefined
      : { stage: "authorization-header", expected: "another oauth_nonce each time", actual: one.nonce };
  },
});

/** How far the clocks of two programs on one machine may be apart. */
const CLOCK_SECONDS = 5;

async function chosen(input: VectorInput, ask: Ask): Promise<{ nonce: string; timestamp: string }> {
  const { "authorization-header": header } = await stagesOf(ask, "sign", input);
  if (typeof header !== "string") throw new NotApplicable("tells no header");
  const parameters = readHeader(header);
  const value = (wanted: string): string =>
    toText(parameters.find(([one]) => toText(one) === wanted)?.[1] ?? new Uint8Array());
  return { nonce: value("oauth_nonce"), timestamp: value("oauth_timestamp") };
}

const HASHES = { "HMAC-SHA1": "sha1", "HMAC-SHA256": "sha256", "HMAC-SHA512": "sha512" } as const;

const hmacIsHmac = law<{ signatureMethod: keyof typeof HASHES; secret: number; message: number }>({
  id: "hmac-is-hmac",
  statement: "HMAC is HMAC for every length of key and of message.",
  rules: ["rfc5849-3.4.2-2", "hmac-sha2-1"],
  operations: ["signature"],
  cases: fc.record({
    signatureMethod: fc.constantFrom("HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"),
    secret: fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(62, 63, 64, 126, 127, 128)),
    message: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 20_000 })),
  }),
  async check({ signatureMethod, secret, message }, ask) {
    const consumerSecret = "k".repeat(secret);
    const baseString = "m".repeat(message);
    const { signature } = await stagesOf(ask, "signature", {
      baseString,
      signatureMethod,
      credentials: { consumerSecret },
    });
    const expected = createHmac(HASHES[signatureMethod], `${consumerSecret}&`).update(baseString).digest("base64");
    return unequal("signature", expected, signature);
  },
});

const BODIES = ["", "{}", '{"x": 1}', '{"x":1}', '{ "a" : [ 1, 2 ] }', "a=b"];

const bodyHashIsHash = law<{ body: string; hash: "SHA-1" | "SHA-256" | "SHA-512" }>({
  id: "body-hash-is-hash",
  statement: "The hash of a body is that of its octets as they are, of the empty ones too.",
  rules: ["body-hash-3.2-1"],
  operations: ["body-hash"],
  cases: fc.record({
    body: fc.oneof(fc.constantFrom(...BODIES), text),
    hash: fc.constantFrom("SHA-1", "SHA-256", "SHA-512"),
  }),
  async check({ body, hash }, ask) {
    const { "body-hash": hashed } = await stagesOf(ask, "body-hash", { body, hash });
    return unequal("body-hash", createHash(hash.replace("-", "")).update(body).digest("base64"), hashed);
  },
});

const formDecodesBack = law<JsonPair[]>({
  id: "form-decodes-back",
  statement: "A form that was encoded decodes to its pairs, in their order, spaces as plus or as escape.",
  rules: ["rfc5849-3.4.1.3.1-1", "rfc5849-3.4.1.3.1-3"],
  operations: ["parameters"],
  cases: form,
  async check(pairs, ask) {
    const encoded = pairs
      .map((pair) => pair.map((part) => percentEncode(Buffer.from(part as string))).join("="))
      .join("&");
    for (const formEncoded of [encoded, encoded.replaceAll("%20", "+")]) {
      const { parameters } = await stagesOf(ask, "parameters", { formEncoded });
      const violation = unequal("parameters", pairs, parameters);
      if (violation !== undefined) return violation;
    }
    return undefined;
  },
});

/** All laws, in the order in which they are run. */
export const LAWS: readonly Law[] = [
  agreesWithModel,
  orderIsFree,
  encodingDecodesBack,
  decodingUndoesEncoding,
  formDecodesBack,
  sendsWhatItSigns,
  baseStringSeparates,
  headerParsesBack,
  signatureVerifies,
  verificationAgrees,
  signingIsDeterministic,
  choosesNonceAndTimestamp,
  hmacIsHmac,
  bodyHashIsHash,
];
