/**
 * `countersign keys new`: an RSA key pair in the three files that gateways and tools ask for.
 *
 * @module
 */

import { generateKeyPairSync } from "node:crypto";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { FORM_NOTES, mustNotExist, writeKeyFiles } from "./write-key-files.ts";

const DEFAULT_BITS = 4096;
const LEAST_BITS = 2048;
const MOST_BITS = 16384;

/** Writes NAME.pkcs8.pem, NAME.pkcs1.pem and NAME.public.pem; returns the exit code. Overwrites nothing. */
export function keysNew(
  name: string,
  { bits = String(DEFAULT_BITS) }: { readonly bits?: string },
  terminal: Terminal,
): number {
  const files = { pkcs8: `${name}.pkcs8.pem`, pkcs1: `${name}.pkcs1.pem`, public: `${name}.public.pem` };
  mustNotExist(Object.values(files));
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: readBits(bits) });
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

function readBits(text: string): number {
  const bits = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  if (bits >= LEAST_BITS && bits <= MOST_BITS) return bits;
  throw new UsageError(`--bits must be a whole number from ${LEAST_BITS} to ${MOST_BITS}, got ${JSON.stringify(text)}`);
}
