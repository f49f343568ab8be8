/** Opens an RSA signature with the public key, which gives the digest that was signed (RFC 8017 5.2.2). */

import { hashOf, sameOctets, toText } from "../../model/index.ts";
import {
  base64Octets,
  base64Text,
  DIGEST_INFO_STARTS,
  digest,
  type HashName,
  hexText,
  hmac,
  keyFacts,
  parsePublicKey,
  type RsaKey,
  rsaOpen,
  rsaVerify,
  utf8Octets,
} from "../../platform/index.ts";
import { RSA_METHODS, type RsaMethod } from "../../spec/signature-methods.ts";
import type { Reading } from "./signature-readings.ts";

/** One possible reading of a signature. */
export interface OpenedSignature {
  /** Ids of the faults that the signature itself shows, whatever the base string is. */
  readonly faults: readonly string[];
  /** How the octets are written. */
  readonly reading?: Reading;
  /** Checks whether, with these faults, it is a signature of a base string. */
  readonly signs: (baseString: string) => boolean;
  /** Whether octets of the signature are lost, so that it may fit any base string and any key. */
  readonly isLost?: boolean;
  /** Whether it may be an HMAC, which the public key does not open. */
  readonly isHmac?: boolean;
}

const DIGEST_INFOS = Object.entries(DIGEST_INFO_STARTS) as [hash: HashName, start: string][];

const NONE = new Uint8Array();
/** The hashes of the signature methods. */
const HASHES = RSA_METHODS.map(hashOf);

/**
 * Opens a signature once, so that it can be compared with many base strings.
 *
 * @param readings the octets that the signature may have
 * @param publicKey PEM of a public key, a certificate or a private key, which contains the public key
 * @param privateKey PEM; needed to recognise an HMAC whose key is this PEM text
 * @returns the possible readings, the correct one first; none if a different key produced the signature
 * @throws Error if the key is not an RSA key
 */
export function openSignature(
  readings: readonly Reading[],
  signatureMethod: RsaMethod,
  publicKey: string,
  privateKey?: string,
): OpenedSignature[] {
  const key = parsePublicKey(publicKey);
  const size = rsaOctetsOf(publicKey);
  for (const reading of readings) {
    if (reading.octets.length !== size) continue;
    const opened = open(reading.octets, key, hashOf(signatureMethod));
    if (opened.length > 0) return opened.map((one) => ({ ...one, reading }));
  }
  const lost = readings.some(({ octets, parts }) => parts.length === 0 && isDecodedText(octets));
  if (lost) return [{ faults: ["digest-through-text"], signs: () => true, isLost: true }];
  return privateKey === undefined ? [] : hmacWithPem(readings, privateKey, hashOf(signatureMethod));
}

/**
 * A sentence without its period about a signature that no key opens. Only a shorter signature is said to have the wrong length,
 * because a longer text may be in another notation, such as hex.
 */
export function mismatchText(signature: string, signatureMethod: string, publicKey: string): string {
  const size = rsaOctetsOf(publicKey);
  const { length } = base64Octets(signature) ?? NONE;
  const isCut = length > 0 && length < size;
  const reasons = isCut ? `, which has ${length} octets instead of ${size}: it was cut,` : ": it was";
  return `the public key does not match this signature${reasons} made with another private key, or it is not an ${signatureMethod} signature`;
}

/**
 * The number of octets of a key and of its signatures.
 *
 * @throws Error if the key is not an RSA key
 */
export function rsaOctetsOf(publicKey: string): number {
  const { algorithm, bits } = keyFacts(parsePublicKey(publicKey));
  if (algorithm !== "rsa") throw new Error(`expected an RSA public key, got one of type ${algorithm}`);
  return Math.ceil(bits / 8);
}

/** Readings as an HMAC whose key is the PEM text of the private key. */
function hmacWithPem(readings: readonly Reading[], privateKey: string, hash: HashName): OpenedSignature[] {
  const pem = privateKey.trimEnd();
  const texts = [privateKey, pem, `${pem}\n`].flatMap((text) => [text, encodeURIComponent(text)]);
  const secrets = [...new Set(texts.flatMap((text) => [text, `${text}&`]))];
  return readings.map((reading) => {
    const signs = (baseString: string): boolean =>
      secrets.some((secret) => sameOctets(reading.octets, hmac(hash, secret, baseString)));
    return { faults: ["rsa-key-used-as-hmac-secret"], signs, reading, isHmac: true };
  });
}

