/**
 * Reads secrets and keys from files or the environment, never from arguments, which other users of the machine can
 * read.
 */

import type { KeyObject } from "node:crypto";
import { OAuth1Error, readPrivateKey } from "../../oauth1/index.ts";
import { createRedactor, type Redactor } from "../../redaction/index.ts";
import { readFile } from "./read-file.ts";

/**
 * Reads a secret from a file or, without a file, from a variable. A line feed at the end of the file and a byte order mark
 * at its beginning are not part of the secret: editors add them.
 *
 * @param variable the name of the environment variable; "" if there is no such variable
 * @returns `undefined` if neither the file nor the variable is given
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
  return secretIn(readFile(file, hiddenName(variable)));
}

function hiddenName(variable: string): string {
  const suspected = variable === "" ? "a secret" : `the value of ${variable}`;
  return `a name that is not shown, because it may be ${suspected}`;
}

function secretIn(octets: Buffer): string {
  const secret = octets.toString("utf8").replace(/^\ufeff|\r?\n$/g, "");
  rememberSecret(secret);
  return secret;
}

/**
 * Reads a private key from a file or from `COUNTERSIGN_PRIVATE_KEY`, as PEM. A file may also contain DER.
 *
 * @returns `undefined` if neither the file nor the variable is given
 */
export function readPrivateKeyText(file: string | undefined): string | undefined {
  const variable = "COUNTERSIGN_PRIVATE_KEY";
  if (file === undefined) return readSecret({ file, variable });
  const octets = readFile(file, hiddenName(variable));
  const pem = pemOfDer(octets);
  if (pem === undefined) return secretIn(octets);
  rememberSecret(pem);
  return pem;
}

const FIRST_OF_DER = 0x30;

function pemOfDer(octets: Buffer): string | undefined {
  if (octets[0] !== FIRST_OF_DER) return undefined;
  try {
    return (readPrivateKey(octets) as KeyObject).export({ type: "pkcs8", format: "pem" }).toString();
  } catch (error) {
    const isEncrypted = error instanceof OAuth1Error && error.code === "key-passphrase-wrong";
    if (!isEncrypted) return undefined;
    const lines = octets.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
    return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${lines}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
  }
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
