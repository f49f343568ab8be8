/** Reads RSA keys (RFC 5849 3.4.3) from PEM, DER, JWK and KeyObject. */

import {
  decryptsKeys,
  isRsaKey,
  keyFacts,
  latin1Text,
  looseBase64Octets,
  parsePrivateKey,
  parsePublicKey,
  publicKeyOf,
  type RsaKey,
  rsaPartsMatch,
} from "../platform/index.ts";
import { kindOf, OAuth1Error } from "./errors.ts";

/** An RSA key: PEM text (or its octets), DER octets, a JWK, or a KeyObject. */
export type RsaKeyInput = string | Uint8Array | RsaJsonWebKey | RsaKey;

/**
 * An RSA key as JSON (RFC 7517 4, RFC 7518 6.3): `kty` is `"RSA"`, the numbers are in base64url. This type is defined
 * here, because Node.js has moved its own.
 */
export type RsaJsonWebKey = {
  readonly [member in "kty" | "n" | "e" | "d" | "p" | "q" | "dp" | "dq" | "qi"]?: string | undefined;
};

/** The largest key that OpenSSL uses. */
export const LARGEST_RSA_BITS = 16_384;

/**
 * Reads an RSA private key of up to 16,384 bits: PKCS#1 or PKCS#8 as PEM (also encrypted) or DER, JWK or KeyObject.
 *
 * @param passphrase - decrypts an encrypted key
 * @returns a KeyObject on Node.js
 * @throws {@link OAuth1Error} `key-unreadable`; `key-passphrase-wrong` for a wrong or missing passphrase, and in browsers
 * for every encrypted key;
 * `key-kind-mismatch` for a public key, a certificate or another algorithm; `key-too-large` for more bits; `key-too-costly`
 * for an encrypted key whose key derivation takes more than 10,000,000 iterations (of scrypt: cost × block size ×
 * parallelization)
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
export function readPrivateKey(input: RsaKeyInput, passphrase?: string): RsaKey {
  if (passphrase !== undefined && typeof passphrase !== "string") {
    throw new OAuth1Error("key-passphrase-wrong", `passphrase must be text, got ${kindOf(passphrase)}`);
  }
  const key = isRsaKey(input) ? input : parsedPrivateKey(input, passphrase);
  const { bits } = keyFacts(mustBeRsa("privateKey", "private", key));
  // Computing with more bits takes minutes.
  if (bits > LARGEST_RSA_BITS) {
    throw new OAuth1Error("key-too-large", `privateKey must have at most ${LARGEST_RSA_BITS} bits, got ${bits}`);
  }
  if (rsaPartsMatch(key)) return key;
  throw partsDiffer();
}

function partsDiffer(): OAuth1Error {
  return new OAuth1Error("key-unreadable", "privateKey must be an RSA key, got one whose parts do not belong together");
}

function parsedPrivateKey(input: Exclude<RsaKeyInput, RsaKey>, passphrase: string | undefined): RsaKey {
  const pem = pemText(input);
  if (pem !== undefined && /-----BEGIN (?:[A-Z]+ )?(?:PUBLIC KEY|CERTIFICATE)-----/.test(pem)) {
    throw new OAuth1Error("key-kind-mismatch", "privateKey must be a private key, got a public key or certificate");
  }
  const encoded = pem ?? input;
  return attempt("privateKey", encoded, passphrase, () => parsePrivateKey(encoded, passphrase));
}

/** The object identifiers of password-based encryption, at the beginning of an encrypted PKCS#8 key. */
const PASSWORD_BASED_OIDS = [
  "\x2a\x86\x48\x86\xf7\x0d\x01\x05", // 1.2.840.113549.1.5: PKCS#5
  "\x2a\x86\x48\x86\xf7\x0d\x01\x0c\x01", // 1.2.840.113549.1.12.1: PKCS#12
];
const ALGORITHM_OCTETS = 64;

