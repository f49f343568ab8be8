/** Creates vectors for verifiers from the questions that a falsified property asked a verifier. */

import {
  type AnyCredentials,
  claimedParameters,
  type InputOf,
  type JsonVerificationVector,
  type Rule,
  type StageValues,
  writeVerificationVector,
} from "../../conformance/vectors/index.ts";
import { type HttpRequest, readSentRequest, traceSent } from "../../model/index.ts";

/** The result of the specification for the signature of a request, regardless of policy, time and nonce. */
export function specifiedVerdict({ received, credentials }: InputOf<"verify">): StageValues {
  const keys: AnyCredentials = credentials;
  try {
    const { signature } = readSentRequest(received);
    return { valid: signature !== undefined && traceSent(received, keys).signature === signature };
  } catch {
    return { valid: false };
  }
}

/** A vector that expects the rejection of this request, with the default policy and the key of the question. */
export function verifierVector(
  { received, credentials, now }: InputOf<"verify">,
  about: { readonly id: string; readonly comment: string; readonly rule: Rule; readonly faults: readonly string[] },
): JsonVerificationVector {
  const { id, comment, rule, faults } = about;
  return writeVerificationVector({
    id,
    comment,
    layer: "signature",
    ...(faults.length > 0 && { faults }),
    rule: rule.id,
    level: rule.level,
    flags: [],
    source: { kind: "generated", generator: "counterexamples" },
    server: {
      now,
      signatureMethods: ["HMAC-SHA1", "RSA-SHA256"],
      clockToleranceSeconds: 300,
      minimumRsaBits: 2048,
      allowHeaderAndBody: false,
      requireBodyHash: false,
      keys: [keyOf(received, credentials)],
    },
    request: received,
    expected: { refuse: "signature-mismatch" },
  });
}

function keyOf(received: HttpRequest, credentials: AnyCredentials) {
  const claimed = claimedParameters(received);
  const token = claimed?.get("oauth_token");
  const common = { consumerKey: claimed?.get("oauth_consumer_key") ?? "", ...(token !== undefined && { token }) };
  const { publicKey, consumerSecret = "", tokenSecret } = credentials;
  if (publicKey !== undefined) return { ...common, publicKey };
  return { ...common, consumerSecret, ...(tokenSecret !== undefined && { tokenSecret }) };
}
