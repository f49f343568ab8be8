/**
 * What an RSA signature says without the private key: the public key gives back what was signed.
 *
 * @module
 */

import { isUtf8 } from "node:buffer";
import { constants, createHash, createHmac, createPublicKey, type KeyObject, publicDecrypt, verify } from "node:crypto";
import { hashOf, type SignatureMethod } from "../model/index.ts";

/** One way to understand a signature. */
export interface Recovered {
  /** Ids of the faults that the signature itself shows, whatever was signed. */
  readonly faults: readonly string[];
  /** Whether it signs a base string, with these faults. */
  readonly signs: (baseString: string) => boolean;
}

/** Names of the hashes by the beginning of their DigestInfo (RFC 8017 9.2, note 1). */
const DIGEST_INFOS: readonly (readonly [hash: string, prefix: string])[] = [
  ["sha1", "3021300906052b0e03021a05000414"],
  ["sha256", "3031300d060960864801650304020105000420"],
  ["sha512", "3051300d060960864801650304020305000440"],
  ["sha384", "3041300d060960864801650304020205000430"],
  ["sha224", "302d300d06096086480165030402040500041c"],
  ["md5", "3020300c06082a864886f70d020505000410"],
];

const HASHES = ["sha1", "sha256", "sha512"];

/**
 * Reads a signature with a public key: once, however many base strings are tried on it.
 *
 * @param signature as the server decodes it from the request
 * @param keys the public key; beside it the private one names what no public key can
 * @returns the ways to understand it, the right one first; none where the key opens nothing: another key signed, or none
 * @throws Error for a key that is no RSA public key
 */
export function recover(
  signature: string,
  signatureMethod: Exclude<SignatureMethod, "PLAINTEXT">,
  { publicKey, privateKey }: { readonly publicKey: string; readonly privateKey?: string | undefined },
): Recovered[] {
  const key = createPublicKey(publicKey);
  if (key.asymmetricKeyType !== "rsa") {
    throw new Error(`expected an RSA public key, got one of type ${key.asymmetricKeyType}`);
  }
  const size = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
  for (const { faults, decode } of SPELLINGS) {
    const octets = decode(signature);
    if (octets?.length !== size) continue;
    const opened = open(octets, key, hashOf(signatureMethod));
    if (opened.length > 0) return opened.map((one) => ({ ...one, faults: [...faults, ...one.faults] }));
  }
  if (isDecodedText(exactly(signature, "base64"))) return [{ faults: ["digest-through-text"], signs: () => true }];
  return privateKey === undefined ? [] : hmacWithPem(signature, privateKey, hashOf(signatureMethod));
}

/** HMAC under the name of an RSA method, its secret the text of the private key. */
function hmacWithPem(signature: string, privateKey: string, hash: string): Recovered[] {
  const pem = privateKey.trimEnd();
  const texts = [privateKey, pem, `${pem}\n`].flatMap((text) => [text, encodeURIComponent(text)]);
  const secrets = [...new Set(texts.flatMap((text) => [text, `${text}&`]))];
  const isSigned = ({ decode }: (typeof SPELLINGS)[number], digest: Buffer): boolean =>
    decode(signature)?.equals(digest) ?? false;
  return SPELLINGS.map((spelling) => ({
    faults: ["rsa-key-used-as-hmac-secret", ...spelling.faults],
    signs: (baseString) =>
      secrets.some((secret) => isSigned(spelling, createHmac(hash, secret).update(baseString).digest())),
  }));
}

/**
 * Octets that are UTF-8 and hold replacement characters: no random octets of this length are that, so a text decoder made
 * them. What was signed is lost with them; any base string may be it.
 */
function isDecodedText(octets: Buffer | undefined): boolean {
  if (octets === undefined) return false;
  return octets.includes("\ufffd") && isUtf8(octets);
}

