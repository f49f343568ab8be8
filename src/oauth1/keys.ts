/**
 * RSA keys in every usual container (RFC 5849 3.4.3).
 *
 * @module
 */

import { createPrivateKey, createPublicKey, KeyObject, sign, verify } from "node:crypto";
import { kindOf, OAuth1Error } from "./errors.ts";

/** An RSA key: PEM text (or its octets), DER octets, a JWK, or a KeyObject. */
export type RsaKeyInput = string | Uint8Array | RsaJsonWebKey | KeyObject;

/**
 * An RSA key as JSON (RFC 7517 4, RFC 7518 6.3): `kty` is `"RSA"`, the numbers are base64url. Written out here, since the
 * types of Node have had it in several places.
 */
export type RsaJsonWebKey = {
  readonly [member in "kty" | "n" | "e" | "d" | "p" | "q" | "dp" | "dq" | "qi"]?: string | undefined;
};

/**
 * Reads an RSA private key: PKCS#1 or PKCS#8 PEM, encrypted or not, DER of either, JWK or KeyObject; any size.
 *
 * @throws {@link OAuth1Error} `key-unreadable`, `key-passphrase-wrong` (also for none where one is needed),
 * `key-kind-mismatch` for a public key, a certificate or another algorithm
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from "node:crypto";
 * import { readPrivateKey } from "countersign/oauth1";
 *
 * const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
 * const pem = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "hunter2" });
 * readPrivateKey(pem, "hunter2").asymmetricKeyDetails?.modulusLength; // => 2048
 * ```
 */
export function readPrivateKey(input: RsaKeyInput, passphrase?: string): KeyObject {
  if (passphrase !== undefined && typeof passphrase !== "string") {
    throw new OAuth1Error("key-passphrase-wrong", `passphrase must be text, got ${kindOf(passphrase)}`);
  }
  const key = input instanceof KeyObject ? input : parsePrivateKey(input, passphrase);
  return mustSign(mustBeRsa("privateKey", "private", key));
}

/** A key whose parts do not belong together signs what nobody accepts, so it signs once and its other half looks. */
function mustSign(key: KeyObject): KeyObject {
  const probe = Buffer.from("countersign");
  let isRight = false;
  try {
    // Not SHA-1: hardened systems refuse to sign with it at all.
    isRight = verify("sha256", probe, createPublicKey(key), sign("sha256", probe, key));
  } catch {
    // Told below: a damaged key fails in ways of its own.
  }
  if (isRight) return key;
  throw new OAuth1Error("key-unreadable", "privateKey must be an RSA key, got one whose parts do not belong together");
}

function parsePrivateKey(input: Exclude<RsaKeyInput, KeyObject>, passphrase: string | undefined): KeyObject {
  const secret = passphrase === undefined ? {} : { passphrase };
  const pem = pemText(input);
  if (pem !== undefined) {
    if (/-----BEGIN (?:[A-Z]+ )?(?:PUBLIC KEY|CERTIFICATE)-----/.test(pem)) {
      throw new OAuth1Error("key-kind-mismatch", "privateKey must be a private key, got a public key or certificate");
    }
    return attempt("privateKey", pem, passphrase, () => createPrivateKey({ key: pem, format: "pem", ...secret }));
  }
  if (!(input instanceof Uint8Array)) {
    return attempt("privateKey", input, passphrase, () =>
      createPrivateKey({ key: input as Record<string, string>, format: "jwk" }),
    );
  }
  const der = Buffer.from(input);
  return attempt("privateKey", der, passphrase, () => {
    try {
      return createPrivateKey({ key: der, format: "der", type: "pkcs8", ...secret });
    } catch {
      return createPrivateKey({ key: der, format: "der", type: "pkcs1" });
    }
  });
}

const PASSWORD_BASED = [
  Buffer.from("2a864886f70d0105", "hex"), // 1.2.840.113549.1.5: PKCS#5
  Buffer.from("2a864886f70d010c01", "hex"), // 1.2.840.113549.1.12.1: PKCS#12
];
/** The algorithm of a PKCS#8 file stands at its beginning. */
const HEAD_OCTETS = 64;

