/**
 * The npm package node-forge, as a reference for HMAC (RFC 5849 3.4.2) and RSASSA-PKCS1-v1_5 (3.4.3). It is written in
 * JavaScript and shares no code with OpenSSL, which node:crypto uses.
 *
 * node-forge does not handle requests: for an input without a base string, the base string of the model is signed, and only
 * the signature is compared.
 */

import { createPublicKey } from "node:crypto";
import forge from "node-forge";
import OAuth from "oauth-1.0a";
import type { HashAlgorithm } from "../../spec/signature-methods.ts";
import type { Implementation } from "../drivers/index.ts";
import {
  type AnyInput,
  computedStages,
  type InputOf,
  isHttpUrl,
  isOfRsa,
  type RequestInput,
  type SigningMethod,
} from "../vectors/index.ts";
import { type Domain, outsideDomain } from "./domain.ts";
import { packageVersion } from "./package-version.ts";

/** Answers for all methods except PLAINTEXT, inside its domain. */
export const nodeForge: Implementation = {
  about: { name: "node-forge", version: packageVersion("node-forge"), language: "JavaScript" },
  operations: {
    "body-hash": ({ body, hash }) => ({
      "body-hash": forge.util.encode64(createDigest(hash).update(body, "utf8").digest().getBytes()),
    }),
    signature: (input) => ({ signature: forgeSignature(input, input.baseString ?? "") }),
    sign: (input) => ({ signature: forgeSignature(input, baseStringOf(input)) }),
    "sign-exactly": (input) => ({ signature: forgeSignature(input, baseStringOf(input)) }),
    "verify-signature": (input) => ({ valid: isRight(input) }),
  },
  outside(input) {
    const { signatureMethod, signature, credentials, request }: AnyInput = input;
    if (request !== undefined && !isHttpUrl(request.url)) return "request-without-base-string";
    if (signatureMethod === "PLAINTEXT") return "plaintext-is-no-cryptography";
    const keyPem = credentials?.privateKey ?? credentials?.publicKey;
    if (keyPem === undefined || signatureMethod === undefined) return undefined;
    const { modulusLength = 0 } = createPublicKey(keyPem).asymmetricKeyDetails ?? {};
    if (modulusLength > QUICK_BITS) return "modulus-long";
    return outsideDomain(forgeRsaDomain, { hash: hashOf(signatureMethod), keyPem, signatureBase64: signature });
  },
};

/** A signature with a longer key takes JavaScript almost a second. */
const QUICK_BITS = 2048;

/** The signature of a base string, in base64; for PLAINTEXT the signing key. */
export function forgeSignature(input: SigningMethod, baseString: string): string {
  const hash = hashOf(input.signatureMethod);
  if (isOfRsa(input)) {
    const key = forge.pki.privateKeyFromPem(input.credentials.privateKey);
    return forge.util.encode64(key.sign(createDigest(hash).update(baseString, "utf8")));
  }
  const { consumerSecret, tokenSecret = "" } = input.credentials;
  // The other reference encodes and joins both secrets: no step of the signature uses code of this package.
  const oauth = new OAuth({ consumer: { key: "", secret: consumerSecret }, hash_function: () => "" });
  const key = oauth.getSigningKey(tokenSecret);
  if (input.signatureMethod === "PLAINTEXT") return key;
  const hmac = forge.hmac.create();
  // forge reads each character of a string as one octet: without this, "é" would be the octet E9.
  hmac.start(createDigest(hash), forge.util.encodeUtf8(key));
  hmac.update(forge.util.encodeUtf8(baseString));
  return forge.util.encode64(hmac.digest().getBytes());
}

function isRight(input: InputOf<"verify-signature">): boolean {
  const { signature } = input;
  const baseString = "baseString" in input ? input.baseString : baseStringOf(input);
  if (!isOfRsa(input)) return forgeSignature(input, baseString) === signature;
  const key = forgePublicKey(input.credentials.publicKey);
  const digest = createDigest(hashOf(input.signatureMethod)).update(baseString, "utf8").digest().getBytes();
  try {
    return key.verify(digest, forge.util.decode64(signature));
  } catch {
    // forge throws for a wrong length or padding: the signature is not valid.
    return false;
  }
}

function baseStringOf(input: RequestInput): string {
  return String(computedStages(input)["base-string"]);
}

/** Returns "SHA-256" for "RSA-SHA256". */
function hashOf(signatureMethod: string): HashAlgorithm {
  return signatureMethod.replace(/^.*-SHA/, "SHA-") as HashAlgorithm;
}

function createDigest(hash: HashAlgorithm): forge.md.MessageDigest {
  return forge.md.algorithms[hash.replace("-", "").toLowerCase() as keyof typeof forge.md.algorithms].create();
}

/** A question to the RSA functions: a key, and the signature to verify, if any. */
export interface ForgeRsaQuestion {
  readonly hash: HashAlgorithm;
  readonly keyPem: string;
  readonly signatureBase64?: string | undefined;
}

const readableLabels = ["PRIVATE KEY", "RSA PRIVATE KEY", "PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE"];

/** RFC 8017 9.2: DigestInfo, eleven octets of padding and markers; in octets of modulus. */
function leastModulusOctets(hash: HashAlgorithm): number {
  return (hash === "SHA-1" ? 15 : 19) + createDigest(hash).digest().length() + 11;
}

/**
 * The inputs for which RSA signatures of node-forge (1.4) are evidence (RFC 5849 3.4.3; PKCS #1 v1.5, RFC 8017 8.2), as
 * named limits; a comment at each describes what the package does outside of it. HMAC has no limits.
 */
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
  "modulus-too-short": ({ hash, keyPem }) => isReadable(keyPem) && modulusOctets(keyPem) < leastModulusOctets(hash),
  // Skips characters that are not base64 and bits that do not count, so several texts are one signature.
  "signature-not-canonical-base64": ({ signatureBase64 }) =>
    signatureBase64 !== undefined && forge.util.encode64(forge.util.decode64(signatureBase64)) !== signatureBase64,
};

function pemLabel(pem: string): string | undefined {
  return /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1];
}

/** The public part of a key in any form that forge reads. Throws for all other forms. */
function forgePublicKey(pem: string): forge.pki.rsa.PublicKey {
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
  // The tag and the length in front distinguish the OID from equal octets in a modulus.
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
