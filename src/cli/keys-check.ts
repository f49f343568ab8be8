/**
 * `countersign keys check`: what a key file holds, whom it serves, and whether two files belong together.
 *
 * @module
 */

import type { Terminal } from "../reporters/index.ts";
import { EXIT, UsageError } from "./exit-codes.ts";
import { type FoundKey, fingerprint, type KeyFileOptions, readKeyFile } from "./key-file.ts";

/** What the command takes. */
export interface KeysCheckOptions extends KeyFileOptions {
  /** A public key that should belong to the private one. */
  readonly public?: string;
}

/** As public documents of the gateway ask: at least the one, usually the other. */
const LEAST_BITS = 2048;
const USUAL_BITS = 4096;

/** Prints what there is to say; returns the exit code: failures for a key that is too small, and for two that do not match. */
export function keysCheck(file: string, options: KeysCheckOptions, terminal: Terminal): number {
  const found = readKeyFile(file, options);
  terminal.out(describe(file, found));
  const isTooSmall = bitsOf(found) < LEAST_BITS;
  if (options.public === undefined) return isTooSmall ? EXIT.failures : EXIT.ok;
  if (found.kind === "public")
    throw new UsageError(`${file} must hold a private key where --public is given, got a public key`);
  const other = readKeyFile(options.public, {});
  const belongs = fingerprint(found) === fingerprint(other);
  const verdict = belongs ? "belongs to" : "does NOT belong to";
  terminal.out(`${belongs ? "✓" : "✗"} ${file} ${verdict} ${options.public}\n`);
  if (other.kind === "private") terminal.out(`  hint: ${options.public} holds a private key; never hand it over\n`);
  return belongs && !isTooSmall ? EXIT.ok : EXIT.failures;
}

function bitsOf({ key }: FoundKey): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0;
}

function describe(file: string, found: FoundKey): string {
  const { kind, form, isEncrypted } = found;
  return [
    file,
    `  kind         RSA ${kind} key`,
    `  form         ${form}`,
    `  bits         ${bitsOf(found)}`,
    `  encrypted    ${isEncrypted ? "yes" : "no"}`,
    `  fingerprint  SHA-256 ${fingerprint(found)} (of the public half)`,
    ...hintsFor(found).map((hint) => `  hint: ${hint}`),
    "",
  ].join("\n");
}

function hintsFor(found: FoundKey): string[] {
  const { kind, form, isEncrypted, isRepaired } = found;
  const bits = bitsOf(found);
  const hints: string[] = [];
  if (isRepaired) hints.push("its line feeds are lost, which few programs forgive; `keys convert` puts them back");
  if (bits < LEAST_BITS) hints.push(`the gateway wants at least ${LEAST_BITS} bits; make another with \`keys new\``);
  else if (bits < USUAL_BITS)
    hints.push(`the gateway's documents ask for ${USUAL_BITS} bits; 2017's were content with ${LEAST_BITS}`);
  if (kind === "public") hints.push("hand this one to the gateway's manager, for one environment");
  else if (form.startsWith("PKCS#1"))
    hints.push(
      "PKCS#1 is for tools that ask for BEGIN RSA PRIVATE KEY; some programs read PKCS#8 only: `keys convert --to pkcs8`",
    );
  else if (form.startsWith("PKCS#8"))
    hints.push("PKCS#8 is for programs; tools that ask for BEGIN RSA PRIVATE KEY want `keys convert --to pkcs1`");
  if (isEncrypted) hints.push("tools that ask for a pasted key want it not encrypted, which `keys convert` writes");
  return hints;
}
