/** Writes key files. Only their owner can read them, and no file is overwritten. */

import { existsSync, unlinkSync, writeFileSync } from "node:fs";
import { UsageError } from "../exit-codes.ts";

/** Only the owner can read and write. */
const MODE = 0o600;

export type KeyFile = readonly [path: string, pem: string | Buffer];

/** Refuses paths that exist, before a key is made for them. */
export function checkAbsent(paths: readonly string[]): void {
  for (const path of paths) {
    if (existsSync(path)) throw new UsageError(`${path} exists and is not overwritten`, "choose another name");
  }
}

/** Writes all files or none: a user could mistake half a pair for a whole one. */
export function writeKeyFiles(files: readonly KeyFile[]): void {
  const written: string[] = [];
  try {
    for (const [path, pem] of files) {
      // "wx" refuses a file that was created since the check.
      writeFileSync(path, pem, { mode: MODE, flag: "wx" });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) unlinkSync(path);
    const { code, path } = error as NodeJS.ErrnoException;
    throw new UsageError(`cannot write ${path}: ${code}`);
  }
}

/** What each form is used for. */
export const FORM_NOTES = {
  pkcs8: "private key, PKCS#8: for programs",
  pkcs1: "private key, PKCS#1: for tools that ask for BEGIN RSA PRIVATE KEY",
  public: "public key, SPKI: for the other party",
} as const;
