/**
 * `countersign keys check`: what a key file holds, whom it serves, and whether two files belong together.
 *
 * @module
 */

import type { Terminal } from "../../conformance/reporters/index.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { type FoundKey, fingerprint, type KeyFileOptions, readKeyFile } from "./read-key-file.ts";

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
  const { repairs, others, isEncrypted } = found;
  return [
    ...(repairs.length === 0
      ? []
      : [`${repairs.join(", ")}, which few programs forgive; \`keys convert\` writes it as it should be`]),
    ...(others.length === 0 ? [] : [`the file holds ${others.join(", ")}, too; a program may take the wrong one`]),
    ...hintsForSize(bitsOf(found)),
    ...hintsForForm(found),
    ...(isEncrypted ? ["tools that ask for a pasted key want it not encrypted, which `keys convert` writes"] : []),
  ];
}

function hintsForSize(bits: number): string[] {
  if (bits < LEAST_BITS) return [`the gateway wants at least ${LEAST_BITS} bits; make another with \`keys new\``];
  if (bits > USUAL_BITS) return [`the gateway's request builders take at most ${USUAL_BITS} bits`];
  if (bits === USUAL_BITS) return [];
  return [`the gateway's documents ask for ${USUAL_BITS} bits; 2017's were content with ${LEAST_BITS}`];
}

function hintsForForm({ kind, form }: FoundKey): string[] {
  if (kind === "public") {
    return form.startsWith("SPKI")
      ? ["hand this one to the gateway's manager, for one environment"]
      : ["the gateway's manager wants it as BEGIN PUBLIC KEY, which `keys convert --to public` writes"];
  }
  if (form.startsWith("PKCS#1")) {
    return [
      "PKCS#1 is for tools that ask for BEGIN RSA PRIVATE KEY; some programs read PKCS#8 only: `keys convert --to pkcs8`",
    ];
  }
  if (!form.startsWith("PKCS#8")) return [];
  return ["PKCS#8 is for programs; tools that ask for BEGIN RSA PRIVATE KEY want `keys convert --to pkcs1`"];
}
