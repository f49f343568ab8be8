/** The credentials for the captured client: given in the options or generated. */

import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { ExpectedCredentials } from "../../conformance/capture/index.ts";
import { readPrivateKeyText, readSecretFile } from "../input/secrets.ts";
import { pemOf } from "../keys/key-files.ts";
import type { CaptureOptions } from "../options/capture.ts";
import { UsageError } from "../process/exit-codes.ts";

/** The credentials, and the secrets among them that were generated for this run. */
export interface CaptureCredentials extends ExpectedCredentials {
  readonly generated: Pick<Partial<ExpectedCredentials>, "consumerSecret" | "tokenSecret">;
  /** The given secrets, unchanged: the client must read them as from its user's files, with a line break at the end. */
  readonly secretFiles: { readonly [secret in "consumerSecret" | "tokenSecret"]?: Buffer | string | undefined };
}

const KEY_BITS = 2048;

/**
 * Reads the credentials or generates them; for requests that are already signed, at least one must be given. For a varied
 * program, a generated secret contains a character that must be percent-encoded in the key (RFC 5849 3.4.2).
 */
export function captureCredentials(options: CaptureOptions): CaptureCredentials {
  const { consumerKey = "capture", token, tokenSecretFile, privateKeyFile } = options;
  if (tokenSecretFile !== undefined && token === undefined) {
    throw new UsageError("--token-secret-file needs --token, got none");
  }
  const isVaried = options.vary === true;
  const pem = readPrivateKeyText(privateKeyFile);
  const consumer = readSecretFile({ file: options.consumerSecretFile, variable: "COUNTERSIGN_CONSUMER_SECRET" });
  const ofToken = readSecretFile({ file: tokenSecretFile, variable: "COUNTERSIGN_TOKEN_SECRET" });
  if (options.verify !== undefined && pem === undefined && consumer === undefined) {
    throw new UsageError(
      "--verify needs the keys that the requests were signed with, got none",
      "give --consumer-secret-file or --private-key-file; keys that a capture generated are deleted when it ends",
    );
  }
  const privateKey = pem === undefined ? generateKey() : createPrivateKey(pem);
  const generated = {
    ...(consumer === undefined ? { consumerSecret: generateSecret(isVaried) } : {}),
    ...(token !== undefined && ofToken === undefined ? { tokenSecret: generateSecret(isVaried) } : {}),
  };
  return {
    consumerKey,
    generated,
    secretFiles: { consumerSecret: consumer?.contents, tokenSecret: ofToken?.contents },
    consumerSecret: notEmpty(consumer?.secret ?? generated.consumerSecret!),
    ...(token === undefined ? {} : { token, tokenSecret: ofToken?.secret ?? generated.tokenSecret! }),
    privateKey: pemOf(privateKey, "pkcs8"),
    publicKey: pemOf(privateKey, "public"),
  };
}

function generateSecret(isVaried: boolean): string {
  const secret = randomBytes(24).toString("base64url");
  return isVaried ? `${secret.slice(0, 16)}&${secret.slice(16)}` : secret;
}

function generateKey(): KeyObject {
  return generateKeyPairSync("rsa", { modulusLength: KEY_BITS }).privateKey;
}

function notEmpty(secret: string): string {
  if (secret !== "") return secret;
  throw new UsageError("the consumer secret must not be empty");
}
