/**
 * Key files: for their owner alone, and never written over another.
 *
 * @module
 */

import { existsSync, unlinkSync, writeFileSync } from "node:fs";
import { UsageError } from "../exit-codes.ts";

/** Readable and writable by the owner alone. */
const MODE = 0o600;

/** A file and its text. */
export type KeyFile = readonly [path: string, pem: string | Buffer];

/** Refuses files that are there, before anything costly is done for them. */
export function mustNotExist(paths: readonly string[]): void {
  for (const path of paths) {
    if (existsSync(path))
      throw new UsageError(`${path} is there already and is not overwritten`, "choose another name");
  }
}

/** Writes all files or none: a half-written pair would be mistaken for a whole one. */
export function writeKeyFiles(files: readonly KeyFile[]): void {
  const written: string[] = [];
  try {
    for (const [path, pem] of files) {
      // "wx" refuses a file that came into being since it was looked for.
      writeFileSync(path, pem, { mode: MODE, flag: "wx" });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) unlinkSync(path);
    const { code, path } = error as NodeJS.ErrnoException;
    throw new UsageError(`cannot write ${path}: ${code}`);
  }
}

/** Which form whom serves. */
export const FORM_NOTES = {
  pkcs8: "private key, PKCS#8: for programs",
  pkcs1: "private key, PKCS#1: for tools that ask for BEGIN RSA PRIVATE KEY",
  public: "public key, SPKI: the one to hand over",
} as const;
