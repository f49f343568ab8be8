/**
 * `countersign keys convert`: the same key in another container, or the public half of it.
 *
 * @module
 */

import { createPublicKey } from "node:crypto";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { type FoundKey, type KeyFileOptions, readKeyFile } from "./read-key-file.ts";
import { FORM_NOTES, mustNotExist, writeKeyFiles } from "./write-key-files.ts";

/** What the command takes. */
export interface KeysConvertOptions extends KeyFileOptions {
  readonly to: string;
  readonly out?: string;
}

type Form = keyof typeof FORM_NOTES;

/** Writes the converted key, not encrypted; returns the exit code. Overwrites nothing. */
export function keysConvert(file: string, options: KeysConvertOptions, terminal: Terminal): number {
  const { to, out = defaultName(file, to) } = options;
  if (!isForm(to)) throw new UsageError(`--to must be pkcs8, pkcs1 or public, got ${JSON.stringify(to)}`);
  mustNotExist([out]);
  const found = readKeyFile(file, options);
  writeKeyFiles([[out, converted(found, to, file)]]);
  if (found.repairs.length > 0) terminal.out(`${file} is put right: ${found.repairs.join(", ")}\n`);
  terminal.out(`${out}  ${FORM_NOTES[to]}${to === "public" ? "" : "; it is not encrypted"}\n`);
  return EXIT.ok;
}

function isForm(text: string): text is Form {
  return Object.hasOwn(FORM_NOTES, text);
}

function converted({ key, kind }: FoundKey, to: Form, file: string): string | Buffer {
  if (to === "public") {
    return (kind === "private" ? createPublicKey(key) : key).export({ type: "spki", format: "pem" });
  }
  if (kind === "private") return key.export({ type: to, format: "pem" });
  throw new UsageError(`${file} holds a public key, which has no private key in it`);
}

/** shop.pem, shop.pkcs8.pem and shop.key become shop.pkcs1.pem. */
function defaultName(file: string, to: string): string {
  if (file === "-") throw new UsageError("a key from standard input needs --out FILE");
  return `${file.replace(/(?:\.(?:pkcs8|pkcs1|public|private))?\.(?:pem|key|der)$/i, "")}.${to}.pem`;
}
