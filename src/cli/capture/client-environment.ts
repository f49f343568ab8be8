/** The environment of the captured client: URLs, secrets, and files that exist during the run. */

import { createPrivateKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import type { ExpectedCredentials } from "../../conformance/capture/index.ts";
import { sign } from "../../index.ts";
import { curlCommand, shellWord } from "../../requests/request-to-paste.ts";
import { pemOf } from "../keys/key-files.ts";
import type { CaptureCredentials } from "./credentials.ts";

export type ClientEnvironment = ReturnType<typeof createClientEnvironment>;

const MODE = 0o600;

/** The path of COUNTERSIGN_GATEWAY_URL, as in the gateway's documentation. */
const CREATE_CARD_REF = "/processing/api/v4/create-card-ref/1";

/** Variables for certificate authorities that a client trusts instead of the system's. */
const BUNDLE_VARIABLES = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"] as const;
/** The variable for authorities that Node.js trusts as well. */
const ADDITION_VARIABLE = "NODE_EXTRA_CA_CERTS";

/** A temporary folder of files that only the user can read, and variables that refer to them. */
export function createClientEnvironment(
  expected: ExpectedCredentials & Partial<Pick<CaptureCredentials, "secretFiles">>,
  authority: string | undefined,
) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-capture-"));
  const { consumerSecret = expected.consumerSecret, tokenSecret = expected.tokenSecret ?? "" } =
    expected.secretFiles ?? {};
  const write = (name: string, text: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: MODE, flag: "wx" });
    return path;
  };
  const files = {
    consumerSecret: write("consumer-secret", consumerSecret),
    tokenSecret: write("token-secret", tokenSecret),
    pkcs8: write("private-key.pkcs8.pem", expected.privateKey),
    pkcs1: write("private-key.pkcs1.pem", pemOf(createPrivateKey(expected.privateKey), "pkcs1")),
    publicKey: write("public-key.pem", expected.publicKey),
  };
  const authorityFile = authority && write("authority.pem", authority);
  return {
    files,
    /** The file of the certificate authority; only with TLS. */
    authorityFile,
    /** The variables for a client of the server at this origin. */
    variables: (origin: string): Record<string, string> => ({
      ...proxyVariables(origin),
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

/** With these variables, a program sends http requests for its usual address to this server. For https, it would tunnel. */
function proxyVariables(origin: string): Record<string, string> {
  if (!origin.startsWith("http:")) return {};
  return { http_proxy: origin, HTTP_PROXY: origin };
}

/** Variables for trust in this run's authority. A bundle also has the usual authorities: the command may use other servers. */
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

/** The settings for a client that is started by hand: the URL, the locations of the credentials, and a valid request. */
export function instructions(origin: string, expected: ExpectedCredentials, environment: ClientEnvironment): string {
  const { COUNTERSIGN_GATEWAY_URL: url = origin } = environment.variables(origin);
  const { files, authorityFile } = environment;
  const { consumerKey, consumerSecret, token, tokenSecret } = expected;
  const credentials = { consumerKey, consumerSecret, token, tokenSecret, signatureMethod: "HMAC-SHA1" } as const;
  const trust = authorityFile === undefined ? "" : `CURL_CA_BUNDLE=${shellWord(authorityFile)} `;
  const signed = sign({ method: "POST", url, form: { client_orderid: "1", orderid: "2" } }, credentials);
  return [
    `listening on ${origin} until interrupted`,
    `  consumer key     ${consumerKey}`,
    `  consumer secret  in ${files.consumerSecret}`,
    ...(token === undefined ? [] : [`  token            ${token}`, `  token secret     in ${files.tokenSecret}`]),
    `  private key      in ${files.pkcs8} (PKCS#8) and ${files.pkcs1} (PKCS#1)`,
    ...(authorityFile === undefined ? [] : [`  authority        in ${authorityFile}`]),
    "a valid request, which can be sent once within the next five minutes:",
    `  ${trust}${curlCommand(signed)}`,
    `page with all requests: ${origin}/_countersign/`,
    "",
  ].join("\n");
}
