/**
 * One plain question for each operation: what every implementation of it can be asked.
 *
 * @module
 */

import type { JsonCredentials, Operation, VectorInput } from "../../suite/index.ts";
import { TEST_PRIVATE_KEY, TEST_PUBLIC_KEY } from "../../suite/laws/test-key.ts";
import type { Hello } from "../contract.ts";

/** Text that shows which encoding it went through. */
export const FOREIGN_TEXT = "é€😀";

const request = { method: "POST", url: "https://gateway.example/pay?a=1", form: [["b", "2"]] } as const;
const BASE_STRING = "POST&https%3A%2F%2Fgateway.example%2Fpay&a%3D1";

/** What an operation is asked. */
export function probe(operation: Operation, hello: Hello): VectorInput {
  const signatureMethod = hello.signatureMethods?.find((name) => name !== "PLAINTEXT") ?? "HMAC-SHA1";
  const isRsa = signatureMethod.startsWith("RSA");
  const secrets: JsonCredentials = isRsa ? { privateKey: TEST_PRIVATE_KEY } : { consumerSecret: "s", tokenSecret: "t" };
  const transport = hello.transports?.[0] ?? "header";
  const sign: VectorInput = {
    request,
    credentials: { consumerKey: "k", ...(isRsa ? secrets : { consumerSecret: "s" }) },
    signatureMethod,
    nonce: "n0nce",
    timestamp: "1700000000",
    version: "1.0",
    transport,
  };
  const exact: VectorInput = {
    request,
    protocolParameters: [
      ["oauth_consumer_key", "k"],
      ["oauth_signature_method", signatureMethod],
      ["oauth_timestamp", "1700000000"],
      ["oauth_nonce", "n0nce"],
      ["oauth_version", "1.0"],
    ],
  };
  const verifying: JsonCredentials = isRsa ? { publicKey: TEST_PUBLIC_KEY } : { consumerSecret: "s" };
  const probes: Record<Operation, VectorInput> = {
    "percent-encoding": { text: "a b" },
    "percent-decoding": { text: "a%20b" },
    parameters: { formEncoded: "a=1&b=2" },
    "parameter-string": {
      parameters: [
        ["b", "2"],
        ["a", "1"],
      ],
    },
    "base-string-uri": { url: "https://gateway.example/pay" },
    "base-string": exact,
    signature: { baseString: BASE_STRING, signatureMethod, credentials: secrets },
    "authorization-header": { parameters: [["oauth_nonce", "n"]] },
    "authorization-header-parsing": { header: 'OAuth oauth_nonce="n"' },
    "body-hash": { body: "{}", hash: "SHA-1" },
    sign,
    "sign-exactly": { ...exact, signatureMethod, credentials: secrets, transport },
    "verify-signature": { baseString: BASE_STRING, signatureMethod, signature: "AAAA", credentials: verifying },
    verify: {
      received: { method: "POST", url: "https://gateway.example/pay", headers: [["authorization", HEADER]], body: "" },
      credentials: verifying,
      now: 1_700_000_000,
      seen: false,
    },
  };
  return probes[operation];
}

const HEADER =
  'OAuth oauth_consumer_key="k", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1700000000", oauth_nonce="n", oauth_signature="AAAA"';

/** The same question with text outside ASCII in it, where the operation takes any. */
export function foreignProbe(operation: Operation, hello: Hello): VectorInput | undefined {
  const plain = probe(operation, hello);
  if (operation === "percent-encoding") return { text: FOREIGN_TEXT };
  if (operation === "parameter-string") return { parameters: [[FOREIGN_TEXT, FOREIGN_TEXT]] };
  if (operation === "body-hash") return { ...plain, body: FOREIGN_TEXT };
  if (operation !== "sign" || hello.fixesNonceAndTimestamp === false) return undefined;
  return { ...plain, request: { ...request, form: [["b", FOREIGN_TEXT]] } };
}

/** A question whose answer is {@link FOREIGN_TEXT} itself, where an operation answers with text. */
export function foreignAnswer(operation: Operation): VectorInput | undefined {
  const encoded = encodeURIComponent(FOREIGN_TEXT);
  if (operation === "percent-decoding") return { text: encoded };
  if (operation === "parameters") return { formEncoded: `a=${encoded}` };
  return operation === "authorization-header-parsing" ? { header: `OAuth a="${encoded}"` } : undefined;
}
