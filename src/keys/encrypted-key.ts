/** Decrypts private keys in PKCS#8 with WebCrypto: PBES2 with PBKDF2 and AES-CBC (RFC 8018), as OpenSSL encrypts them. */

import {
  contentOf,
  type DerValue,
  integerOf,
  membersOf,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  readSequence,
} from "../platform/browser/der.ts";
import { base64Text, hexText, looseBase64Octets, utf8Octets } from "../platform/index.ts";
import { findPem } from "../platform/pem-text.ts";

const PBES2 = "2a864886f70d01050d";
const PBKDF2 = "2a864886f70d01050c";
/** The default in PBKDF2. */
const HMAC_SHA1 = "2a864886f70d0207";

const HASHES: Readonly<Record<string, string>> = {
  [HMAC_SHA1]: "SHA-1",
  "2a864886f70d0209": "SHA-256",
  "2a864886f70d020a": "SHA-384",
  "2a864886f70d020b": "SHA-512",
};

const AES_BITS: Readonly<Record<string, number>> = {
  "608648016503040102": 128,
  "608648016503040116": 192,
  "60864801650304012a": 256,
};

/** No program uses more; a damaged key could demand hours of work. */
const MOST_ITERATIONS = 10_000_000n;

/** Whether a text is an encrypted key that {@link decryptKey} may decrypt. */
export function isEncryptedKey(text: string): boolean {
  return text.includes("BEGIN ENCRYPTED PRIVATE KEY");
}

/**
 * Decrypts a key in PEM, which may have been damaged by copying.
 *
 * @returns the key as PKCS#8 in PEM; `undefined` if the passphrase is wrong
 * @throws Error if the text is not such a key, or is encrypted in another way
 */
export async function decryptKey(text: string, passphrase: string): Promise<string | undefined> {
  const { pem = "" } = findPem(utf8Octets(text)) ?? {};
  const [algorithm, data] = readSequence(looseBase64Octets(pem.replace(/-----[^-]*-----|\s/g, "")));
  const [scheme, schemeParameters] = membersOf(algorithm);
  if (identifierOf(scheme) !== PBES2) throw new Error("expected PBES2");
  const [derivation, cipher] = membersOf(schemeParameters);
  const [cipherName, iv] = membersOf(cipher);
  const length = AES_BITS[identifierOf(cipherName)];
  if (length === undefined) throw new Error("expected AES-CBC");
  const derived = await derivedKey(derivation, passphrase, length);
  const algorithmOfData = { name: "AES-CBC", iv: copyOf(contentOf(iv, OCTET_STRING)) };
  const encrypted = copyOf(contentOf(data, OCTET_STRING));
  // With a wrong passphrase, the padding of the last block is almost always malformed.
  const decrypted = await crypto.subtle.decrypt(algorithmOfData, derived, encrypted).catch(() => undefined);
  if (decrypted === undefined) return undefined;
  return `-----BEGIN PRIVATE KEY-----\n${base64Text(new Uint8Array(decrypted))}\n-----END PRIVATE KEY-----\n`;
}

async function derivedKey(derivation: DerValue | undefined, passphrase: string, length: number) {
  const [name, parameters] = membersOf(derivation);
  if (identifierOf(name) !== PBKDF2) throw new Error("expected PBKDF2");
  const [salt, count, ...further] = membersOf(parameters);
  const iterations = integerOf(count);
  if (iterations > MOST_ITERATIONS) throw new Error(`expected at most ${MOST_ITERATIONS} iterations`);
  // The length of the key, an integer, may precede the hash function.
  const prf = further.map((one) => identifierIn(one)).find((one) => one !== undefined) ?? HMAC_SHA1;
  const hash = HASHES[prf];
  if (hash === undefined) throw new Error("expected PBKDF2 with SHA-1 or SHA-2");
  const base = await crypto.subtle.importKey("raw", utf8Octets(passphrase), "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", salt: copyOf(contentOf(salt, OCTET_STRING)), iterations: Number(iterations), hash };
  return crypto.subtle.deriveKey(how, base, { name: "AES-CBC", length }, false, ["decrypt"]);
}

function identifierOf(value: DerValue | undefined): string {
  return hexText(contentOf(value, OBJECT_IDENTIFIER));
}

function identifierIn(value: DerValue): string | undefined {
  try {
    return identifierOf(membersOf(value)[0]);
  } catch {
    return undefined;
  }
}

/** WebCrypto does not accept views of shared memory, which the type of a subarray allows. */
function copyOf(octets: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(octets);
}
