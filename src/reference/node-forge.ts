/**
 * node-forge as an independent reference for the signature methods: HMAC (RFC 5849 3.4.2) and RSASSA-PKCS1-v1_5
 * (3.4.3) with SHA-1 and, by the same construction, SHA-256 and SHA-512. Written in JavaScript throughout, it shares
 * no code with OpenSSL behind node:crypto. Where it may be believed is stated in `node-forge-domain.ts`.
 *
 * @module
 */

import forge from "node-forge";
import { forgePublicKey } from "./node-forge-domain.ts";

/** The hashes of the signature methods. */
export type ForgeHash = "SHA-1" | "SHA-256" | "SHA-512";

/** HMAC as base64. A key given as text is taken as UTF-8; the message always is. */
export function forgeHmac(hash: ForgeHash, key: Uint8Array | string, message: string): string {
  const hmac = forge.hmac.create();
  // forge takes a string for octets, one a character; without this "é" would be the one octet E9.
  const octets = typeof key === "string" ? forge.util.encodeUtf8(key) : forge.util.binary.raw.encode(key);
  hmac.start(createDigest(hash), octets);
  hmac.update(forge.util.encodeUtf8(message));
  return forge.util.encode64(hmac.digest().getBytes());
}

/** The digest of text (as UTF-8), as base64. */
export function forgeDigest(hash: ForgeHash, text: string): string {
  return forge.util.encode64(createDigest(hash).update(text, "utf8").digest().getBytes());
}

/** An RSA signature as base64; the key in PKCS #8 or PKCS #1 PEM. Throws for a key that forge does not read. */
export function forgeRsaSign(hash: ForgeHash, privateKeyPem: string, message: string): string {
  const digest = createDigest(hash).update(message, "utf8");
  return forge.util.encode64(forge.pki.privateKeyFromPem(privateKeyPem).sign(digest));
}

/** Whether this is the RSA signature of the message, with a public key, certificate or private key in PEM. */
export function forgeRsaVerify(
  hash: ForgeHash,
  publicOrPrivateKeyPem: string,
  message: string,
  signatureBase64: string,
): boolean {
  const key = forgePublicKey(publicOrPrivateKeyPem);
  const digest = createDigest(hash).update(message, "utf8").digest().getBytes();
  try {
    return key.verify(digest, forge.util.decode64(signatureBase64));
  } catch {
    // forge throws for a wrong length or padding: for a verifier that is the answer no.
    return false;
  }
}

function createDigest(hash: ForgeHash): forge.md.MessageDigest {
  switch (hash) {
    case "SHA-1":
      return forge.md.sha1.create();
    case "SHA-256":
      return forge.md.sha256.create();
    case "SHA-512":
      return forge.md.sha512.create();
  }
}
