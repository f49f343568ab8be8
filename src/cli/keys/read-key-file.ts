/** Reads a key file of any form. */

import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { OAuth1Error } from "../../index.ts";
import { readPrivateKey, readPublicKey } from "../../oauth1/index.ts";
import { UsageError } from "../exit-codes.ts";
import { readFile } from "../input/read-file.ts";
import { readSecret } from "../input/secrets.ts";
import { findPem } from "./pem-text.ts";

export interface KeyFileOptions {
  readonly passphraseFile?: string;
}

/** The key in a file. */
export interface FoundKey {
  readonly kind: "private" | "public";
  /** Such as `PKCS#8, PEM`. */
  readonly form: string;
  readonly isEncrypted: boolean;
  /** What had to be repaired: copying and environment variables damage keys. */
  readonly repairs: readonly string[];
  /** The labels of the other PEM blocks in the file, such as `PUBLIC KEY`. */
  readonly others: readonly string[];
  readonly key: KeyObject;
}

/** By the label after BEGIN. */
const FORMS: Readonly<Record<string, readonly [kind: FoundKey["kind"], form: string]>> = {
  "PRIVATE KEY": ["private", "PKCS#8, PEM"],
  "ENCRYPTED PRIVATE KEY": ["private", "PKCS#8, PEM"],
  "RSA PRIVATE KEY": ["private", "PKCS#1, PEM"],
  "PUBLIC KEY": ["public", "SPKI, PEM"],
  "RSA PUBLIC KEY": ["public", "PKCS#1, PEM"],
  CERTIFICATE: ["public", "X.509 certificate, PEM"],
};

/**
 * Reads a key.
 *
 * @throws {@link UsageError} if the file contains none, or needs another passphrase
 */
export function readKeyFile(path: string, { passphraseFile }: KeyFileOptions): FoundKey {
  const octets = readFile(path);
  const found = findPem(octets);
  const passphrase = readSecret({ file: passphraseFile, variable: "COUNTERSIGN_PASSPHRASE" });
  try {
    if (found === undefined) return keyWithoutHeader(octets, passphrase);
    const { label, pem, repairs, otherLabels: others } = found;
    const [kind, form] = FORMS[label] ?? ["private", label];
    const isEncrypted = label === "ENCRYPTED PRIVATE KEY" || /Proc-Type:[^\n]*ENCRYPTED/.test(pem);
    const key = kind === "private" ? readPrivateKey(pem, passphrase) : readPublicKey(pem);
    return { kind, form, isEncrypted, repairs, others, key };
  } catch (error) {
    if (!(error instanceof OAuth1Error)) throw error;
    const hint = error.code === "key-passphrase-wrong" ? "give --passphrase-file or COUNTERSIGN_PASSPHRASE" : undefined;
    throw new UsageError(`${path}: ${error.message}`, hint);
  }
}

/** Octets without a complete PEM block may be DER of a private or a public key. */
function keyWithoutHeader(octets: Buffer, passphrase: string | undefined): FoundKey {
  const common = { form: "DER", repairs: [], others: [] } as const;
  try {
    const key = readPrivateKey(octets, passphrase);
    return { ...common, kind: "private", isEncrypted: passphrase !== undefined, key };
  } catch (error) {
    try {
      return { ...common, kind: "public", isEncrypted: false, key: readPublicKey(octets) };
    } catch {
      throw error;
    }
  }
}

/** The public half in SPKI DER, which does not depend on the form of the file. */
function publicOctets({ key }: FoundKey): Buffer {
  return (key.type === "private" ? createPublicKey(key) : key).export({ type: "spki", format: "der" });
}

/** SHA-256 of the public half, in hexadecimal. */
export function fingerprint(found: FoundKey): string {
  return createHash("sha256").update(publicOctets(found)).digest("hex");
}
