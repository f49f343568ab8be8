/** Reads key files of any form, and writes key files. */

import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { existsSync, unlinkSync, writeFileSync } from "node:fs";
import { KEY_FORMS, reportOfKey } from "../../keys/index.ts";
import { readFile } from "../input/read-file.ts";
import { keyHint, readSecret } from "../input/secrets.ts";
import { systemReason } from "../input/system-reason.ts";
import { UsageError } from "../process/exit-codes.ts";

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

/** Throws a {@link UsageError} if the file contains no key, or needs another passphrase. */
export function readKeyFile(path: string, passphraseFile: string | undefined): FoundKey {
  const passphrase = readSecret({ file: passphraseFile, variable: "COUNTERSIGN_PASSPHRASE" });
  const report = reportOfKey(readFile(path), passphrase);
  const { key, kind, form, isEncrypted = false, repairs, others, problem } = report;
  if (key !== undefined && kind !== undefined && form !== undefined) {
    const shownForm = KEY_FORMS[form].title.replace(/ \(.*/, "");
    return { kind, form: shownForm, isEncrypted, repairs, others, key: key as KeyObject };
  }
  throw new UsageError(`${path}: ${problem}`, keyHint(report, path));
}

/** The forms in which keys are written. */
export type Form = "pkcs8" | "pkcs1" | "public";

/** A private key as PEM in one form, or its public half; for a public key, only `public`. */
export function pemOf(key: KeyObject, form: Form): string {
  const half = form === "public" && key.type === "private" ? createPublicKey(key) : key;
  return half.export({ type: form === "public" ? "spki" : form, format: "pem" }).toString();
}

/** SHA-256 of the public half in SPKI DER, in hexadecimal. The form of the file does not matter. */
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

/** Writes all files or none, because a user could mistake half a pair for a pair. Only their owner can read them. */
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
    throw new UsageError(`cannot write ${(error as NodeJS.ErrnoException).path}: ${systemReason(error)}`);
  }
}
