/**
 * Secrets and keys come from files or the environment, never from arguments: other users of a machine can read those.
 *
 * @module
 */

import { readInput } from "./read-file.ts";

/** Where a secret is looked for: the file that an option names, then a variable. */
export interface SecretPlace {
  readonly file: string | undefined;
  readonly variable: string;
}

/** Whoever gives a secret where the name of its file belongs must not find it in a log. */
function notShown(variable: string): string {
  return `a name that is not shown, since it may be ${variable === "" ? "a secret" : `what ${variable} holds`}`;
}

/**
 * The secret, or `undefined` where neither is there. What editors add to a file is not part of a secret: a line feed at its
 * end, a byte order mark at its beginning.
 */
export function readSecret({ file, variable }: SecretPlace): string | undefined {
  if (file !== undefined)
    return readInput(file, notShown(variable))
      .toString("utf8")
      .replace(/^\ufeff|\r?\n$/g, "");
  return process.env[variable];
}
