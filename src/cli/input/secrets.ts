/**
 * Secrets and keys. They come from files or the environment, never from arguments, which other users of the machine can
 * read.
 */

import { createRedactor, type Redactor } from "../../redaction/index.ts";
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
  const text = readFile(file, `a name that is not shown, because it may be ${suspected}`).toString("utf8");
  const secret = text.replace(/^\ufeff|\r?\n$/g, "");
  rememberSecret(secret);
  return secret;
}

const VARIABLES = ["CONSUMER_SECRET", "TOKEN_SECRET", "PRIVATE_KEY", "PASSPHRASE"].map((name) => `COUNTERSIGN_${name}`);
/** The secrets that this process has read. A process runs one command. */
const remembered = new Set<string>();

/** Hides a secret in all later messages. */
export function rememberSecret(secret: string): void {
  if (!/-----BEGIN (?:PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE)-----/.test(secret)) remembered.add(secret);
}

/** Hides the secrets that this process was given in files and variables; `undefined` if there are none. */
export function givenSecretsRedactor({ showCardData }: { readonly showCardData: boolean }): Redactor | undefined {
  const secrets = [...remembered, ...VARIABLES.flatMap((name) => process.env[name] ?? [])].filter(Boolean);
  return secrets.length === 0 && showCardData ? undefined : createRedactor({ secrets, showCardData });
}
