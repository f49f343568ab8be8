/**
 * The verifier of this package, as an implementation under test: one request, one key, a clock, a nonce known or not.
 *
 * @module
 */

import { SIGNATURE_METHODS } from "../../oauth1/index.ts";
import { createVerifier, type StoredKey } from "../../verifier/index.ts";
import type { InputOf, StageValues } from "../vectors/index.ts";

/** The operation `verify`. The credentials are those of the client and the token that the request names. */
export async function verifyReceived(input: InputOf<"verify">): Promise<StageValues> {
  const { received, credentials, now, seen } = input;
  const key: StoredKey = credentials;
  const verifier = createVerifier({
    credentials: () => key,
    nonceStore: { claim: () => (seen ? "used" : "fresh") },
    signatureMethods: SIGNATURE_METHODS,
    now: () => now,
  });
  const { accepted } = await verifier.verify({ ...received, secure: received.url.startsWith("https:") });
  return { valid: accepted };
}
