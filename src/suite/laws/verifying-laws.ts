/**
 * Which signatures are right for a request, and which are not.
 *
 * @module
 */

import * as fc from "fast-check";
import { signatureIsRight, specification, trace } from "../../model/index.ts";
import { meantRequest } from "../meant-request.ts";
import { fullProtocolParameters } from "../protocol-parameters.ts";
import type { VectorInput } from "../vector.ts";
import { signInput } from "./generators.ts";
import { answerOf, type Law, law, stagesOf, unequal, type Violation } from "./law.ts";
import { TEST_PUBLIC_KEY } from "./test-key.ts";

export const signatureVerifies: Law = law<VectorInput>({
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

export const verificationAgrees: Law = law<{ input: VectorInput; octet: number }>({
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
