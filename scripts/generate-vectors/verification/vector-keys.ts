/** The keys that the clients of the vectors refer to by name. */

import { createPublicKey } from "node:crypto";
import type { Credentials } from "../../../src/conformance/cases/valid-requests.ts";
import { RIVAL, type RsaKeyName, type VectorClient } from "../../../src/conformance/cases/vector-clients.ts";
import type { VerificationKeyEntry } from "../../../src/conformance/vectors/index.ts";
import { RSA_1024, RSA_2048, RSA_2048_CERTIFICATE, RSA_2048_OTHER, RSA_4096 } from "../test-keys.ts";

interface RsaKeyPair {
  readonly privateKey: string;
  /** The key in the form that the server has. */
  readonly publicKey: string;
}

const { n: MODULUS = "" } = createPublicKey(RSA_2048).export({ format: "jwk" });
const EXPONENT_ONE = createPublicKey({ key: { kty: "RSA", n: MODULUS, e: "AQ" }, format: "jwk" });

const RSA_KEYS: Readonly<Record<RsaKeyName, RsaKeyPair>> = {
  "2048": pairOf(RSA_2048),
  "2048-pkcs1": { privateKey: RSA_2048, publicKey: publicPem(RSA_2048, "pkcs1") },
  "2048-certificate": { privateKey: RSA_2048, publicKey: RSA_2048_CERTIFICATE },
  "2048-exponent-1": {
    privateKey: RSA_2048,
    publicKey: EXPONENT_ONE.export({ type: "spki", format: "pem" }).toString(),
  },
  "2048-other": pairOf(RSA_2048_OTHER),
  "1024": pairOf(RSA_1024),
  "4096": pairOf(RSA_4096),
};

function pairOf(privateKey: string): RsaKeyPair {
  return { privateKey, publicKey: publicPem(privateKey, "spki") };
}

function publicPem(privateKey: string, type: "spki" | "pkcs1"): string {
  return createPublicKey(privateKey).export({ type, format: "pem" }).toString();
}

/** The credentials that a client of the vectors uses. */
export function credentialsOf({ rsaKey, ...secrets }: VectorClient): Credentials {
  return { ...secrets, ...(rsaKey && RSA_KEYS[rsaKey]), other: RIVAL };
}

/** The credentials that the server has registered for a client. */
export function registrationOf(client: VectorClient): VerificationKeyEntry {
  const { consumerKey, consumerSecret = "", token, tokenSecret, rsaKey, isRsaKeySecret = false } = client;
  const publicKey = rsaKey && RSA_KEYS[rsaKey].publicKey;
  if (publicKey !== undefined && isRsaKeySecret) return { consumerKey, consumerSecret: publicKey };
  const own = publicKey === undefined ? { consumerSecret } : { publicKey };
  return {
    consumerKey,
    ...own,
    ...(token !== undefined && { token }),
    ...(tokenSecret !== undefined && { tokenSecret }),
  };
}
