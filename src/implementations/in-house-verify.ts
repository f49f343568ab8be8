/**
 * The verifier of this package, as an implementation under test: one request, one key, a clock, a nonce known or not.
 *
 * @module
 */

import { SIGNATURE_METHODS } from "../oauth1/index.ts";
import type { StageValues, VectorInput } from "../suite/index.ts";
import { createVerifier, type StoredKey } from "../verifier/index.ts";

/** The operation `verify`. The credentials are those of the client and the token that the request names. */
export async function verifyReceived({ received, credentials, now = 0, seen }: VectorInput): Promise<StageValues> {
  const { method = "", url = "", headers = [], body = "" } = received ?? {};
  const { consumerSecret, tokenSecret, publicKey } = credentials ?? {};
  const key: StoredKey =
    publicKey === undefined ? { consumerSecret: consumerSecret ?? "", tokenSecret } : { publicKey };
  const verifier = createVerifier({
    credentials: () => key,
    nonceStore: { claim: () => (seen ? "used" : "fresh") },
    signatureMethods: SIGNATURE_METHODS,
    now: () => now,
  });
  const octets = new Uint8Array(Buffer.from(body, "base64"));
  const { ok } = await verifier.verify({ method, url, headers, body: octets, secure: url.startsWith("https:") });
  return { valid: ok };
}
