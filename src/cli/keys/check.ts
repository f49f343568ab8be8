/** `countersign keys check`: says what a key file contains, what it is used for, and whether two files are a pair. */

import type { Terminal } from "../../conformance/reporters/index.ts";
import { EXIT, type ExitCode, UsageError } from "../exit-codes.ts";
import { type FoundKey, fingerprint, type KeyFileOptions, readKeyFile } from "./read-key-file.ts";

/** As they were typed; the help text of the command says what each one does. */
export interface KeysCheckOptions extends KeyFileOptions {
  readonly public?: string;
}

/** The documents of the gateway require the first, and recommend the second. */
const LEAST_BITS = 2048;
const USUAL_BITS = 4096;

/** Prints facts and hints. Returns the exit code: 1 for a key that is too small, and for two files that are no pair. */
export function keysCheck(file: string, options: KeysCheckOptions, terminal: Terminal): ExitCode {
  const found = readKeyFile(file, options);
  terminal.out(describe(file, found));
  const isTooSmall = bitsOf(found) < LEAST_BITS;
  if (options.public === undefined) return isTooSmall ? EXIT.failures : EXIT.ok;
  if (found.kind === "public") throw new UsageError(`--public needs a private key in ${file}, got a public key`);
  const other = readKeyFile(options.public, {});
  const belongs = fingerprint(found) === fingerprint(other);
  const verdict = belongs ? "belongs to" : "does NOT belong to";
  terminal.out(`${belongs ? "✓" : "✗"} ${file} ${verdict} ${options.public}\n`);
  if (other.kind === "private")
    terminal.out(`  hint: ${options.public} contains a private key; never give it to anybody\n`);
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
      : [`${repairs.join(", ")}; few programs accept that, and \`countersign keys convert\` writes a correct file`]),
    ...(others.length === 0 ? [] : [`the file also contains ${others.join(", ")}; a program may read the wrong one`]),
    ...hintsForSize(bitsOf(found)),
    ...hintsForForm(found),
    ...(isEncrypted
      ? ["a tool into which a key is pasted needs one without encryption: `countersign keys convert` writes it"]
      : []),
  ];
}

function hintsForSize(bits: number): string[] {
  if (bits < LEAST_BITS)
    return [`the gateway requires at least ${LEAST_BITS} bits; \`countersign keys new\` makes another key`];
  if (bits > USUAL_BITS) return [`the request builders of the gateway accept at most ${USUAL_BITS} bits`];
  if (bits === USUAL_BITS) return [];
  return [`the documents of the gateway ask for ${USUAL_BITS} bits; those of 2017 asked for ${LEAST_BITS}`];
}

function hintsForForm({ kind, form }: FoundKey): string[] {
  if (kind === "public") {
    return form.startsWith("SPKI")
      ? ["give this key to the manager of the gateway, for one environment"]
      : ["the manager of the gateway needs BEGIN PUBLIC KEY: `countersign keys convert --to public` writes it"];
  }
  if (form.startsWith("PKCS#1")) {
    return [
      "PKCS#1 is for tools that ask for BEGIN RSA PRIVATE KEY; some programs read PKCS#8 only: `countersign keys convert --to pkcs8`",
    ];
  }
  if (!form.startsWith("PKCS#8")) return [];
  return [
    "PKCS#8 is for programs; for tools that ask for BEGIN RSA PRIVATE KEY: `countersign keys convert --to pkcs1`",
  ];
}
