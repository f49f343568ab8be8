/** `countersign sign`: its options and its help text. */

import type { Command } from "commander";
import { SIGNATURE_METHODS } from "../../spec/signature-methods.ts";
import { processTerminal } from "../output/terminal.ts";
import type { SignCommandOptions } from "../sign/sign.ts";
import { collect, describeExits, finish, programAfterDashes } from "./command.ts";

export function addSign(program: Command): void {
  const command = program
    .command("sign [program...]")
    .usage("[options] [-- PROGRAM ARGS…]")
    .description(
      "sign one request; print the header, or a curl command. A program after -- can sign instead of a key: it gets the octets on standard input, and prints the signature as octets or in base64",
    )
    .requiredOption("--url <url>", "absolute http or https URL, percent-encoded")
    .requiredOption("--consumer-key <key>", "the identifier of the client")
    .option("--signature-method <method>", SIGNATURE_METHODS.join(", ").replace(/, (?=\w+$)/, " or "), "HMAC-SHA1")
    .option("--method <method>", "HTTP method (default: POST with a form or body, otherwise GET)")
    .option("--form <name=value>", "a form parameter, not encoded; repeatable", collect)
    .option("--form-file <file>", "form parameters, form-encoded; - is standard input")
    .option("--body-file <file>", "a body that is not a form; - is standard input")
    .option("--content-type <type>", "type of that body in the curl command")
    .option("--body-hash [hash]", "sign a hash of the body (oauth_body_hash), with the hash of the method or SHA-1")
    .option("--token <token>", "the identifier of the token")
    .option("--consumer-secret-file <file>", "or COUNTERSIGN_CONSUMER_SECRET")
    .option("--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET")
    .option("--private-key-file <file>", "or COUNTERSIGN_PRIVATE_KEY; PEM, or a file with DER")
    .option("--passphrase-file <file>", "or COUNTERSIGN_PASSPHRASE")
    .option("--nonce <nonce>", "default: 128 random bits")
    .option("--timestamp <seconds>", "default: now")
    .option("--no-oauth-version", "leave oauth_version out")
    .option("--realm <realm>", "realm of the header; may be empty")
    .option("--transport <where>", "header, body, query or header-and-body", "header")
    .option("--charset <charset>", "charset in the Content-Type of a form: utf-8 or iso-8859-1 (default: none)")
    .option("--protocol-parameter <name=value>", "oauth_callback and similar ones; repeatable", collect)
    .option("--curl", "print a complete curl command")
    .option("--trace", "print every stage except the key first")
    .action(async (words: string[], options: SignCommandOptions) => {
      const signing = programAfterDashes(words);
      const { signCommand } = await import("../sign/sign.ts");
      await finish(signCommand(signing, options, processTerminal()));
    });
  describeExits(command, [
    "countersign sign --url https://gateway.example/pay --consumer-key shop --form amount=10.42 --consumer-secret-file secret",
    "countersign sign --url https://gateway.example/pay --consumer-key shop --signature-method RSA-SHA256 --private-key-file shop.pkcs8.pem --curl",
    "countersign sign --url https://gateway.example/pay --consumer-key shop --signature-method RSA-SHA256 -- openssl dgst -sha256 -sign key.pem",
  ]);
}
