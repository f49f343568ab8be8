/**
 * The inputs for which RSA signatures of node-forge (1.4) are evidence (RFC 5849 3.4.3; PKCS #1 v1.5, RFC 8017 8.2), as
 * named limits; a comment at each says what the package does outside of it. HMAC has no limits.
 */

import forge from "node-forge";
import type { Domain } from "./domain.ts";

/** A question to the RSA functions: a key, and the signature to verify, if any. */
export interface ForgeRsaQuestion {
  readonly hash: "SHA-1" | "SHA-256" | "SHA-512";
  readonly keyPem: string;
  readonly signatureBase64?: string;
}

const readableLabels: readonly string[] = [
  "PRIVATE KEY",
  "RSA PRIVATE KEY",
  "PUBLIC KEY",
  "RSA PUBLIC KEY",
  "CERTIFICATE",
];

/** RFC 8017 9.2: DigestInfo, eleven octets of padding and markers; in octets of modulus. */
const leastModulusOctets: Readonly<Record<ForgeRsaQuestion["hash"], number>> = {
  "SHA-1": 35 + 11,
  "SHA-256": 51 + 11,
  "SHA-512": 83 + 11,
};

/** The limits of RSA signatures. */
export const forgeRsaDomain: Domain<ForgeRsaQuestion> = {
  // Reads the first PEM block and ignores what follows.
  "key-not-one-pem-block": ({ keyPem }) => (keyPem.match(/-----BEGIN /g) ?? []).length !== 1,
  // Reads PKCS #1 and PKCS #8 private keys, PKCS #1 and SPKI public keys and certificates, by their PEM label.
  "key-label-unknown": ({ keyPem }) => !readableLabels.includes(pemLabel(keyPem) ?? ""),
  // Takes no passphrase and throws for an encrypted key.
  "key-encrypted": ({ keyPem }) =>
    pemLabel(keyPem) === "ENCRYPTED PRIVATE KEY" || /^Proc-Type:.*ENCRYPTED/m.test(keyPem),
  // Reads no other algorithm, and treats an RSA-PSS private key as a plain one.
  "key-not-rsa-encryption": ({ keyPem }) => isReadable(keyPem) && !namesRsaEncryption(keyPem),
  // Throws if the modulus is too short for the padded digest (RFC 8017 9.2 step 3).
  "modulus-too-short": ({ hash, keyPem }) => isReadable(keyPem) && modulusOctets(keyPem) < leastModulusOctets[hash],
  // Skips characters that are not base64 and bits that do not count, so several texts are one signature.
  "signature-not-canonical-base64": ({ signatureBase64 }) =>
    signatureBase64 !== undefined && forge.util.encode64(forge.util.decode64(signatureBase64)) !== signatureBase64,
};

function pemLabel(pem: string): string | undefined {
  return /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1];
}

/** The public part of a key in any form that forge reads. Throws for all other forms. */
export function forgePublicKey(pem: string): forge.pki.rsa.PublicKey {
  const label = pemLabel(pem);
  if (label === "CERTIFICATE") return forge.pki.certificateFromPem(pem).publicKey as forge.pki.rsa.PublicKey;
  if (label?.endsWith("PUBLIC KEY")) return forge.pki.publicKeyFromPem(pem);
  const { n, e } = forge.pki.privateKeyFromPem(pem);
  return forge.pki.setRsaPublicKey(n, e);
}

function isReadable(pem: string): boolean {
  try {
    return forge.pem.decode(pem).length > 0 && forge.asn1.fromDer(forge.pem.decode(pem)[0]?.body ?? "") !== undefined;
  } catch {
    return false;
  }
}

function namesRsaEncryption(pem: string): boolean {
  // PKCS #1 does not name an algorithm: the label does, and forge throws for other contents.
  if (pemLabel(pem)?.startsWith("RSA ")) return true;
  const oid = forge.asn1.oidToDer(forge.pki.oids.rsaEncryption ?? "").getBytes();
  // With the tag and the length in front, this is the OID and not equal octets in a modulus.
  return forge.pem.decode(pem)[0]?.body.includes(`\x06${String.fromCharCode(oid.length)}${oid}`) === true;
}

function modulusOctets(pem: string): number {
  try {
    return Math.ceil(forgePublicKey(pem).n.bitLength() / 8);
  } catch {
    // Not an RSA key at all: another limit excludes it.
    return Number.POSITIVE_INFINITY;
  }
}
