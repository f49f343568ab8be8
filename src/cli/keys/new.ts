/** `countersign keys new`: makes an RSA key pair and writes the three files that gateways and tools ask for. */

import { generateKeyPairSync } from "node:crypto";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readNumber } from "../input/read-number.ts";
import { checkAbsent, FORM_NOTES, writeKeyFiles } from "./write-key-files.ts";

const DEFAULT_BITS = 4096;
const LEAST_BITS = 2048;
const MOST_BITS = 16384;

/** Writes NAME.pkcs8.pem, NAME.pkcs1.pem and NAME.public.pem. Overwrites no file. Returns the exit code. */
export function keysNew(
  name: string,
  { bits = String(DEFAULT_BITS) }: { readonly bits?: string },
  terminal: Terminal,
): ExitCode {
  const modulusLength = readNumber("--bits", bits, LEAST_BITS, MOST_BITS);
  const files = { pkcs8: `${name}.pkcs8.pem`, pkcs1: `${name}.pkcs1.pem`, public: `${name}.public.pem` };
  checkAbsent(Object.values(files));
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength });
  writeKeyFiles([
    [files.pkcs8, privateKey.export({ type: "pkcs8", format: "pem" })],
    [files.pkcs1, privateKey.export({ type: "pkcs1", format: "pem" })],
    [files.public, publicKey.export({ type: "spki", format: "pem" })],
  ]);
  terminal.out(
    [
      `${files.pkcs8}   ${FORM_NOTES.pkcs8}`,
      `${files.pkcs1}   ${FORM_NOTES.pkcs1}`,
      `${files.public}  ${FORM_NOTES.public}`,
      "",
    ].join("\n"),
  );
  return EXIT.ok;
}
