/**
 * The credentials that a captured client is given: those of the options, and made-up ones for the rest.
 *
 * @module
 */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { ExpectedCredentials } from "../conformance/capture/index.ts";
import { UsageError } from "./exit-codes.ts";
import { readSecret } from "./input/secrets.ts";

/** Where credentials come from. */
export interface CaptureKeyOptions {
  readonly consumerKey: string;
  readonly consumerSecretFile?: string;
  readonly token?: string;
  readonly tokenSecretFile?: string;
  readonly privateKeyFile?: string;
}

const MADE_UP_BITS = 2048;

/** Reads or makes them. What was signed before is judged by keys that somebody has: none is made up for it. */
export function captureKeys(
  options: CaptureKeyOptions,
  { isSigned }: { readonly isSigned: boolean },
): ExpectedCredentials {
  const { consumerKey, consumerSecretFile, token, tokenSecretFile, privateKeyFile } = options;
  if (tokenSecretFile !== undefined && token === undefined) {
    throw new UsageError("--token-secret-file goes with --token, got none");
  }
  const pem = readSecret({ file: privateKeyFile, variable: "COUNTERSIGN_PRIVATE_KEY" });
  const secret = readSecret({ file: consumerSecretFile, variable: "COUNTERSIGN_CONSUMER_SECRET" });
  if (isSigned && pem === undefined && secret === undefined) {
    throw new UsageError(
      "--judge needs the keys that the requests were signed with, got none",
      "give --consumer-secret-file or --private-key-file; keys that a capture made up are gone with it",
    );
  }
  const privateKey = pem === undefined ? madeUpKey() : readKey(pem);
  const tokenSecret = { file: tokenSecretFile, variable: "COUNTERSIGN_TOKEN_SECRET" };
  return {
    consumerKey,
    consumerSecret: notEmpty(secret ?? madeUpSecret()),
    ...(token === undefined ? {} : { token, tokenSecret: readSecret(tokenSecret) ?? madeUpSecret() }),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString(),
  };
}

function madeUpSecret(): string {
  return randomBytes(24).toString("base64url");
}

function madeUpKey(): KeyObject {
  return generateKeyPairSync("rsa", { modulusLength: MADE_UP_BITS }).privateKey;
}

function notEmpty(secret: string): string {
  if (secret !== "") return secret;
  throw new UsageError("the consumer secret must not be empty");
}

/** Says nothing of what is in the file. */
function readKey(pem: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    // Told below, without the text of the error.
  }
  if (key?.asymmetricKeyType === "rsa") return key;
  throw new UsageError(
    `the private key must be the PEM of an unencrypted RSA key, got ${key === undefined ? "none that can be read" : key.asymmetricKeyType}`,
    "countersign keys new NAME makes one",
  );
}
