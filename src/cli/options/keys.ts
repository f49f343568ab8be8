/** The options of `countersign keys`. */

import type { OptionsOf } from "./option.ts";

const PASSPHRASE = ["--passphrase-file <file>", "or COUNTERSIGN_PASSPHRASE"] as const;
export const NEW = [["--bits <bits>", "size of the modulus (default: 4096)"]] as const;
export const CONVERT = [
  ["--to <form>", "pkcs8, pkcs1, or public for the public half", "required"],
  ["--out <file>", "default: the name of the file, with the form in it"],
  PASSPHRASE,
] as const;
export const CHECK = [["--public <file>", "check that this public key belongs to it"], PASSPHRASE] as const;

/** The options as they were typed. */
export type KeysNewOptions = OptionsOf<typeof NEW>;
export type KeysConvertOptions = OptionsOf<typeof CONVERT>;
export type KeysCheckOptions = OptionsOf<typeof CHECK>;
