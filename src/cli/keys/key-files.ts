/** Reads key files of any form, and writes key files. */

import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { existsSync, unlinkSync, writeFileSync } from "node:fs";
import { OAuth1Error } from "../../index.ts";
import { readPrivateKey, readPublicKey } from "../../oauth1/index.ts";
import { findPem } from "../../requests/pem-text.ts";
import { UsageError } from "../exit-codes.ts";
import { readFile } from "../input/read-file.ts";
import { readSecret } from "../input/secrets.ts";

export interface KeyFileOptions {
  readonly passphraseFile?: string;
}

/** The key in a file. */
export interface FoundKey {
  readonly kind: "private" | "public";
  /** The form of the key, such as `PKCS#8, PEM`. */
  readonly form: string;
  readonly isEncrypted: boolean;
  /** The repairs that were needed: copying and environment variables damage keys. */
  readonly repairs: readonly string[];
  /** The labels of the other PEM blocks in the file, such as `PUBLIC KEY`. */
  readonly others: readonly string[];
  readonly key: KeyObject;
}

/** The forms by the label after BEGIN. */
const FORMS: Readonly<Record<string, readonly [kind: FoundKey["kind"], form: string]>> = {
  "PRIVATE KEY": ["private", "PKCS#8, PEM"],
  "ENCRYPTED PRIVATE KEY": ["private", "PKCS#8, PEM"],
  "RSA PRIVATE KEY": ["private", "PKCS#1, PEM"],
  "PUBLIC KEY": ["public", "SPKI, PEM"],
  "RSA PUBLIC KEY": ["public", "PKCS#1, PEM"],
  CERTIFICATE: ["public", "X.509 certificate, PEM"],
};

/** Throws a {@link UsageError} if the file contains no key, or needs another passphrase. */
export function readKeyFile(path: string, { passphraseFile }: KeyFileOptions): FoundKey {
  const octets = readFile(path);
  const found = findPem(octets);
  const passphrase = readSecret({ file: passphraseFile, variable: "COUNTERSIGN_PASSPHRASE" });
  try {
    if (found === undefined) return keyWithoutHeader(octets, passphrase);
    const { label, pem, repairs, otherLabels: others } = found;
    const [kind, form] = FORMS[label] ?? ["private", label];
    const isEncrypted = label === "ENCRYPTED PRIVATE KEY" || /^Proc-Type:.*ENCRYPTED/m.test(pem);
    const key = kind === "private" ? readPrivateKey(pem, passphrase) : readPublicKey(pem);
    return { kind, form, isEncrypted, repairs, others, key };
  } catch (error) {
    if (!(error instanceof OAuth1Error)) throw error;
    const hint = error.code === "key-passphrase-wrong" ? "give --passphrase-file or COUNTERSIGN_PASSPHRASE" : undefined;
    throw new UsageError(`${path}: ${error.message}`, hint);
  }
}

/** Octets without a complete PEM block may be the DER form of a private or a public key. */
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

/** SHA-256 of the public half in SPKI DER, in hexadecimal. It does not depend on the form of the file. */
export function fingerprint({ key }: FoundKey): string {
  const octets = (key.type === "private" ? createPublicKey(key) : key).export({ type: "spki", format: "der" });
  return createHash("sha256").update(octets).digest("hex");
}

/** Refuses paths that exist, before a key is generated for them. */
export function checkAbsent(paths: readonly string[]): void {
  for (const path of paths) {
    if (existsSync(path)) throw new UsageError(`${path} exists and is not overwritten`, "choose another name");
  }
}

/** Writes all files or none, because a user could mistake half a pair for a whole one. Only their owner can read them. */
export function writeKeyFiles(files: readonly (readonly [path: string, pem: string | Buffer])[]): void {
  const written: string[] = [];
  try {
    for (const [path, pem] of files) {
      // "wx" refuses a file that was created since the check.
      writeFileSync(path, pem, { mode: 0o600, flag: "wx" });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) unlinkSync(path);
    const { code, path } = error as NodeJS.ErrnoException;
    throw new UsageError(`cannot write ${path}: ${code}`);
  }
}
