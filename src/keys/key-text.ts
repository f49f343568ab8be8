/** Identifies the key in a text or a file, and repairs damage caused by copying. */

import { OAuth1Error, type OAuth1ErrorCode } from "../oauth1/errors.ts";
import { type RsaJsonWebKey, type RsaKeyInput, readPrivateKey, readPublicKey } from "../oauth1/index.ts";
import { LARGEST_RSA_BITS } from "../oauth1/keys.ts";
import { keyFacts, latin1Text, looseBase64Octets, type RsaKey, utf8Octets, utf8Text } from "../platform/index.ts";
import { findPem } from "../platform/pem-text.ts";
import { FORM_BY_LABEL, type KeyFormId, OTHER_LABELS } from "./key-forms.ts";
import { readOpensshPrivateKey, readOpensshPublicKey } from "./openssh.ts";

/** The description of a text with a key. */
export interface KeyReport {
  /** Absent if the text is not a key. */
  readonly form?: KeyFormId;
  readonly kind?: "private" | "public";
  /** The length of the modulus. */
  readonly bits?: number;
  /** Present if the key needs a passphrase, whether it was given or not. */
  readonly isEncrypted?: true;
  /** The problems of the text, as clauses such as "its line feeds are lost". */
  readonly repairs: readonly string[];
  /** The labels of the other PEM blocks in the text. */
  readonly others: readonly string[];
  /** One sentence that explains why no key was found. It quotes nothing from the text. */
  readonly problem?: string;
  /** A command that helps, with `FILE` for the file that contains the text. */
  readonly command?: string;
  readonly key?: RsaKey;
}

type Found = Pick<KeyReport, "repairs" | "others" | "isEncrypted"> & {
  readonly form: KeyFormId;
  readonly input: RsaKeyInput;
};

export const DECRYPT = "openssl pkey -in FILE -out decrypted.pem";

/**
 * Reads a key in any form. It never throws.
 *
 * @param passphrase decrypts an encrypted key, but not in browsers, and not a key of OpenSSH
 */
export function reportOfKey(given: string | Uint8Array, passphrase?: string): KeyReport {
  const nothing = { repairs: [], others: [] };
  const octets = typeof given === "string" ? utf8Octets(given) : given;
  if (utf8Text(octets).trim() === "") return { ...nothing, problem: "There is no text." };
  try {
    const found = findKey(octets);
    return "input" in found ? readFound(found, passphrase) : { ...nothing, ...found };
  } catch (error) {
    return { ...nothing, problem: problemOf(error) ?? "This kind of key is not supported, or the key is damaged." };
  }
}

/**
 * The repaired key in a text, in the form that the signer accepts. A text that is not a key is unchanged, so that the signer
 * reports what is wrong with it.
 */
export function keyInputOf(text: string): RsaKeyInput {
  const { key } = reportOfKey(text);
  return key ?? text;
}

/**
 * Whether a text contains a private key, such as one pasted into the wrong field. A text shorter than the shortest
 * key has none.
 */
export function hasPrivateKey(text: string): boolean {
  if (text.length < SHORTEST_PRIVATE_KEY) return false;
  return /PRIVATE KEY-----/.test(text) || reportOfKey(text).kind === "private";
}

/** The number of characters of a 512-bit key in base64, without its first and last line. */
const SHORTEST_PRIVATE_KEY = 300;

function readFound({ form, input, repairs, others, isEncrypted }: Found, passphrase: string | undefined): KeyReport {
  try {
    const key = isPublic(form, input) ? readPublicKey(input) : readPrivateKey(input, passphrase);
    const { type, bits, publicExponent } = keyFacts(key);
    if (bits > LARGEST_RSA_BITS) return { form, repairs, others, problem: TOO_LARGE };
    if (publicExponent < 3n || publicExponent % 2n === 0n) return { form, repairs, others, problem: NO_EXPONENT };
    const encrypted = isEncrypted && { isEncrypted };
    return { form, kind: type as "private" | "public", bits, ...encrypted, repairs, others, key };
  } catch (error) {
    if (error instanceof OAuth1Error && error.code === "key-passphrase-wrong")
      return { ...encryptedKey(passphrase, DECRYPT), repairs, others };
    return { form, repairs, others, problem: problemOf(error) ?? "The key is damaged." };
  }
}

const TOO_LARGE = `The modulus has more than ${LARGEST_RSA_BITS} bits, the largest size that OpenSSL uses.`;
const NO_EXPONENT = "The public exponent is not an odd number of at least 3, so this is not an RSA key.";

const PROBLEMS: { readonly [code in OAuth1ErrorCode]?: string } = {
  "key-kind-mismatch": "OAuth 1.0 needs an RSA key; this is another one.",
  "key-too-large": TOO_LARGE,
  "key-too-costly":
    "The passphrase is hashed more than 10,000,000 times, which could take hours: encrypt the key again.",
};

function problemOf(error: unknown): string | undefined {
  return error instanceof OAuth1Error ? PROBLEMS[error.code] : undefined;
}

const PUBLIC_FORMS: readonly KeyFormId[] = ["spki", "pkcs1-public", "certificate", "public-jwk", "openssh-public"];