/** Whether a key needs a passphrase. The errors of OpenSSL do not show this reliably. */
function isEncrypted(input: unknown): boolean {
  if (typeof input === "string") return /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type:.*ENCRYPTED/m.test(input);
  if (!(input instanceof Uint8Array)) return false;
  const algorithm = latin1Text(input.subarray(0, ALGORITHM_OCTETS));
  return PASSWORD_BASED_OIDS.some((oid) => algorithm.includes(oid));
}

/**
 * Reads an RSA public key of any size: SPKI or PKCS#1 as PEM or DER, an X.509 certificate as PEM, JWK or KeyObject. From
 * a private key it takes the public half.
 *
 * @returns a KeyObject on Node.js
 * @throws {@link OAuth1Error} `key-unreadable`; `key-kind-mismatch` for another algorithm
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
export function readPublicKey(input: RsaKeyInput): RsaKey {
  return mustBeRsa("publicKey", "public", isRsaKey(input) ? publicHalf(input) : parsedPublicKey(input));
}

function publicHalf(key: RsaKey): RsaKey {
  return keyFacts(key).type === "private" ? publicKeyOf(key) : key;
}

function parsedPublicKey(input: Exclude<RsaKeyInput, RsaKey>): RsaKey {
  const encoded = pemText(input) ?? input;
  return attempt("publicKey", encoded, undefined, () => parsePublicKey(encoded));
}

/** PEM as text, even if it was given as octets; `undefined` for everything else. */
function pemText(input: unknown): string | undefined {
  if (typeof input === "string") return input;
  if (!(input instanceof Uint8Array)) return undefined;
  const text = latin1Text(input);
  return text.includes("-----BEGIN ") ? text : undefined;
}

/** Runs a parser. It does not pass on the parser's error message, which may quote the key. */
function attempt(name: string, input: unknown, passphrase: string | undefined, parse: () => RsaKey): RsaKey {
  if (isEncrypted(input) && !decryptsKeys) throw notDecrypted(name, input);
  if (isEncrypted(input) && passphrase === undefined) {
    throw new OAuth1Error("key-passphrase-wrong", `${name} is encrypted, expected a passphrase, got none`);
  }
  if (passphrase !== undefined) checkDerivation(name, input);
  try {
    return parse();
  } catch {
    if (isEncrypted(input)) {
      throw new OAuth1Error("key-passphrase-wrong", `${name} cannot be decrypted with the given passphrase`);
    }
    // Newer versions of Node.js reject such a JWK, older ones read it.
    if (name === "privateKey" && isPrivateRsaJwk(input)) throw partsDiffer();
    throw new OAuth1Error(
      "key-unreadable",
      `${name} must be an RSA key as PEM, DER, JWK or KeyObject, got ${describe(input)}`,
    );
  }
}

/** Ten million iterations take seconds. OpenSSL uses 2048, and no program more than a million. */
const MOST_ITERATIONS = 10_000_000;

/** The object identifier of scrypt, 1.3.6.1.4.1.11591.4.11, whose work is the product of its first three numbers. */
const SCRYPT = "\x2b\x06\x01\x04\x01\xda\x47\x04\x0b";

/** Refuses a key that would occupy the process for hours: the file determines how often the passphrase is hashed. */
function checkDerivation(name: string, input: unknown): void {
  for (const der of encryptedIn(input)) {
    const text = latin1Text(der);
    if (!PASSWORD_BASED_OIDS.some((oid) => text.includes(oid))) continue;
    const isScrypt = text.includes(SCRYPT);
    const [first = Number.NaN, ...others] = integersIn(der).slice(0, isScrypt ? 3 : 1);
    const iterations = others.reduce((product, number) => product * number, first);
    // NaN, from an unreadable number, is refused too.
    if (iterations <= MOST_ITERATIONS) continue;
    const expected = `a key derivation of at most ${MOST_ITERATIONS} iterations`;
    throw new OAuth1Error("key-too-costly", `${name} must have ${expected}, got ${iterations || "none"}`);
  }
}

