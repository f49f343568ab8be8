/** Test data for capture: credentials, a verifier, and requests as they arrive. */

import { createPrivateKey, createPublicKey } from "node:crypto";
import {
  type CaptureVerifier,
  createCaptureVerifier,
  createRuleOf,
  type ExpectedCredentials,
  type IncomingRequest,
} from "../../../src/conformance/capture/index.ts";
import type { CaptureVerifierOptions } from "../../../src/conformance/capture/verification.ts";
import { loadRules } from "../../../src/conformance/vectors/index.ts";
import {
  type Credentials,
  type RequestToSign,
  type RsaSigningKey,
  type SharedSecrets,
  type SignOptions,
  sign,
} from "../../../src/oauth1/index.ts";
import { testKeyPair } from "../../keys/index.ts";

const privateKey = testKeyPair("rsa-2048").privateKey;

export const EXPECTED: ExpectedCredentials = {
  consumerKey: "shop",
  consumerSecret: "a very/secret & key",
  privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  publicKey: createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString(),
};

export const HMAC: Credentials & SharedSecrets = { ...pick(EXPECTED), signatureMethod: "HMAC-SHA1" };
export const RSA: Credentials & RsaSigningKey = {
  consumerKey: EXPECTED.consumerKey,
  privateKey: createPrivateKey(EXPECTED.privateKey),
  signatureMethod: "RSA-SHA256",
};

function pick({
  consumerKey,
  consumerSecret,
}: ExpectedCredentials): Pick<ExpectedCredentials, "consumerKey" | "consumerSecret"> {
  return { consumerKey, consumerSecret };
}

export const URL = "http://127.0.0.1:8080/pay?channel=a%20b";
export const AT = 1_700_000_000;
export const FORM = [
  ["amount", "10.42"],
  ["note", "two words & ü"],
] as const;

export function verifierOf(options: Partial<CaptureVerifierOptions> = {}): CaptureVerifier {
  return createCaptureVerifier({
    expected: EXPECTED,
    ruleOf: createRuleOf(loadRules()),
    showSignature: false,
    ...options,
  });
}

/** A request that is right, as it arrives. */
export function arrived(
  request: Partial<RequestToSign> = { form: FORM },
  options: SignOptions = {},
  credentials: Credentials = HMAC,
): IncomingRequest {
  const { method, url, headers, body } = sign({ method: "POST", url: URL, ...request }, credentials, {
    timestamp: AT,
    ...options,
  });
  return {
    number: 1,
    at: AT,
    method,
    url,
    headers: [["Host", "127.0.0.1:8080"], ...Object.entries(headers)],
    body: Buffer.from(body ?? ""),
  };
}
