/**
 * Where node-forge (1.4) can be asked for RSA signatures (RFC 5849 3.4.3; PKCS #1 v1.5, RFC 8017 8.2), as named
 * limits. HMAC has none: any octets as key, any well-formed text as message.
 *
 * @module
 */

import forge from "node-forge";
import type { DomainLimit } from "./domain.ts";

/** One question to the RSA functions: a key, and the signature when it is to be verified. */
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
export const forgeRsaDomain: readonly DomainLimit<ForgeRsaQuestion>[] = [
  {
    name: "key-not-one-pem-block",
    reason: "reads the first PEM block and ignores what follows",
    outside: ({ keyPem }) => (keyPem.match(/-----BEGIN /g) ?? []).length !== 1,
  },
  {
    name: "key-label-unknown",
    reason: "reads PKCS #1 and PKCS #8 private keys, PKCS #1 and SPKI public keys and certificates, by their PEM label",
    outside: ({ keyPem }) => !readableLabels.includes(pemLabel(keyPem) ?? ""),
  },
  {
    name: "key-encrypted",
    reason: "asks for no passphrase and throws for an encrypted key",
    outside: ({ keyPem }) => pemLabel(keyPem) === "ENCRYPTED PRIVATE KEY" || /^Proc-Type:.*ENCRYPTED/m.test(keyPem),
  },
  {
    name: "key-not-rsa-encryption",
    reason: "reads no other algorithm, and takes an RSA-PSS private key for a plain one",
    outside: ({ keyPem }) => isReadable(keyPem) && !namesRsaEncryption(keyPem),
  },
  {
    name: "modulus-too-short",
    reason: "throws where the modulus has no room for the padded digest (RFC 8017 9.2 step 3)",
    outside: ({ hash, keyPem }) => isReadable(keyPem) && modulusOctets(keyPem) < leastModulusOctets[hash],
  },
  {
    name: "signature-not-canonical-base64",
    reason: "skips characters that are not base64 and bits that do not count, so several texts are one signature",
    outside: ({ signatureBase64 }) =>
      signatureBase64 !== undefined && forge.util.encode64(forge.util.decode64(signatureBase64)) !== signatureBase64,
  },
];

/** The label of the first PEM block. */
function pemLabel(pem: string): string | undefined {
  return /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1];
}

/** The public part of any key form that forge reads; throws for every other. */
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
  // PKCS #1 has no place for an algorithm: the label is the statement, and forge throws for other contents.
  if (pemLabel(pem)?.startsWith("RSA ")) return true;
  const oid = forge.asn1.oidToDer(forge.pki.oids.rsaEncryption ?? "").getBytes();
  // The tag and length before it make this the OID itself and not octets of a modulus that happen to agree.
  return forge.pem.decode(pem)[0]?.body.includes(`\x06${String.fromCharCode(oid.length)}${oid}`) === true;
}

function modulusOctets(pem: string): number {
  try {
    return Math.ceil(forgePublicKey(pem).n.bitLength() / 8);
  } catch {
    // Not an RSA key at all: another limit's business.
    return Number.POSITIVE_INFINITY;
  }
}
