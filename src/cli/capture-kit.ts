/**
 * What a captured client finds in its environment: addresses, secrets, and files that are there as long as the run.
 *
 * @module
 */

import { createPrivateKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import type { ExpectedCredentials } from "../conformance/capture/index.ts";

/** A folder of files that only its owner can read. */
export interface CaptureKit {
  readonly files: Readonly<Record<"consumerSecret" | "tokenSecret" | "pkcs8" | "pkcs1" | "publicKey", string>>;
  /** PEM of the made-up authority, with TLS. */
  readonly authorityFile: string | undefined;
  /** The variables for a client of this address. */
  environment(origin: string): Record<string, string>;
  remove(): void;
}

const MODE = 0o600;

/** Where the variable below points in the double, as in the gateway's documents. */
const CREATE_CARD_REF = "/processing/api/v4/create-card-ref/1";

/** Variables in which a client names the authorities that it trusts, instead of those of the system. */
const BUNDLE_VARIABLES = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"] as const;
/** Names what Node trusts beside its own. */
const ADDITION_VARIABLE = "NODE_EXTRA_CA_CERTS";

/** Writes the files. */
export function createKit(expected: ExpectedCredentials, authority: string | undefined): CaptureKit {
  const folder = mkdtempSync(join(tmpdir(), "countersign-capture-"));
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: MODE, flag: "wx" });
    return path;
  };
  const files = {
    consumerSecret: write("consumer-secret", expected.consumerSecret),
    tokenSecret: write("token-secret", expected.tokenSecret ?? ""),
    pkcs8: write("private-key.pkcs8.pem", expected.privateKey),
    pkcs1: write("private-key.pkcs1.pem", pkcs1Of(expected.privateKey)),
    publicKey: write("public-key.pem", expected.publicKey),
  };
  const authorityFile = authority && write("authority.pem", authority);
  return {
    files,
    authorityFile,
    environment: (origin) => ({
      COUNTERSIGN_URL: origin,
      COUNTERSIGN_GATEWAY_URL: `${origin}${CREATE_CARD_REF}`,
      COUNTERSIGN_CONSUMER_KEY: expected.consumerKey,
      COUNTERSIGN_CONSUMER_SECRET: expected.consumerSecret,
      COUNTERSIGN_CONSUMER_SECRET_FILE: files.consumerSecret,
      ...(expected.token === undefined ? {} : { COUNTERSIGN_TOKEN: expected.token }),
      ...(expected.tokenSecret === undefined ? {} : { COUNTERSIGN_TOKEN_SECRET: expected.tokenSecret }),
      COUNTERSIGN_PRIVATE_KEY_FILE: files.pkcs8,
      COUNTERSIGN_PRIVATE_KEY_PKCS1_FILE: files.pkcs1,
      COUNTERSIGN_PUBLIC_KEY_FILE: files.publicKey,
      ...(authorityFile === undefined ? {} : trust(authority!, authorityFile, write)),
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function pkcs1Of(privateKey: string): string {
  return createPrivateKey(privateKey).export({ type: "pkcs1", format: "pem" }).toString();
}

/** A bundle replaces what a client trusts, so it holds the rest as well: the command may speak to others, too. */
function trust(
  authority: string,
  authorityFile: string,
  write: (name: string, text: string) => string,
): Record<string, string> {
  const trusted = [...BUNDLE_VARIABLES, ADDITION_VARIABLE].map((variable) => readIfThere(process.env[variable]));
  const additions = write("additions.pem", [authority, readIfThere(process.env[ADDITION_VARIABLE])].join("\n"));
  const bundle = write("bundle.pem", [authority, ...trusted, ...rootCertificates].join("\n"));
  return {
    COUNTERSIGN_CA_FILE: authorityFile,
    [ADDITION_VARIABLE]: additions,
    ...Object.fromEntries(BUNDLE_VARIABLES.map((variable) => [variable, bundle])),
  };
}

function readIfThere(path: string | undefined): string {
  try {
    return path === undefined ? "" : readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