/** How the octets of a signature may be written, the right way first. */
const SPELLINGS: readonly {
  readonly faults: readonly string[];
  readonly decode: (text: string) => Buffer | undefined;
}[] = [
  { faults: [], decode: (text) => exactly(text, "base64") },
  {
    faults: ["digest-through-text"],
    decode: (text) => Buffer.from(exactly(text, "base64")?.toString("utf8") ?? "", "latin1"),
  },
  { faults: ["base64-trailing-newline"], decode: (text) => unwrapped(text, /(?<=[^\r\n])\r?\n$/) },
  { faults: ["base64-line-wrapped"], decode: (text) => unwrapped(text, /[\r\n]/g) },
  { faults: ["base64url-alphabet"], decode: (text) => exactly(inPlainAlphabet(text), "base64") },
  { faults: ["base64-unpadded"], decode: (text) => exactly(padded(text), "base64") },
  { faults: ["base64url-alphabet", "base64-unpadded"], decode: (text) => exactly(text, "base64url") },
  { faults: ["hex-digest"], decode: (text) => exactly(text.toLowerCase(), "hex") },
  { faults: ["base64-of-hex"], decode: (text) => exactly(exactly(text, "base64")?.toString("latin1") ?? "", "hex") },
  { faults: ["signature-encoded-twice-in-header"], decode: (text) => exactly(percentDecoded(text), "base64") },
  { faults: ["signature-raw-in-query"], decode: (text) => exactly(text.replaceAll(" ", "+"), "base64") },
];

function exactly(text: string, encoding: "base64" | "base64url" | "hex"): Buffer | undefined {
  const octets = Buffer.from(text, encoding);
  return octets.toString(encoding) === text ? octets : undefined;
}

function inPlainAlphabet(base64url: string): string {
  return base64url.replaceAll("-", "+").replaceAll("_", "/");
}

function padded(base64: string): string {
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, "=");
}

function unwrapped(text: string, breaks: RegExp): Buffer | undefined {
  return exactly(text.replace(breaks, ""), "base64");
}

function percentDecoded(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** What stands under the padding, and what it may be a hash of. */
function open(signature: Buffer, key: KeyObject, hash: string): Recovered[] {
  const signed = opened(signature, key, constants.RSA_PKCS1_PADDING);
  if (signed !== undefined) return readSigned(signed, hash);
  const isPss = opened(signature, key, constants.RSA_NO_PADDING)?.at(-1) === 0xbc; // RFC 8017 9.1.1
  return isPss
    ? [{ faults: ["rsa-pss-padding"], signs: (baseString) => signsPss(baseString, hash, key, signature) }]
    : [];
}

function opened(signature: Buffer, key: KeyObject, padding: number): Buffer | undefined {
  try {
    return publicDecrypt({ key, padding }, signature);
  } catch {
    return undefined;
  }
}

function readSigned(signed: Buffer, hash: string): Recovered[] {
  const hex = signed.toString("hex");
  const info = DIGEST_INFOS.find(([, prefix]) => hex.startsWith(prefix));
  if (info === undefined) return [{ faults: ["rsa-raw-private-encrypt"], signs: (text) => isRaw(signed, text) }];
  const [used, prefix] = info;
  const digest = hex.slice(prefix.length);
  const faults = used === hash ? [] : ["rsa-wrong-hash"];
  return [
    { faults, signs: (baseString) => digestOf(baseString, used).toString("hex") === digest },
    {
      faults: [...faults, "base-string-utf16"],
      signs: (baseString) => utf16Texts(baseString).some((text) => digestOf(text, used).toString("hex") === digest),
    },
    {
      faults: [...faults, "rsa-hash-signed"],
      signs: (baseString) => digestTexts(baseString).some((text) => digestOf(text, used).toString("hex") === digest),
    },
  ];
}

/** Two octets a character, in both orders. */
function utf16Texts(baseString: string): Buffer[] {
  return [Buffer.from(baseString, "utf16le"), Buffer.from(baseString, "utf16le").swap16()];
}

/** No DigestInfo: the digest alone, in some form, or the very text that should have been hashed. */
function isRaw(signed: Buffer, baseString: string): boolean {
  return [Buffer.from(baseString), ...digestTexts(baseString)].some((text) => signed.equals(text));
}

/** A hash as octets, as hex and as base64: what a program has in its hands after it hashed. */
function digestTexts(baseString: string): Buffer[] {
  return HASHES.flatMap((hash) => {
    const digest = digestOf(baseString, hash);
    return [digest, Buffer.from(digest.toString("hex")), Buffer.from(digest.toString("base64"))];
  });
}

/** PSS hides the digest behind a salt: a base string can only be tried. */
function signsPss(baseString: string, hash: string, key: KeyObject, signature: Buffer): boolean {
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_AUTO: saltLength } = constants;
  return verify(hash, Buffer.from(baseString), { key, padding, saltLength }, signature);
}

function digestOf(text: string | Buffer, hash: string): Buffer {
  return createHash(hash).update(text).digest();
}