function isPublic(form: KeyFormId, input: RsaKeyInput): boolean {
  return PUBLIC_FORMS.includes(form) || (form === "der" && !isPrivate(input));
}

function isPrivate(input: RsaKeyInput): boolean {
  try {
    readPrivateKey(input);
    return true;
  } catch (error) {
    return error instanceof OAuth1Error && error.code === "key-passphrase-wrong";
  }
}

function findKey(octets: Uint8Array): Found | Partial<KeyReport> {
  const text = utf8Text(octets);
  const pem = findPem(octets);
  if (pem !== undefined) return foundPem(pem);
  const plain = text.trim().replace(/^["']|["'],?$/g, "");
  if (plain.startsWith("{")) return foundJwk(JSON.parse(plain) as RsaJsonWebKey);
  if (/^ssh-rsa\s/.test(plain)) return found("openssh-public", readOpensshPublicKey(plain));
  if (/^ssh-|^ecdsa-/.test(plain)) return { problem: "OAuth 1.0 needs an RSA key; this is another key of OpenSSH." };
  if (plain.startsWith("PuTTY-User-Key-File")) {
    const command = "puttygen FILE -O private-openssh -o key";
    return { problem: "This is a key of PuTTY. Convert it first.", command };
  }
  if (/-----BEGIN/.test(text)) return { problem: "The end of the key is missing: copy all of it." };
  return foundDer(octets, plain);
}

function found(form: KeyFormId, input: RsaKeyInput, repairs: readonly string[] = []): Found {
  return { form, input, repairs, others: [] };
}

function foundPem({
  label,
  pem,
  repairs,
  otherLabels: others,
}: NonNullable<ReturnType<typeof findPem>>): Found | Partial<KeyReport> {
  const problem = OTHER_LABELS[label];
  if (problem !== undefined) return { problem, others };
  const form = FORM_BY_LABEL[label];
  if (form === undefined) return { problem: `This is no key of OAuth 1.0: it begins with BEGIN ${label}.`, others };
  const isEncrypted = form === "encrypted-private" || /^Proc-Type:.*ENCRYPTED/m.test(pem);
  if (isEncrypted) {
    return { form: form === "encrypted-private" ? "pkcs8" : form, input: pem, repairs, others, isEncrypted };
  }
  if (form !== "openssh") return { form, input: pem, repairs, others };
  const jwk = readOpensshPrivateKey(looseBase64Octets(pem.split("\n").slice(1, -2).join("")));
  if (jwk === undefined) {
    return { ...encryptedKey(undefined, 'cp FILE copy && ssh-keygen -p -N "" -f copy'), form, repairs, others };
  }
  return { form, input: jwk, repairs, others };
}

/** @param passphrase the one that does not decrypt it */
function encryptedKey(passphrase: string | undefined, command: string): Partial<KeyReport> {
  const problem = passphrase === undefined ? "The key is encrypted." : "The passphrase does not decrypt the key.";
  return { form: "encrypted-private", kind: "private", isEncrypted: true, problem, command };
}

function foundJwk(jwk: RsaJsonWebKey): Found {
  return found(jwk.d === undefined ? "public-jwk" : "jwk", jwk);
}

/** The first octets of files that are not keys, and what to do with the file. */
const OTHER_FILES: readonly (readonly [start: RegExp, problem: string, command: string])[] = [
  [
    /^\x30\x82[\s\S]{2}\x02\x01\x03/,
    "This is a PKCS#12 file. Take the key out of it:",
    "openssl pkcs12 -in FILE -nodes -out key.pem",
  ],
  [
    /^\xfe\xed\xfe\xed/,
    "This is a keystore of Java. Take the key out of it:",
    "keytool -importkeystore -srckeystore FILE -destkeystore key.p12 -deststoretype PKCS12 && openssl pkcs12 -in key.p12 -nodes -out key.pem",
  ],
  [/^\s*<RSAKeyValue>/, "This is a key in the XML of .NET. Export it again:", "rsa.ExportPkcs8PrivateKeyPem() in C#"],
];

/** Reads DER, or its base64 without the first and last line of PEM; some programs store a whole PEM text in base64. */
function foundDer(octets: Uint8Array, text: string): Found | Partial<KeyReport> {
  const isBase64 = /^[A-Za-z0-9+/\s]+(?:={1,2}\s*)?$/.test(text);
  const der = isBase64 ? looseBase64Octets(text.replace(/\s/g, "")) : octets;
  const start = latin1Text(der.subarray(0, 64));
  const [, problem, command] = OTHER_FILES.find(([pattern]) => pattern.test(start)) ?? [];
  if (problem !== undefined) return { problem, ...(command !== undefined && { command }) };
  const pem = isBase64 && start.startsWith("-----BEGIN ") ? findPem(der) : undefined;
  if (pem !== undefined) return foundPem({ ...pem, repairs: ["its text is encoded in base64", ...pem.repairs] });
  if (der[0] !== 0x30) return { problem: "This is not a key: it has no line that begins with -----BEGIN." };
  return found("der", der, isBase64 ? ["its first and last line are missing"] : []);
}
