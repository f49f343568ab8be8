/** RSA keys for the tests, made anew in each run, and the containers they come in. */

import type { KeyObject } from "node:crypto";
import forge from "node-forge";
import { type TestKeyPair, testKeyPair } from "../keys/index.ts";

export const PASSPHRASE = "correct horse battery";

/** Large enough for every method. */
export const pair: TestKeyPair = testKeyPair("rsa-1024");

export function pem(key: KeyObject, type: "pkcs1" | "pkcs8" | "spki", passphrase?: string): string {
  if (key.type === "public") return key.export({ type: type as "spki", format: "pem" }).toString();
  const encrypted = passphrase === undefined ? {} : { cipher: "aes-256-cbc", passphrase };
  return key.export({ type: type as "pkcs8", format: "pem", ...encrypted }).toString();
}

export function der(key: KeyObject, type: "pkcs1" | "pkcs8" | "spki", passphrase?: string): Buffer {
  if (key.type === "public") return key.export({ type: type as "spki", format: "der" });
  const encrypted = passphrase === undefined ? {} : { cipher: "aes-256-cbc", passphrase };
  return key.export({ type: type as "pkcs8", format: "der", ...encrypted });
}

/** A self-signed certificate for the pair, in PEM. */
export function certificate(): string {
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.publicKeyFromPem(pem(pair.publicKey, "spki"));
  made.serialNumber = "01";
  made.validity.notBefore = new Date(0);
  made.validity.notAfter = new Date(4e12);
  made.setSubject([{ name: "commonName", value: "merchant" }]);
  made.setIssuer([{ name: "commonName", value: "merchant" }]);
  made.sign(forge.pki.privateKeyFromPem(pem(pair.privateKey, "pkcs1")), forge.md.sha256.create());
  return forge.pki.certificateToPem(made);
}

/** Parts of the private key. None may occur in a message. */
export function secretPieces(key: string): string[] {
  return key.split(/\r?\n|\\n/).filter((line) => line.length > 10 && !line.includes("---"));
}
