/**
 * Reads secrets and keys from files or the environment, never from arguments, which other users of the machine can
 * read.
 */

import { statSync } from "node:fs";
import { dirname } from "node:path";
import { type KeyReport, pemOfKey, reportOfKey } from "../../keys/index.ts";
import { COUNTERSIGN } from "../../platform/index.ts";
import { createRedactor, type Redactor } from "../../redaction/index.ts";
import { shellWord } from "../../requests/request-to-paste.ts";
import { UsageError } from "../process/exit-codes.ts";
import { readFile } from "./read-file.ts";
import { shownPath } from "./system-reason.ts";

/** The options of the files with the secrets of a client. */
export interface SecretOptions {
  readonly consumerSecretFile?: string | undefined;
  readonly tokenSecretFile?: string | undefined;
}

/** Reads the secrets of a client from files or variables. */
export function readSecrets({ consumerSecretFile, tokenSecretFile }: SecretOptions): {
  readonly consumerSecret: string | undefined;
  readonly tokenSecret: string | undefined;
} {
  return {
    consumerSecret: readSecret({ file: consumerSecretFile, variable: "COUNTERSIGN_CONSUMER_SECRET" }),
    tokenSecret: readSecret({ file: tokenSecretFile, variable: "COUNTERSIGN_TOKEN_SECRET" }),
  };
}

/** Where a secret or a key is. */
export interface SecretSource {
  readonly file: string | undefined;
  /** The name of the environment variable; "" if there is no such variable. */
  readonly variable: string;
}

/**
 * Reads a secret from a file or, without a file, from a variable. A line feed at the end of the file and a byte order mark
 * at its beginning are not part of the secret: editors add them.
 *
 * @returns `undefined` if neither the file nor the variable is given
 * @throws {@link UsageError} which does not quote the path: the path may be the secret, given in the wrong place
 */
export function readSecret(source: SecretSource): string | undefined {
  return readSecretFile(source)?.secret;
}

/** Like {@link readSecret}, but also returns the unchanged text of the file or variable: a file may be readable only once. */
export function readSecretFile({ file, variable }: SecretSource) {
  const contents = file === undefined ? process.env[variable] : readFile(file, nameOf(file, variable));
  if (contents === undefined) return undefined;
  return { secret: typeof contents === "string" ? contents : secretIn(contents), contents };
}

/** The path for a message, unless the text does not look like a path: it may be the secret. */
function nameOf(file: string, variable: string): string {
  if (/\.(?:key|pem|der|txt|secret|json|env)$/i.test(file) || isFolder(dirname(file))) return shownPath(file);
  const suspected = variable === "" ? "a secret" : `the value of ${variable}`;
  return `a name that is not shown, because it may be ${suspected}`;
}

/** Whether a path names an existing folder other than the current one. */
function isFolder(path: string): boolean {
  return path !== "." && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function secretIn(octets: Buffer): string {
  const secret = octets.toString("utf8").replace(/^\ufeff|\r?\n$/g, "");
  rememberSecret(secret);
  return secret;
}

/** Options of {@link readPrivateKeyText}. */
export interface PrivateKeyOptions {
  /** @default the variable `COUNTERSIGN_PASSPHRASE` */
  readonly passphrase?: string | undefined;
}

/**
 * Reads a private key of any form from a file or from `COUNTERSIGN_PRIVATE_KEY`, and repairs what copying and environment
 * variables do to keys.
 *
 * @returns an RSA key as PEM without encryption; `undefined` if neither the file nor the variable is given
 * @throws {@link UsageError} which names the problem, and quotes nothing
 */
export function readPrivateKeyText(
  file: string | undefined,
  { passphrase = process.env.COUNTERSIGN_PASSPHRASE }: PrivateKeyOptions = {},
): string | undefined {
  const key = readKey({ file, variable: "COUNTERSIGN_PRIVATE_KEY" }, passphrase);
  if (key === undefined || key.report.kind !== "public") return key?.pem;
  const { form } = key.report;
  const what = form === "certificate" ? "a certificate" : "a public key";
  throw new UsageError(`expected a private key, got ${what}`, "give the private key of the client");
}

/** Reads a public key or a certificate of any form; of a private key, the public half is used. */
export function readPublicKeyText(source: SecretSource): string | undefined {
  return readKey(source, process.env.COUNTERSIGN_PASSPHRASE)?.pem;
}

function readKey({ file, variable }: SecretSource, passphrase: string | undefined) {
  const given = file === undefined ? process.env[variable] : readFile(file, nameOf(file, variable));
  if (given === undefined) return undefined;
  const text = typeof given === "string" ? given : given.toString("latin1");
  const report = reportOfKey(given, passphrase);
  const pem = pemOfKey(text, report);
  if (report.kind !== "public") for (const one of [text.trim(), pem]) rememberSecret(one);
  if (report.problem === undefined) return { report, pem };
  const kind = variable.includes("PUBLIC") || variable === "" ? "public" : "private";
  const hint =
    keyHint(report, file) ??
    `to see what is wrong with it, run: ${COUNTERSIGN} keys check ${shellWord(file ?? "FILE")}`;
  throw new UsageError(`the ${kind} key cannot be used: ${report.problem}`, hint);
}

/** A hint for a key that cannot be read. */
export function keyHint({ command, isEncrypted, form }: KeyReport, file = "FILE"): string | undefined {
  const filled = command?.replace("FILE", shellWord(file));
  // Only another program decrypts a key of OpenSSH.
  if (!isEncrypted || form === "openssh") return filled;
  return `give its passphrase in COUNTERSIGN_PASSPHRASE, or decrypt a copy: ${filled}`;
}

/** Notes on secrets with white space around them, which is kept because it may be a part of the secret. */
export function secretNotes(secrets: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => secret !== undefined && secret !== secret.trim())
    .map(([name]) => `note: ${name} has white space before or after it, which is kept; check that it is a part of it`);
}

const VARIABLES = ["CONSUMER_SECRET", "TOKEN_SECRET", "PRIVATE_KEY", "PASSPHRASE"].map((name) => `COUNTERSIGN_${name}`);
/** The secrets that this process has read. A process runs one command. */
const remembered = new Set<string>();

/** Hides a secret in all later messages. */
export function rememberSecret(secret: string): void {
  if (!/-----BEGIN (?:PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE)-----/.test(secret)) remembered.add(secret);
}

/** Forgets the secrets, for a process that runs several commands. */
export function forgetSecrets(): void {
  remembered.clear();
}

/** The secrets that this process was given in files and variables, even if its command does not use them. */
export function givenSecrets(): string[] {
  return [...remembered, ...VARIABLES.flatMap((name) => process.env[name] ?? [])].filter(Boolean);
}

/** Hides the given secrets; `undefined` if there are none. */
export function givenSecretsRedactor({ showCardData }: { readonly showCardData: boolean }): Redactor | undefined {
  const secrets = givenSecrets();
  return secrets.length === 0 && showCardData ? undefined : createRedactor({ secrets, showCardData });
}
