/**
 * The npm package node-forge, as a reference for HMAC (RFC 5849 3.4.2) and RSASSA-PKCS1-v1_5 (3.4.3). Written in
 * JavaScript throughout, it shares no code with OpenSSL behind node:crypto.
 *
 * It knows nothing of requests: where an input has no base string, it signs the one of the model, and only the signature
 * is compared.
 *
 * @module
 */

import { createPublicKey } from "node:crypto";
import forge from "node-forge";
import OAuth from "oauth-1.0a";
import { trace } from "../../model/index.ts";
import type { Implementation } from "../drivers/index.ts";
import {
  type AnyCredentials,
  type AnyInput,
  type InputOf,
  isOfRsa,
  type RequestInput,
  type Secrets,
  type SigningMethod,
  signingInput,
} from "../vectors/index.ts";
import { outsideDomain } from "./domain.ts";
import { type ForgeRsaQuestion, forgePublicKey, forgeRsaDomain } from "./node-forge-domain.ts";
import { packageVersion } from "./package-version.ts";

type Hash = ForgeRsaQuestion["hash"];

/** Answers for every method but PLAINTEXT, with the keys that it reads. */
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
    const { signatureMethod, signature, credentials }: AnyInput = input;
    if (signatureMethod === "PLAINTEXT") return "plaintext-is-no-cryptography";
    const { privateKey, publicKey }: AnyCredentials = credentials ?? {};
    const keyPem = privateKey ?? publicKey;
    if (keyPem === undefined || signatureMethod === undefined) return undefined;
    if (bitsOf(keyPem) > QUICK_BITS) return "modulus-long";
    const question = { hash: hashOf(signatureMethod), keyPem };
    return outsideDomain(
      forgeRsaDomain,
      signature === undefined ? question : { ...question, signatureBase64: signature },
    );
  },
};

/** A longer key takes plain JavaScript the better part of a second for each signature. */
const QUICK_BITS = 2048;

function bitsOf(pem: string): number {
  return createPublicKey(pem).asymmetricKeyDetails?.modulusLength ?? 0;
}

/** The signature over a base string, in base64; for PLAINTEXT the key text itself. */
export function forgeSignature(input: SigningMethod, baseString: string): string {
  const hash = hashOf(input.signatureMethod);
  if (isOfRsa(input)) {
    const key = forge.pki.privateKeyFromPem(input.credentials.privateKey);
    return forge.util.encode64(key.sign(createDigest(hash).update(baseString, "utf8")));
  }
  const key = keyText(input.credentials);
  return input.signatureMethod === "PLAINTEXT" ? key : forgeHmac(hash, key, baseString);
}

function forgeHmac(hash: Hash, key: string, message: string): string {
  const hmac = forge.hmac.create();
  // forge takes a string for octets, one a character; without this "é" would be the one octet E9.
  hmac.start(createDigest(hash), forge.util.encodeUtf8(key));
  hmac.update(forge.util.encodeUtf8(message));
  return forge.util.encode64(hmac.digest().getBytes());
}

/** Both secrets, encoded and joined by the other reference, so that nothing on the way to a signature is ours. */
function keyText({ consumerSecret, tokenSecret = "" }: Secrets): string {
  const oauth = new OAuth({ consumer: { key: "", secret: consumerSecret }, hash_function: () => "" });
  return oauth.getSigningKey(tokenSecret);
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
    // forge throws for a wrong length or padding: for a verifier that is the answer no.
    return false;
  }
}

function baseStringOf(input: RequestInput): string {
  return trace(signingInput(input)).baseString;
}

/** "RSA-SHA256" has "SHA-256". */
function hashOf(signatureMethod: string): Hash {
  return signatureMethod.replace(/^.*-SHA/, "SHA-") as Hash;
}

function createDigest(hash: Hash): forge.md.MessageDigest {
  switch (hash) {
    case "SHA-1":
      return forge.md.sha1.create();
    case "SHA-256":
      return forge.md.sha256.create();
    case "SHA-512":
      return forge.md.sha512.create();
  }
}
