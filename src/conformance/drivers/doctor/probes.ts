/** One plain question for each operation, which every implementation of it can answer. */

import { isRsaMethod, isSignatureMethod } from "../../../spec/signature-methods.ts";
import {
  type InputOf,
  isOfRsa,
  type NameValue,
  OPERATION_ROWS,
  type Operation,
  type SigningIdentity,
  type SigningMethod,
  type VectorInput,
  type VerifyingMethod,
} from "../../vectors/index.ts";
import { TEST_PRIVATE_KEY, TEST_PUBLIC_KEY } from "../../vectors/test-key.ts";
import { adaptTo } from "../adapt.ts";
import { type Hello, signatureMethodsOf } from "../contract.ts";

/** Text that changes if it goes through another encoding than UTF-8. */
export const FOREIGN_TEXT = "é€😀";

const request = { method: "POST", url: "https://gateway.example/pay?a=1", form: [["b", "2"]] } as const;
/** The question for an operation, within the limits of hello. */
export function probe<Of extends Operation>(operation: Of, hello: Hello): InputOf<Of> {
  return adaptTo(hello, operation)(plainProbe(operation, hello));
}

function plainProbe<Of extends Operation>(operation: Of, hello: Hello): InputOf<Of> {
  const method = methodOf(hello, operation);
  const { signatureMethod } = method;
  const identity = { consumerKey: "k", consumerSecret: "s" };
  const [signing, verifying]: readonly [SigningIdentity, VerifyingMethod] = isOfRsa(method)
    ? [
        { ...method, credentials: { ...method.credentials, consumerKey: "k" } },
        { signatureMethod: method.signatureMethod, credentials: { publicKey: TEST_PUBLIC_KEY } },
      ]
    : [
        { ...method, credentials: identity },
        { ...method, credentials: { consumerSecret: "s" } },
      ];
  const protocolParameters: readonly NameValue[] = [
    ["oauth_consumer_key", "k"],
    ["oauth_signature_method", signatureMethod],
    ["oauth_timestamp", "1700000000"],
    ["oauth_nonce", "n0nce"],
    ["oauth_version", "1.0"],
  ];
  const transport = hello.transports?.[0] ?? "header";
  const values = { request, protocolParameters, method, signing, verifying, transport };
  return { operation, ...OPERATION_ROWS[operation].example(values) } as InputOf<Of>;
}

/** The first declared method; PLAINTEXT, which computes nothing, only if there is no other. */
function methodOf(hello: Hello, operation: Operation): SigningMethod {
  const known = (signatureMethodsOf(hello, operation) ?? []).filter(isSignatureMethod);
  const name = known.find((one) => one !== "PLAINTEXT") ?? known[0];
  if (isRsaMethod(name)) return { credentials: { privateKey: TEST_PRIVATE_KEY }, signatureMethod: name };
  return { credentials: { consumerSecret: "s", tokenSecret: "t" }, signatureMethod: name ?? "HMAC-SHA1" };
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
