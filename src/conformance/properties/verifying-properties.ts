/** Which signatures are valid for a request, and which are not. */

import * as fc from "fast-check";
import { signatureIsRight, specification, trace } from "../../model/index.ts";
import { type AnyCredentials, type InputOf, isOfRsa } from "../vectors/input.ts";
import { fullProtocolParameters, signingInput } from "../vectors/signing-input.ts";
import { TEST_PUBLIC_KEY } from "../vectors/test-key.ts";
import { inputJson, inputWithJson, natural } from "./case-json.ts";
import { signInput } from "./generators.ts";
import { type Falsification, type Property, property, signedBy, stagesOf, unequal } from "./property.ts";

export const signatureVerifies: Property = property({
  id: "signature-verifies",
  statement: "A signature is valid for the base string that was signed, and not for another one.",
  rules: ["rfc5849-3.2-1", "rfc5849-3.4.2-1", "rfc5849-3.4.3-1"],
  operations: ["sign"],
  cases: signInput,
  json: inputJson("sign"),
  async check(asked, ask) {
    const { stages, input } = await signedBy(ask, asked);
    const { signature } = stages;
    const { consumerSecret, tokenSecret = "" }: AnyCredentials = input.credentials;
    const claim = {
      signatureMethod: input.signatureMethod,
      baseString: trace(signingInput(input)).baseString,
      signature: String(signature),
      publicKey: TEST_PUBLIC_KEY,
      key: consumerSecret === undefined ? "" : specification.key({ consumerSecret, tokenSecret }, specification),
    };
    const isWrongForAnother =
      claim.signatureMethod === "PLAINTEXT" || !signatureIsRight({ ...claim, baseString: `${claim.baseString}x` });
    return unequal("valid", true, signatureIsRight(claim) && isWrongForAnother);
  },
});

export const verificationAgrees: Property = property({
  id: "verification-agrees",
  statement: "A verifier accepts the signature that the executable specification computes, and no other.",
  rules: ["rfc5849-3.2-1"],
  operations: ["verify-signature"],
  cases: fc.record({ input: signInput, octet: fc.nat() }),
  json: inputWithJson("sign", (where, { octet }) => ({ octet: natural(`${where}.octet`, octet) })),
  async check({ input, octet }, ask) {
    const signature = trace(signingInput(input)).signature ?? "";
    const other = changed(signature, octet);
    const right = await stagesOf(ask, verifying(input, signature));
    const wrong = await stagesOf(ask, verifying(input, other));
    return (
      forSignature(signature, unequal("valid", true, right.valid)) ??
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

/** Adds the signature, which the answer of a verifier does not contain. */
function forSignature(signature: string, falsification: Falsification | undefined): Falsification | undefined {
  return falsification && { ...falsification, actual: `${falsification.actual} for ${signature}` };
}

/** The text with one changed character. */
function changed(signature: string, octet: number): string {
  const index = octet % signature.length;
  return signature.slice(0, index) + (signature[index] === "A" ? "B" : "A") + signature.slice(index + 1);
}