const ENCRYPTED_RE = /-----BEGIN ENCRYPTED PRIVATE KEY-----((?:(?!-----BEGIN )[\s\S])*?)-----END /g;

function encryptedIn(input: unknown): readonly Uint8Array[] {
  if (input instanceof Uint8Array) return [input];
  if (typeof input !== "string") return [];
  return [...input.matchAll(ENCRYPTED_RE)].map(([, body]) => looseBase64Octets(dataOf(body!)));
}

/** What OpenSSL decodes of a PEM block: the text after header lines, which end at an empty line. */
function dataOf(body: string): string {
  return body
    .trim()
    .split(/\n[ \t\r]*\n/)
    .at(-1)!;
}

/** The integers in DER, in their order, at any depth. */
function integersIn(der: Uint8Array): number[] {
  const found: number[] = [];
  for (let at = 0; at < der.length; ) {
    const tag = der[at]!;
    let length = der[at + 1] ?? 0;
    at += 2;
    if (length >= 0x80) {
      const end = at + (length & 0x7f);
      for (length = 0; at < end; at++) length = length * 256 + (der[at] ?? 0);
    }
    if ((tag & CONSTRUCTED) !== 0) continue;
    if (tag === INTEGER) found.push(der.subarray(at, at + length).reduce((number, octet) => number * 256 + octet, 0));
    at += length;
  }
  return found;
}

const INTEGER = 0x02;
const CONSTRUCTED = 0x20;

/** Whether a value has all members of a private RSA key as a JWK (RFC 7518 6.3). */
function isPrivateRsaJwk(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { kty, n, e, d, p, q, dp, dq, qi } = value as Readonly<Record<string, unknown>>;
  return kty === "RSA" && [n, e, d, p, q, dp, dq, qi].every((member) => typeof member === "string");
}

/** The error for an encrypted key in a browser, which cannot decrypt it. */
export function notDecrypted(name: string, input: unknown): OAuth1Error {
  const command = `openssl pkey ${typeof input === "string" ? "" : "-inform DER "}-in key.pem -out decrypted.pem`;
  return new OAuth1Error(
    "key-passphrase-wrong",
    `${name} is encrypted, and a browser cannot decrypt it; run: ${command}`,
  );
}

function describe(input: unknown): string {
  const openSsh = openSshCommand(input instanceof Uint8Array ? latin1Text(input) : input);
  if (openSsh !== undefined) return `a key in the format of OpenSSH; convert it with \`${openSsh}\``;
  if (typeof input === "string") {
    const label = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(input)?.[1];
    if (label === undefined) return "text without a PEM header";
    if (input.includes("\\n")) return `PEM (${label}) with backslash and n instead of line feeds`;
    return `damaged PEM (${label})`;
  }
  if (input instanceof Uint8Array) return `${input.length} octets that are not such a key`;
  return kindOf(input);
}

/** The command that converts a key in OpenSSH's own format, which only OpenSSH reads; `undefined` for any other text. */
function openSshCommand(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  if (text.includes("-----BEGIN OPENSSH PRIVATE KEY-----")) {
    return "cp FILE copy.pem && ssh-keygen -p -m PKCS8 -N '' -f copy.pem";
  }
  return /^\s*(?:ssh-|ecdsa-sha2-|sk-)[a-z0-9@.-]+ AAAA/.test(text) ? "ssh-keygen -e -m PKCS8 -f FILE" : undefined;
}

function mustBeRsa(name: string, expected: "private" | "public", key: RsaKey): RsaKey {
  const { type, algorithm } = keyFacts(key);
  if (type === expected && algorithm === "rsa") return key;
  const actual = [algorithm, type].filter(Boolean).join(" ");
  throw new OAuth1Error("key-kind-mismatch", `${name} must be an RSA ${expected} key, got a ${actual} key`);
}