/**
 * Whether octets are UTF-8 with replacement characters. Random octets of this length never are, so a text decoder made
 * these. The digest in them is lost, so any base string is possible.
 */
function isDecodedText(octets: Uint8Array): boolean {
  const text = toText(octets);
  return text.includes("\ufffd") && sameOctets(octets, text);
}

function open(signature: Uint8Array, key: RsaKey, hash: HashName): OpenedSignature[] {
  const signed = rsaOpen(signature, key, "pkcs1");
  if (signed !== undefined) return readSigned(signed, hash);
  const block = rsaOpen(signature, key, "none") ?? NONE;
  // PSS adds a salt to the digest, so each base string has to be verified.
  const signs = (baseString: string): boolean => rsaVerify(hash, utf8Octets(baseString), key, signature, "pss");
  if (block.at(-1) === 0xbc) return [{ faults: ["rsa-pss-padding"], signs }]; // RFC 8017 9.1.1
  if (block[0] === 0 && block[1] === 2)
    return asFault("rsa-padded-as-for-encryption", block.subarray(block.indexOf(0, 2) + 1));
  const start = block.findIndex((octet) => octet !== 0);
  // A digest may begin with zero octets.
  const length = HASHES.map((hash) => digest(hash, NONE).length).find((size) => size >= block.length - start);
  return start === -1 || length === undefined ? [] : asFault("rsa-without-padding", block.subarray(-length));

  function asFault(id: string, content: Uint8Array): OpenedSignature[] {
    return readSigned(content, hash).map((one) => ({ ...one, faults: [id] }));
  }
}

function readSigned(signed: Uint8Array, hash: HashName): OpenedSignature[] {
  const hex = hexText(signed);
  const info = DIGEST_INFOS.find(([, prefix]) => hex.startsWith(prefix) && hasLength(signed, prefix));
  if (info === undefined) return [{ faults: ["rsa-raw-private-encrypt"], signs: (text) => isRaw(signed, text) }];
  const [used, prefix] = info;
  const expected = hex.slice(prefix.length);
  const isHashOf = (message: string | Uint8Array): boolean => hexText(digest(used, message)) === expected;
  const faults = used === hash ? [] : ["rsa-wrong-hash"];
  return [
    { faults, signs: isHashOf },
    { faults: [...faults, "base-string-utf16"], signs: (baseString) => utf16Octets(baseString).some(isHashOf) },
    { faults: [...faults, "rsa-hash-signed"], signs: (baseString) => digestTexts(baseString).some(isHashOf) },
  ];
}

/** Whether the digest has the length in the start of the DigestInfo. */
function hasLength(signed: Uint8Array, prefix: string): boolean {
  return signed.length === prefix.length / 2 + Number.parseInt(prefix.slice(-2), 16);
}

/** UTF-16 in both byte orders. */
function utf16Octets(text: string): Uint8Array[] {
  const littleEndian = new Uint8Array(2 * text.length);
  const bigEndian = new Uint8Array(2 * text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    littleEndian[2 * at] = bigEndian[2 * at + 1] = unit & 0xff;
    littleEndian[2 * at + 1] = bigEndian[2 * at] = unit >> 8;
  }
  return [littleEndian, bigEndian];
}

/** Whether the content without DigestInfo is a digest, as octets or text, or the base string. */
function isRaw(signed: Uint8Array, baseString: string): boolean {
  return [utf8Octets(baseString), ...digestTexts(baseString)].some((octets) => sameOctets(signed, octets));
}

/** Each digest as octets, in hex and in base64. */
function digestTexts(baseString: string): Uint8Array[] {
  return HASHES.flatMap((hash) => {
    const octets = digest(hash, baseString);
    return [octets, utf8Octets(hexText(octets)), utf8Octets(base64Text(octets))];
  });
}
