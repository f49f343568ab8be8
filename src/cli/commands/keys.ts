/** `countersign keys`: its commands and their help texts. */

import type { Command } from "commander";
import type { KeysCheckOptions, KeysConvertOptions } from "../keys/keys.ts";
import { processTerminal } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { describeExits, finish } from "./command.ts";

const PASSPHRASE = ["--passphrase-file <file>", "or COUNTERSIGN_PASSPHRASE"] as const;

export function addKeys(program: Command): void {
  const keys = program.command("keys").description("make, convert and check RSA keys");
  const create = keys
    .command("new <name>")
    .description("make a pair: <name>.pkcs8.pem, <name>.pkcs1.pem, <name>.public.pem; overwrites no file")
    .option("--bits <bits>", "size of the modulus", "4096")
    .action(async (name: string, options: { bits?: string }) => {
      const { keysNew } = await import("../keys/keys.ts");
      await finish(keysNew(name, options, processTerminal()));
    });
  const convert = keys
    .command("convert <file>")
    .description("write a key in another form, without encryption; overwrites no file")
    .requiredOption("--to <form>", "pkcs8, pkcs1, or public for the public half")
    .option("--out <file>", "default: the name of the file, with the form in it")
    .option(...PASSPHRASE)
    .action(async (file: string, options: KeysConvertOptions) => {
      const { keysConvert } = await import("../keys/keys.ts");
      await finish(keysConvert(file, options, processTerminal()));
    });
  const check = keys
    .command("check <file>")
    .description("print kind, form, size and encryption of a key, and what it is used for")
    .option("--public <file>", "check that this public key belongs to it")
    .option(...PASSPHRASE)
    .action(async (file: string, options: KeysCheckOptions) => {
      const { keysCheck } = await import("../keys/keys.ts");
      await finish(keysCheck(file, options, processTerminal()));
    });
  const made = "countersign keys new shop";
  const converted = "countersign keys convert shop.pkcs8.pem --to pkcs1";
  const checked = "countersign keys check shop.pkcs8.pem --public shop.public.pem";
  describeExits(keys, [made, converted, checked], [EXIT.failures]);
  describeExits(create, [made, `${made} --bits 2048`]);
  describeExits(convert, [converted]);
  describeExits(check, [checked], [EXIT.failures]);
}
