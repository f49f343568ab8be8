/** Test data for capture: credentials, a verifier, and requests as they arrive. */

import { createPublicKey } from "node:crypto";
import {
  type CaptureVerifier,
  createCaptureVerifier,
  type ExpectedCredentials,
  type IncomingRequest,
} from "../../../src/conformance/capture/index.ts";
import type { CaptureVerifierOptions } from "../../../src/conformance/capture/verification.ts";
import { testKeyPair } from "../../keys/index.ts";
import { NOW, type RequestParts, signedRequest, type TestCredentials } from "../../signed-request.ts";

const privateKey = testKeyPair("rsa-2048").privateKey;

export const EXPECTED: ExpectedCredentials = {
  consumerKey: "shop",
  consumerSecret: "a very/secret & key",
  privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  publicKey: createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString(),
};

export const HMAC: TestCredentials = { consumerKey: "shop", consumerSecret: "a very/secret & key" };
export const RSA: TestCredentials = { consumerKey: "shop", privateKey, signatureMethod: "RSA-SHA256" };

export const URL = "http://127.0.0.1:8080/pay?channel=a%20b";
export const AT: number = NOW;
export const FORM = [
  ["amount", "10.42"],
  ["note", "two words & ü"],
] as const;

export function verifierOf(options: Partial<CaptureVerifierOptions> = {}): CaptureVerifier {
  return createCaptureVerifier({
    expected: EXPECTED,
    showSignature: false,
    ...options,
  });
}

/** A request that is right, as it arrives; by default of {@link HMAC}. */
export function arrived(parts: RequestParts = { form: FORM }): IncomingRequest {
  const { method, url, headers, body } = signedRequest({ target: URL, credentials: HMAC, ...parts });
  return {
    number: 1,
    at: AT,
    method,
    url,
    headers: [["Host", "127.0.0.1:8080"], ...Object.entries(headers)],
    body: Buffer.from(body ?? ""),
  };
}

/** The captured request, and the verdict on it. */
export async function verified(verifier: CaptureVerifier, request: IncomingRequest) {
  const { verdict, diagnose } = await verifier.decide(request);
  return { verdict, captured: await diagnose() };
}
