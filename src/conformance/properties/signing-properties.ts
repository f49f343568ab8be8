/** Properties of whole signed requests. */

import * as fc from "fast-check";
import { type OctetPair, parseAuthorizationHeader, specification, toText } from "../../model/index.ts";
import type { Ask } from "../vectors/answer.ts";
import { computedStages } from "../vectors/signing-input.ts";
import type { InputOf } from "../vectors/input.ts";
import { toJsonPairs } from "../vectors/json-text.ts";
import { arrayOf } from "../vectors/shape.ts";
import { fullProtocolParameters } from "../vectors/signing-input.ts";
import { STAGES } from "../vectors/stages.ts";
import { inputJson, inputWithJson, natural } from "./case-json.ts";
import { signInput, signInputWithBodies, signInputWithEmptyTokens } from "./generators.ts";
import {
  type Falsification,
  NotApplicable,
  type Property,
  property,
  readFrom,
  signedBy,
  stagesOf,
  unequal,
} from "./property.ts";

const { decodeForm, splitUrl } = specification;

/** The rules that a whole signed request shows. */
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
    const expected = computedStages(answered);
    for (const stage of STAGES) {
      const isRequired = stage === "signature";
      if (expected[stage] === undefined || (actual[stage] === undefined && !isRequired)) continue;
      const falsification = unequal(stage, expected[stage], actual[stage]);
      if (falsification !== undefined) return falsification;
    }
    return undefined;
  },
});

export const orderIsFree: Property = property({
  id: "order-is-free",
  statement: "The order of the parameters of a form does not change the signature.",
  rules: ["rfc5849-3.4.1.3.2-2", "rfc5849-3.4.1.3.2-3"],
  operations: ["sign"],
  fixesNonceAndTimestamp: true,
  cases: fc.record({ input: signInput, order: fc.array(fc.nat({ max: 99 }), { minLength: 10, maxLength: 10 }) }),
  json: inputWithJson("sign", (where, { order }) => ({ order: arrayOf(natural, `${where}.order`, order) })),
  async check({ input, order }, ask) {
    const given = input.request.form ?? [];
    const keyed = given.map((pair, index) => ({ pair, key: order[index] ?? index }));
    const reordered = keyed.sort((a, b) => a.key - b.key).map(({ pair }) => pair);
    const one = await stagesOf(ask, input);
    const other = await stagesOf(ask, { ...input, request: { ...input.request, form: reordered } });
    return unequal("signature", one.signature ?? "", other.signature);
  },
});

export const sendsWhatItSigns: Property = property({
  id: "sends-what-it-signs",
  statement: "Header, URL and body, read as a server reads them, have exactly the signed parameters.",
  rules: ["rfc5849-3.5.2-1", "rfc5849-3.5.3-1", "rfc5849-3.4.1.3.1-4", "rfc5849-3.1-1", "gateway-2"],
  operations: ["sign"],
  cases: signInputWithEmptyTokens,
  json: inputJson("sign"),
  async check(input, ask) {
    const { url, body, "authorization-header": header, parameters } = await stagesOf(ask, input);
    if (typeof url !== "string" || parameters === undefined)
      throw new NotApplicable("the answer has no url or no parameters");
    const inHeader = typeof header === "string" ? readHeader(header) : [];
    const isForm = typeof body === "string" && input.request.body === undefined;
    const inBody = isForm ? decodeForm(body, specification) : [];
    const inQuery = decodeForm(readFrom("url", url, splitUrl).query ?? "", specification);
    const repeated = input.transport === "header-and-body" ? fullProtocolParameters(input).length : 0;
    // With header-and-body, the body repeats the protocol parameters after the form; they are signed once.
    const sent = [...inQuery, ...inHeader, ...inBody.slice(0, inBody.length - repeated)];
    const signed = sent.filter(([one]) => toText(one) !== "oauth_signature");
    return unequal("parameters", toJsonPairs(signed), parameters) ?? oneSignature(sent);
  },
});

function readHeader(header: string): readonly OctetPair[] {
  return readFrom("authorization-header", header, parseAuthorizationHeader).parameters;
}

function oneSignature(sent: readonly OctetPair[]): Falsification | undefined {
  const count = sent.filter(([one]) => toText(one) === "oauth_signature").length;
  return count === 1 ? undefined : { stage: "signature", expected: "one oauth_signature", actual: `${count} of them` };
}

export const signingIsDeterministic: Property = property({
  id: "signing-is-deterministic",
  statement: "Signing a request twice with the same nonce and timestamp gives the same signature, with RSA too.",
  rules: ["rfc5849-3.4.3-1"],
  operations: ["sign"],
  fixesNonceAndTimestamp: true,
  cases: signInput,
  json: inputJson("sign"),
  async check(input, ask) {
    const [one, two] = [await stagesOf(ask, input), await stagesOf(ask, input)];
    return unequal("signature", one.signature ?? "", two.signature);
  },
});

export const choosesNonceAndTimestamp: Property = property({
  id: "chooses-nonce-and-timestamp",
  statement:
    "A signer that chooses timestamp and nonce sends the current time in whole seconds, and another nonce each time.",
  rules: ["rfc5849-3.3-1", "rfc5849-3.3-2"],
  operations: ["sign"],
  fixesNonceAndTimestamp: false,
  cases: signInput.map(
    ({ nonce: _nonce, timestamp: _timestamp, ...input }): InputOf<"sign"> => ({ ...input, transport: "header" }),
  ),
  json: inputJson("sign"),
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
  if (typeof header !== "string") throw new NotApplicable("the answer has no header");
  const parameters = readHeader(header);
  const value = (wanted: string): string =>
    toText(parameters.find(([one]) => toText(one) === wanted)?.[1] ?? new Uint8Array());
  return { nonce: value("oauth_nonce"), timestamp: value("oauth_timestamp") };
}
