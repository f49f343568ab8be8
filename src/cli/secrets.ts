/**
 * Secrets and keys come from files or the environment, never from arguments: other users of a machine can read those.
 *
 * @module
 */

import { createRedactor, type Redactor } from "../redaction/index.ts";
import { readInput } from "./read-input.ts";

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
  if (file === undefined) return process.env[variable];
  const text = readInput(file, notShown(variable)).toString("utf8");
  const secret = text.replace(/^\ufeff|\r?\n$/g, "");
  rememberSecret(secret);
  return secret;
}

const VARIABLES = ["CONSUMER_SECRET", "TOKEN_SECRET", "PRIVATE_KEY", "PASSPHRASE"].map((name) => `COUNTERSIGN_${name}`);
/** A process runs one command: what it read from files must not stand in any message. */
const remembered = new Set<string>();

/** Hides a secret in all messages from now on. */
export function rememberSecret(secret: string): void {
  if (!/-----BEGIN (?:PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE)-----/.test(secret)) remembered.add(secret);
}

/** Hides the secrets that this process was given, in files and in variables; `undefined` where there are none. */
export function givenSecretsRedactor({ showCardData }: { readonly showCardData: boolean }): Redactor | undefined {
  const secrets = [...remembered, ...VARIABLES.flatMap((name) => process.env[name] ?? [])].filter(Boolean);
  return secrets.length === 0 && showCardData ? undefined : createRedactor({ secrets, showCardData });
}
