/**
 * `countersign keys new`: an RSA key pair in the three files that gateways and tools ask for.
 *
 * @module
 */

import { generateKeyPairSync } from "node:crypto";
import { existsSync, unlinkSync, writeFileSync } from "node:fs";
import type { Terminal } from "../reporters/index.ts";
import { EXIT, UsageError } from "./exit-codes.ts";

const DEFAULT_BITS = 4096;
const LEAST_BITS = 2048;
const MOST_BITS = 16384;
/** Readable and writable by the owner alone. */
const MODE = 0o600;

/** Writes NAME.pkcs8.pem, NAME.pkcs1.pem and NAME.public.pem; returns the exit code. Overwrites nothing. */
export function keysNew(
  name: string,
  { bits = String(DEFAULT_BITS) }: { readonly bits?: string },
  terminal: Terminal,
): number {
  const files = { pkcs8: `${name}.pkcs8.pem`, pkcs1: `${name}.pkcs1.pem`, public: `${name}.public.pem` };
  for (const file of Object.values(files)) {
    if (existsSync(file))
      throw new UsageError(`${file} is there already and is not overwritten`, "choose another name");
  }
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: readBits(bits) });
  writeAll([
    [files.pkcs8, privateKey.export({ type: "pkcs8", format: "pem" })],
    [files.pkcs1, privateKey.export({ type: "pkcs1", format: "pem" })],
    [files.public, publicKey.export({ type: "spki", format: "pem" })],
  ]);
  terminal.out(
    [
      `${files.pkcs8}   private key, PKCS#8: for programs`,
      `${files.pkcs1}   the same private key, PKCS#1: for tools that ask for BEGIN RSA PRIVATE KEY`,
      `${files.public}  public key, SPKI: the one to hand over`,
      "",
    ].join("\n"),
  );
  return EXIT.ok;
}

function readBits(text: string): number {
  const bits = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  if (bits >= LEAST_BITS && bits <= MOST_BITS) return bits;
  throw new UsageError(`--bits must be a whole number from ${LEAST_BITS} to ${MOST_BITS}, got ${JSON.stringify(text)}`);
}

/** All files or none: a half-written pair would be mistaken for a whole one. */
function writeAll(files: readonly (readonly [path: string, pem: string | Buffer])[]): void {
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
