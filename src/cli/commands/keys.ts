/** `countersign keys`: its commands and their help texts. */

import type { Command } from "commander";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { KeysCheckOptions } from "../keys/check.ts";
import type { KeysConvertOptions } from "../keys/convert.ts";
import { processTerminal } from "../output/terminal.ts";
import { describeExits, finish } from "./command.ts";

const PASSPHRASE = ["--passphrase-file <file>", "or COUNTERSIGN_PASSPHRASE"] as const;

export function addKeys(program: Command): void {
  const keys = program.command("keys").description("make, convert and check RSA keys");
  const create = keys
    .command("new <name>")
    .description("make a pair: <name>.pkcs8.pem, <name>.pkcs1.pem, <name>.public.pem; overwrites no file")
    .option("--bits <bits>", "size of the modulus", "4096")
    .action(async (name: string, options: { bits?: string }) => {
      const { keysNew } = await import("../keys/new.ts");
      await finish(keysNew(name, options, processTerminal()));
    });
  const convert = keys
    .command("convert <file>")
    .description("write a key in another form, without encryption; overwrites no file")
    .requiredOption("--to <form>", "pkcs8, pkcs1, or public for the public half")
    .option("--out <file>", "default: the name of the file, with the form in it")
    .option(...PASSPHRASE)
    .action(async (file: string, options: KeysConvertOptions) => {
      const { keysConvert } = await import("../keys/convert.ts");
      await finish(keysConvert(file, options, processTerminal()));
    });
  const check = keys
    .command("check <file>")
    .description("print kind, form, size and encryption of a key, and what it is used for")
    .option("--public <file>", "check that this public key belongs to it")
    .option(...PASSPHRASE)
    .action(async (file: string, options: KeysCheckOptions) => {
      const { keysCheck } = await import("../keys/check.ts");
      await finish(keysCheck(file, options, processTerminal()));
    });
  const made = "countersign keys new shop";
  const converted = "countersign keys convert shop.pkcs8.pem --to pkcs1";
  const checked = "countersign keys check shop.pkcs8.pem --public shop.public.pem";
  const exitCodes: ExitCode[] = [EXIT.ok, EXIT.usage, EXIT.ourDefect];
  const withFailures: ExitCode[] = [EXIT.ok, EXIT.failures, EXIT.usage, EXIT.ourDefect];
  describeExits(keys, { examples: [made, converted, checked], exitCodes: withFailures });
  describeExits(create, { examples: [made, `${made} --bits 2048`], exitCodes });
  describeExits(convert, { examples: [converted], exitCodes });
  describeExits(check, { examples: [checked], exitCodes: withFailures });
}
