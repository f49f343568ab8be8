/**
 * The npm package node-forge, as a reference for HMAC (RFC 5849 3.4.2) and RSASSA-PKCS1-v1_5 (3.4.3). It is written in
 * JavaScript and shares no code with OpenSSL, which node:crypto uses.
 *
 * It does not know requests: for an input without a base string it signs the base string of the model, and only the
 * signature is compared.
 */

import { createPublicKey } from "node:crypto";
import forge from "node-forge";
import OAuth from "oauth-1.0a";
import { trace } from "../../model/index.ts";
import type { Implementation } from "../drivers/index.ts";
import {
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
    const { signatureMethod, signature, credentials }: AnyInput = input;
    if (signatureMethod === "PLAINTEXT") return "plaintext-is-no-cryptography";
    const keyPem = credentials?.privateKey ?? credentials?.publicKey;
    if (keyPem === undefined || signatureMethod === undefined) return undefined;
    if (bitsOf(keyPem) > QUICK_BITS) return "modulus-long";
    const question = { hash: hashOf(signatureMethod), keyPem };
    return outsideDomain(forgeRsaDomain, {
      ...question,
      ...(signature !== undefined && { signatureBase64: signature }),
    });
  },
};

/** A signature with a longer key takes JavaScript almost a second. */
const QUICK_BITS = 2048;

function bitsOf(pem: string): number {
  return createPublicKey(pem).asymmetricKeyDetails?.modulusLength ?? 0;
}

/** The signature of a base string, in base64; for PLAINTEXT the signing key. */
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
  // forge reads each character of a string as one octet: without this, "é" would be the octet E9.
  hmac.start(createDigest(hash), forge.util.encodeUtf8(key));
  hmac.update(forge.util.encodeUtf8(message));
  return forge.util.encode64(hmac.digest().getBytes());
}

/** Both secrets, encoded and joined by the other reference: no step of the signature uses code of this package. */
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
    // forge throws for a wrong length or padding: the signature is not valid.
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

const DIGESTS = { "SHA-1": forge.md.sha1, "SHA-256": forge.md.sha256, "SHA-512": forge.md.sha512 } as const;

function createDigest(hash: Hash): forge.md.MessageDigest {
  return DIGESTS[hash].create();
}
