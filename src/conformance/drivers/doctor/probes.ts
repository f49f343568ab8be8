/** One plain question for each operation, which every implementation of it can answer. */

import {
  type InputOf,
  loadVectors,
  loadVerificationVectors,
  type Operation,
  type VectorInput,
  verificationCases,
} from "../../vectors/index.ts";
import { adaptTo } from "../adapt.ts";
import type { Hello } from "../contract.ts";
import { undeclared } from "../declared.ts";
import { FEATURE_NAMES, featuresIn } from "../features.ts";
import { baseStringOutside } from "../signer-input.ts";

/** Text that changes if it goes through another encoding than UTF-8. */
export const FOREIGN_TEXT = "é€😀";

/** Checks of signers change each part of this question. */
const SIGN: InputOf<"sign"> = {
  operation: "sign",
  request: { method: "POST", url: "https://gateway.example/pay?a=1", form: [["b", "2"]] },
  signatureMethod: "HMAC-SHA1",
  credentials: { consumerKey: "k", consumerSecret: "s" },
  nonce: "n0nce",
  timestamp: "1700000000",
  version: "1.0",
  transport: "header",
};

/** The question for an operation, within the limits of hello: the vector with the fewest features. */
export function probe<Of extends Operation>(operation: Of, hello: Hello): InputOf<Of> {
  const inputs: readonly VectorInput[] = operation === "sign" ? [SIGN] : plainestFirst(operation);
  const offered = inputs.find((input) => (undeclared(hello, input) ?? baseStringOutside(hello, input)) === undefined);
  return (offered ?? adaptTo(hello, operation)(inputs[0]!)) as InputOf<Of>;
}

function plainestFirst(operation: Operation): readonly VectorInput[] {
  const vectors = operation === "verify" ? verificationCases(loadVerificationVectors()).cases : loadVectors();
  const inputs = vectors
    .filter((one) => one.input.operation === operation && !("refused" in one.expected) && one.open === undefined)
    .map(({ input }) => ({ input, features: featuresIn(FEATURE_NAMES, input).length }));
  return inputs.sort((one, other) => one.features - other.features).map(({ input }) => input);
}

/** The question for the cheapest declared operation. */
export function cheapProbe(hello: Hello): VectorInput {
  const { operations } = hello;
  return probe(operations.find((operation) => !COSTLY.includes(operation)) ?? operations[0]!, hello);
}

/** Operations that compute a signature. */
const COSTLY: readonly Operation[] = ["sign", "sign-exactly", "signature", "verify", "verify-signature"];

/** A question whose answer is {@link FOREIGN_TEXT}, for operations that return text. */
export function foreignAnswer(operation: Operation): VectorInput | undefined {
  const encoded = encodeURIComponent(FOREIGN_TEXT);
  switch (operation) {
    case "percent-decoding":
      return { operation, text: encoded };
    case "parameters":
      return { operation, formEncoded: `a=${encoded}` };
    case "authorization-header-parsing":
      return { operation, header: `OAuth a="${encoded}"` };
    default:
      return undefined;
  }
}
