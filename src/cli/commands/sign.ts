/** `countersign sign`: its options and its help text. */

import type { Command } from "commander";
import { OPTIONS, type SignCommandOptions } from "../options/sign.ts";
import { processTerminal } from "../output/terminal.ts";
import { define, programAfterDashes } from "./command.ts";

export function addSign(program: Command): void {
  define(
    program
      .command("sign [program...]")
      .usage("[options] [-- PROGRAM ARGS…]")
      .description(
        "sign one request; print the header, or a curl command. A program after -- can sign instead of a key: it gets the octets on standard input, and prints the signature as octets or in base64",
      ),
    {
      options: OPTIONS,
      examples: [
        "countersign sign --url https://gateway.example/pay --consumer-key shop --form amount=10.42 --consumer-secret-file secret",
        "countersign sign --url https://gateway.example/pay --consumer-key shop --signature-method RSA-SHA256 --private-key-file shop.pkcs8.pem --curl",
        "countersign sign --url https://gateway.example/pay --consumer-key shop --signature-method RSA-SHA256 -- openssl dgst -sha256 -sign key.pem",
      ],
      async run(words: string[], options: SignCommandOptions) {
        const signing = programAfterDashes(words);
        const { signCommand } = await import("../sign/sign.ts");
        return signCommand(signing, options, processTerminal());
      },
    },
  );
}