/** Whether a key needs a passphrase, by what it says of itself and not by how OpenSSL fails. */
function isEncrypted(input: unknown): boolean {
  if (typeof input === "string") return /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type:.*ENCRYPTED/m.test(input);
  if (!(input instanceof Uint8Array)) return false;
  const head = Buffer.from(input.subarray(0, HEAD_OCTETS));
  return PASSWORD_BASED.some((oid) => head.includes(oid));
}

/**
 * Reads an RSA public key: SPKI or PKCS#1 PEM or DER, an X.509 certificate in PEM, JWK or KeyObject; any size. The
 * public half of a private key is taken where that is what came.
 *
 * @throws {@link OAuth1Error} `key-unreadable`, `key-kind-mismatch`
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from "node:crypto";
 * import { readPublicKey } from "countersign/oauth1";
 *
 * const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
 * readPublicKey(publicKey.export({ type: "spki", format: "pem" })).type; // => "public"
 * ```
 */
export function readPublicKey(input: RsaKeyInput): KeyObject {
  if (input instanceof KeyObject) {
    return mustBeRsa("publicKey", "public", input.type === "private" ? createPublicKey(input) : input);
  }
  return mustBeRsa("publicKey", "public", parsePublicKey(input));
}

function parsePublicKey(input: Exclude<RsaKeyInput, KeyObject>): KeyObject {
  const pem = pemText(input);
  if (pem !== undefined) return attempt("publicKey", pem, undefined, () => createPublicKey(pem));
  return attempt("publicKey", input, undefined, () => {
    if (!(input instanceof Uint8Array)) return createPublicKey({ key: input as Record<string, string>, format: "jwk" });
    const der = Buffer.from(input);
    try {
      return createPublicKey({ key: der, format: "der", type: "spki" });
    } catch {
      return createPublicKey({ key: der, format: "der", type: "pkcs1" });
    }
  });
}

/** PEM as text, also where it came as octets; `undefined` for DER, JWK and the rest. */
function pemText(input: unknown): string | undefined {
  if (typeof input === "string") return input;
  if (!(input instanceof Uint8Array)) return undefined;
  const text = Buffer.from(input).toString("latin1");
  return text.includes("-----BEGIN ") ? text : undefined;
}

/** Runs a parser; what went wrong is told without the library's message, which could quote the input. */
function attempt(name: string, input: unknown, passphrase: string | undefined, parse: () => KeyObject): KeyObject {
  if (isEncrypted(input) && passphrase === undefined) {
    throw new OAuth1Error("key-passphrase-wrong", `${name} is encrypted, expected a passphrase, got none`);
  }
  try {
    return parse();
  } catch {
    if (isEncrypted(input)) {
      throw new OAuth1Error("key-passphrase-wrong", `${name} does not open with the passphrase that was given`);
    }
    throw new OAuth1Error(
      "key-unreadable",
      `${name} must be an RSA key as PEM, DER, JWK or KeyObject, got ${describe(input)}`,
    );
  }
}

function describe(input: unknown): string {
  if (typeof input === "string") {
    const label = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(input)?.[1];
    if (label === undefined) return "text without a PEM header";
    if (input.includes("\\n")) return `PEM (${label}) with a backslash and n where line feeds belong`;
    return `damaged PEM (${label})`;
  }
  if (input instanceof Uint8Array) return `${input.length} octets that are no such key`;
  return kindOf(input);
}

function mustBeRsa(name: string, type: "private" | "public", key: KeyObject): KeyObject {
  if (key.type !== type || key.asymmetricKeyType !== "rsa") {
    throw new OAuth1Error(
      "key-kind-mismatch",
      `${name} must be an RSA ${type} key, got a ${[key.asymmetricKeyType, key.type].filter(Boolean).join(" ")} key`,
    );
  }
  return key;
}
