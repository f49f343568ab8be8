/** Properties of whole signed requests, and of their verification. */

import * as fc from "fast-check";
import {
  type OctetPair,
  parseAuthorizationHeader,
  readSentRequest,
  signatureIsRight,
  specification,
  toOctets,
  toText,
  trace,
  traceSent,
} from "../../model/index.ts";
import type { Ask } from "../vectors/answer.ts";
import { type AnyCredentials, type InputOf, isOfRsa, type OctetText, type UnsignedRequest } from "../vectors/input.ts";
import { toJsonPairs } from "../vectors/json-text.ts";
import { otherSignings } from "../vectors/open-points.ts";
import { computedStages, fullProtocolParameters, signingInput } from "../vectors/signing-input.ts";
import { firstUnequal, type StageValues, type Unequal, unequal } from "../vectors/stages.ts";
import { TEST_PUBLIC_KEY } from "../vectors/test-key.ts";
import { signInput, signInputWithBodies, signInputWithEmptyTokens } from "./generators.ts";
import {
  inputJson,
  inputWithJson,
  LeftOpen,
  NATURAL,
  NotOffered,
  type Property,
  property,
  propertyOfSigners,
  readFrom,
  signedBy,
  stagesOf,
  unlessOpen,
} from "./property.ts";

const { decodeForm, splitUrl } = specification;

/** The rules that a whole signed request can violate. */
const AGREEING_RULES = `
  rfc5849-3.4.1.1-1 rfc5849-3.4.1.1-2 rfc5849-3.4.1.2-1 rfc5849-3.4.1.2-2 rfc5849-3.4.1.2-3 rfc5849-3.4.1.2-4
  rfc5849-3.4.1.3.1-1 rfc5849-3.4.1.3.1-2 rfc5849-3.4.1.3.1-3 rfc5849-3.4.1.3.1-5 rfc5849-3.4.1.3.2-1
  rfc5849-3.4.1.3.2-2 rfc5849-3.4.1.3.2-3 rfc5849-3.4.1.3.2-4 rfc5849-3.4.2-1 rfc5849-3.4.2-2 rfc5849-3.4.3-1
  rfc5849-3.4.4-1 rfc5849-3.5.1-1 rfc5849-3.5.1-2 rfc5849-3.1-2 rfc5849-3.6-1 rfc5849-3.6-2 rfc5849-3.6-3
  hmac-sha2-1 rsa-sha2-1 gateway-1
`;

export const agreesWithModel: Property = property({
  id: "agrees-with-model",
  statement: "Every stage in the answer of a signer has the value that the executable specification computes.",
  rules: AGREEING_RULES.trim().split(/\s+/),
  operations: ["sign"],
  cases: signInputWithBodies,
  json: inputJson("sign"),
  async check(input, ask) {
    const { stages: actual, input: answered } = await signedBy(ask, input);
    const falsification = firstUnequal(computedStages(answered), actual, "signature");
    const isOther = falsification && otherSignings(answered).some((other) => !firstUnequal(other, actual, "signature"));
    if (isOther === true) throw new LeftOpen(answered, falsification!);
    return falsification;
  },
});

export const orderIsFree: Property = property({
  id: "order-is-free",
  statement: "The order of the parameters of a form does not change the signature.",
  rules: ["rfc5849-3.4.1.3.2-2", "rfc5849-3.4.1.3.2-3"],
  operations: ["sign"],
  requiresAnswers: false,
  fixesNonceAndTimestamp: true,
  cases: fc.record({
    input: signInput.filter(({ request: { form = [] } }) => form.length > 1),
    order: fc.array(fc.nat({ max: 99 }), { minLength: 10, maxLength: 10 }),
  }),
  json: inputWithJson("sign", "order", { type: "array", items: NATURAL }),
  async check({ input, order }, ask) {
    const given = input.request.form ?? [];
    if (given.length < 2) throw new NotOffered("a form with fewer than two parameters has one order");
    const keyed = given.map((pair, index) => ({ pair, key: order[index] ?? index }));
    const reordered = keyed.sort((a, b) => a.key - b.key).map(({ pair }) => pair);
    const one = await stagesOf(ask, input);
    const other = await stagesOf(ask, { ...input, request: { ...input.request, form: reordered } });
    return unequal("signature", one.signature ?? "", other.signature);
  },
});

