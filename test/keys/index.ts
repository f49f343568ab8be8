/**
 * RSA keys for tests, which are public and must never be used for anything else. Making a key takes up to half a minute.
 */

import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A private key and its public key. */
export interface TestKeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** The names say how many bits the modulus has; `vectors-` are keys of clients in `vectors/verifier.json`. */
export type TestKeyName =
  | "rsa-361"
  | "rsa-489"
  | "rsa-512"
  | "rsa-744"
  | "rsa-745"
  | "rsa-752"
  | "rsa-1024"
  | "rsa-1024-other"
  | "rsa-2048"
  | "rsa-2048-other"
  | "rsa-4096"
  | "rsa-4104"
  | "rsa-pss-1024"
  | "rsa-pss-2048"
  | "vectors-2048"
  | "vectors-2048-other"
  | "vectors-4096";

/** Reads the pair of a key in this folder. */
export function testKeyPair(name: TestKeyName): TestKeyPair {
  const privateKey = createPrivateKey(readFileSync(join(import.meta.dirname, `${name}.pem`)));
  return { privateKey, publicKey: createPublicKey(privateKey) };
}
