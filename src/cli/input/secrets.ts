/**
 * Secrets and keys. They come from files or the environment, never from arguments, which other users of the machine can
 * read.
 *
 * @module
 */

import { readFile } from "./read-file.ts";

/**
 * Reads a secret from a file or, without one, from a variable. A line feed at the end of the file and a byte order mark
 * at its beginning are not part of the secret: editors add them.
 *
 * @param variable the environment variable; "" for none
 * @returns `undefined` if there is neither a file nor the variable
 * @throws {@link UsageError} which does not quote the path: it may be the secret, given in the wrong place
 */
export function readSecret({
  file,
  variable,
}: {
  readonly file: string | undefined;
  readonly variable: string;
}): string | undefined {
  if (file === undefined) return process.env[variable];
  const suspected = variable === "" ? "a secret" : `the value of ${variable}`;
  return readFile(file, `a name that is not shown, because it may be ${suspected}`)
    .toString("utf8")
    .replace(/^\ufeff|\r?\n$/g, "");
}