export const sendsWhatItSigns: Property = propertyOfSigners({
  id: "sends-what-it-signs",
  statement: "Header, URL and body, read as a server reads them, have exactly the signed parameters.",
  rules: ["rfc5849-3.5.2-1", "rfc5849-3.5.3-1", "rfc5849-3.4.1.3.1-4", "rfc5849-3.1-1", "gateway-2"],
  cases: signInputWithEmptyTokens,
  async check(input, ask) {
    const { stages, input: answered } = await signedBy(ask, input);
    const { url, body, "authorization-header": header, parameters } = stages;
    if (typeof url !== "string" || parameters === undefined)
      return unlessOpen(sentSignatureIsRight(answered, stages), input);
    const inHeader = typeof header === "string" ? readHeader(header) : [];
    const isForm = typeof body === "string" && input.request.body === undefined;
    const inBody = isForm ? decodeForm(body, specification) : [];
    const inQuery = decodeForm(readFrom("url", url, splitUrl).query ?? "", specification);
    const repeated = input.transport === "header-and-body" ? fullProtocolParameters(input).length : 0;
    // With header-and-body, the body repeats the protocol parameters after the form; they are signed once.
    const sent = [...inQuery, ...inHeader, ...inBody.slice(0, inBody.length - repeated)];
    const signed = sent.filter(([one]) => toText(one) !== "oauth_signature");
    return unlessOpen(unequal("parameters", toJsonPairs(signed), parameters), input) ?? oneSignature(sent);
  },
});

/** Verifies the request as it is sent, if the answer does not list the signed parameters. */
function sentSignatureIsRight(input: InputOf<"sign">, stages: StageValues): Unequal | undefined {
  const { transport, request } = input;
  const header = stages["authorization-header"];
  const { url = request.url, body = encodedForm(request) } = stages;
  const isShown = { header, "header-and-body": header, body: stages.body, query: stages.url }[transport];
  if (typeof isShown !== "string") throw new NotOffered(`the answer does not have what is sent with ${transport}`);
  const sent = {
    method: request.method,
    url: String(url),
    headers: [
      ...(typeof header === "string" ? [["Authorization", header] as const] : []),
      ["Content-Type", request.body === undefined ? FORM_TYPE : "text/plain"] as const,
    ],
    body: Buffer.from(String(body)),
  };
  const { signature, expected } = readFrom("authorization-header", String(header ?? url), () => ({
    signature: readSentRequest(sent).signature,
    expected: traceSent(sent, input.credentials).signature,
  }));
  return unequal("signature", expected ?? "", signature);
}

const FORM_TYPE = "application/x-www-form-urlencoded";

function encodedForm({ form = [], formEncoded, body }: UnsignedRequest): string {
  const encode = (text: OctetText): string => specification.percentEncode(toOctets(text));
  return body ?? formEncoded ?? form.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
}

function readHeader(header: string): readonly OctetPair[] {
  return readFrom("authorization-header", header, parseAuthorizationHeader).parameters;
}

function oneSignature(sent: readonly OctetPair[]): Unequal | undefined {
  const count = sent.filter(([one]) => toText(one) === "oauth_signature").length;
  return count === 1 ? undefined : { stage: "signature", expected: "one oauth_signature", actual: `${count} of them` };
}

export const signingIsDeterministic: Property = propertyOfSigners({
  id: "signing-is-deterministic",
  statement: "Signing a request twice with the same nonce and timestamp produces the same signature, also with RSA.",
  rules: ["rfc5849-3.4.3-1"],
  fixesNonceAndTimestamp: true,
  cases: signInput,
  async check(input, ask) {
    const [one, two] = [await stagesOf(ask, input), await stagesOf(ask, input)];
    return unequal("signature", one.signature ?? "", two.signature);
  },
});

