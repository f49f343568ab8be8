/** `countersign keys`: its commands and their help texts. */

import type { Command } from "commander";
import {
  CHECK,
  CONVERT,
  type KeysCheckOptions,
  type KeysConvertOptions,
  type KeysNewOptions,
  NEW,
} from "../options/keys.ts";
import { processTerminal } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { define } from "./command.ts";

const made = "countersign keys new shop";
const converted = "countersign keys convert shop.pkcs8.pem --to pkcs1";
const checked = "countersign keys check shop.pkcs8.pem --public shop.public.pem";

export function addKeys(program: Command): void {
  const keys = program.command("keys").description("make, convert and check RSA keys");
  define(keys, { examples: [made, converted, checked], exits: [EXIT.failures] });
  const pair = "make a pair: <name>.pkcs8.pem, <name>.pkcs1.pem, <name>.public.pem; overwrites no file";
  define(keys.command("new <name>").description(pair), {
    options: NEW,
    examples: [made, `${made} --bits 2048`],
    async run(name: string, options: KeysNewOptions) {
      const { keysNew } = await import("../keys/keys.ts");
      return keysNew(name, options, processTerminal());
    },
  });
  const form = "write a key in another form, without encryption; overwrites no file";
  define(keys.command("convert <file>").description(form), {
    options: CONVERT,
    examples: [converted],
    async run(file: string, options: KeysConvertOptions) {
      const { keysConvert } = await import("../keys/keys.ts");
      return keysConvert(file, options, processTerminal());
    },
  });
  const facts = "print kind, form, size and encryption of a key, and what it is used for";
  define(keys.command("check <file>").description(facts), {
    options: CHECK,
    examples: [checked],
    exits: [EXIT.failures],
    async run(file: string, options: KeysCheckOptions) {
      const { keysCheck } = await import("../keys/keys.ts");
      return keysCheck(file, options, processTerminal());
    },
  });
}
