/** `countersign keys convert`: writes a key in another form, or only its public half. */

import { createPublicKey } from "node:crypto";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { EXIT, type ExitCode, UsageError } from "../exit-codes.ts";
import { readName } from "../input/similar-names.ts";
import { type FoundKey, type KeyFileOptions, readKeyFile } from "./read-key-file.ts";
import { checkAbsent, FORM_NOTES, writeKeyFiles } from "./write-key-files.ts";

/** As they were typed; the help text of the command says what each one does. */
export interface KeysConvertOptions extends KeyFileOptions {
  readonly to: string;
  readonly out?: string;
}

type Form = keyof typeof FORM_NOTES;
const FORMS = Object.keys(FORM_NOTES) as Form[];

/** Writes the converted key without encryption. Overwrites no file. Returns the exit code. */
export function keysConvert(file: string, options: KeysConvertOptions, terminal: Terminal): ExitCode {
  const to = readName("--to", options.to, FORMS);
  const { out = defaultName(file, to) } = options;
  checkAbsent([out]);
  const found = readKeyFile(file, options);
  writeKeyFiles([[out, converted(found, to, file)]]);
  if (found.repairs.length > 0) terminal.out(`${file} is repaired: ${found.repairs.join(", ")}\n`);
  terminal.out(`${out}  ${FORM_NOTES[to]}${to === "public" ? "" : "; it is not encrypted"}\n`);
  return EXIT.ok;
}

function converted({ key, kind }: FoundKey, to: Form, file: string): string | Buffer {
  if (to === "public") {
    return (kind === "private" ? createPublicKey(key) : key).export({ type: "spki", format: "pem" });
  }
  if (kind === "private") return key.export({ type: to, format: "pem" });
  throw new UsageError(`${file} contains a public key; --to ${to} needs a private key`);
}

/** shop.pem, shop.pkcs8.pem and shop.key become shop.pkcs1.pem. */
function defaultName(file: string, to: string): string {
  if (file === "-") throw new UsageError("a key from standard input needs --out <file>");
  return `${file.replace(/(?:\.(?:pkcs8|pkcs1|public|private))?\.(?:pem|key|der)$/i, "")}.${to}.pem`;
}