export const choosesNonceAndTimestamp: Property = propertyOfSigners({
  id: "chooses-nonce-and-timestamp",
  statement:
    "A signer that chooses timestamp and nonce sends the current time in whole seconds, and another nonce each time.",
  rules: ["rfc5849-3.3-1", "rfc5849-3.3-2"],
  fixesNonceAndTimestamp: false,
  cases: signInput.map(
    ({ nonce: _nonce, timestamp: _timestamp, ...input }): InputOf<"sign"> => ({ ...input, transport: "header" }),
  ),
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

/** How much the clocks of two programs on one machine may differ. */
const CLOCK_SECONDS = 5;

async function chosen(input: InputOf<"sign">, ask: Ask): Promise<{ nonce: string; timestamp: string }> {
  const { "authorization-header": header } = await stagesOf(ask, input);
  if (typeof header !== "string") throw new NotOffered("the answer has no header");
  const parameters = readHeader(header);
  const value = (wanted: string): string =>
    toText(parameters.find(([one]) => toText(one) === wanted)?.[1] ?? new Uint8Array());
  return { nonce: value("oauth_nonce"), timestamp: value("oauth_timestamp") };
}

export const signatureVerifies: Property = propertyOfSigners({
  id: "signature-verifies",
  statement: "A signature is valid for the base string of the request that was signed.",
  rules: ["rfc5849-3.2-1", "rfc5849-3.4.2-1", "rfc5849-3.4.3-1"],
  cases: signInput,
  async check(asked, ask) {
    const { stages, input } = await signedBy(ask, asked);
    const { signature } = stages;
    const { consumerSecret = "", tokenSecret = "" }: AnyCredentials = input.credentials;
    const claim = {
      signatureMethod: input.signatureMethod,
      // Not signed, because RSA is slow.
      baseString: trace(signingInput(input), { ...specification, signature: () => "" }).baseString,
      signature: String(signature),
      publicKey: TEST_PUBLIC_KEY,
      key: specification.key({ consumerSecret, tokenSecret }, specification),
    };
    if (signatureIsRight(claim)) return undefined;
    const others = otherSignings(input).map((other) => String(other["base-string"]));
    const wrong = unequal("valid", true, false);
    if (others.some((baseString) => signatureIsRight({ ...claim, baseString }))) throw new LeftOpen(input, wrong!);
    return wrong;
  },
});

export const verificationAgrees: Property = property({
  id: "verification-agrees",
  statement: "A verifier accepts the signature that the executable specification computes, and no other.",
  rules: ["rfc5849-3.2-1"],
  operations: ["verify-signature"],
  cases: fc.record({ input: signInput, octet: fc.nat() }),
  json: inputWithJson("sign", "octet", NATURAL),
  async check({ input, octet }, ask) {
    const signature = trace(signingInput(input)).signature ?? "";
    const other = changed(signature, octet);
    const right = await stagesOf(ask, verifying(input, signature));
    const wrong = await stagesOf(ask, verifying(input, other));
    return (
      unlessOpen(forSignature(signature, unequal("valid", true, right.valid)), input) ??
      forSignature(`${other}; the valid signature is ${signature}`, unequal("valid", false, wrong.valid))
    );
  },
});

/** The question whether a signature is valid for a request. */
function verifying(input: InputOf<"sign">, signature: string): InputOf<"verify-signature"> {
  const { request } = input;
  const protocolParameters = fullProtocolParameters(input);
  const asked = { operation: "verify-signature", request, protocolParameters } as const;
  if (isOfRsa(input)) {
    const { signatureMethod } = input;
    return { ...asked, signatureMethod, credentials: { publicKey: TEST_PUBLIC_KEY }, signature };
  }
  const { signatureMethod, credentials } = input;
  const { consumerKey: _key, token: _token, ...secrets } = credentials;
  return { ...asked, signatureMethod, credentials: secrets, signature };
}

/** Adds the signature to the wrong value: answers of verifiers lack it. */
function forSignature(signature: string, falsification: Unequal | undefined): Unequal | undefined {
  return falsification && { ...falsification, actual: `${falsification.actual} for ${signature}` };
}

/** The text with one changed character. */
function changed(signature: string, octet: number): string {
  const index = octet % signature.length;
  return signature.slice(0, index) + (signature[index] === "A" ? "B" : "A") + signature.slice(index + 1);
}
