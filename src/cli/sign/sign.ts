/**
 * `countersign sign`: signs one request and prints what to send.
 *
 * @module
 */

import type { Terminal } from "../../conformance/reporters/index.ts";
import {
  type Credentials,
  OAuth1Error,
  type SignatureMethod,
  type SignedRequest,
  type SignOptions,
  sign,
} from "../../index.ts";
import { type NameValue, parseForm } from "../../oauth1/index.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { readInput } from "../input/read-file.ts";
import { readSecret } from "../input/secrets.ts";
import { curlLine } from "../output/curl-command.ts";
import { stageLines } from "./stage-lines.ts";

/** What the command takes. */
export interface SignCommandOptions {
  readonly url: string;
  readonly method?: string;
  readonly form?: readonly string[];
  readonly formFile?: string;
  readonly bodyFile?: string;
  readonly contentType?: string;
  /** True without a value. */
  readonly bodyHash?: true | string;
  readonly consumerKey: string;
  readonly token?: string;
  readonly signatureMethod: string;
  readonly consumerSecretFile?: string;
  readonly tokenSecretFile?: string;
  readonly privateKeyFile?: string;
  readonly passphraseFile?: string;
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly realm?: string;
  readonly transport?: string;
  readonly protocolParameter?: readonly string[];
  /** False with `--no-oauth-version`. */
  readonly oauthVersion?: boolean;
  readonly curl?: boolean;
  readonly trace?: boolean;
}

/** Signs and prints; returns the exit code. */
export function signCommand(options: SignCommandOptions, terminal: Terminal): number {
  checkOptions(options);
  const signed = signOrExplain(options);
  if (options.trace) terminal.out(`${stageLines(signed, terminal)}\n`);
  terminal.out(`${options.curl ? curlOf(signed, options) : plain(signed, options.transport)}\n`);
  return EXIT.ok;
}

/** What each option alone does not tell. Standard input can be read once. */
function checkOptions(options: SignCommandOptions): void {
  const { formFile, bodyFile, consumerSecretFile, tokenSecretFile, privateKeyFile, passphraseFile } = options;
  const files = [formFile, bodyFile, consumerSecretFile, tokenSecretFile, privateKeyFile, passphraseFile];
  if (files.filter((file) => file === "-").length > 1) {
    throw new UsageError("only one option can read standard input (-)");
  }
  if (options.contentType !== undefined && bodyFile === undefined) {
    throw new UsageError("--content-type is the type of a --body-file, got none", "a form has its type already");
  }
}

function signOrExplain(options: SignCommandOptions): SignedRequest {
  try {
    return sign(requestOf(options), credentialsOf(options), signOptionsOf(options));
  } catch (error) {
    if (error instanceof OAuth1Error) throw new UsageError(`${error.message} (${error.code})`, HINTS[error.code]);
    throw error;
  }
}

const HINTS: Partial<Record<OAuth1Error["code"], string>> = {
  "key-missing":
    "give --consumer-secret-file or COUNTERSIGN_CONSUMER_SECRET for HMAC and PLAINTEXT, --private-key-file or COUNTERSIGN_PRIVATE_KEY for RSA",
  "key-passphrase-wrong": "give --passphrase-file or COUNTERSIGN_PASSPHRASE",
  "parameter-reserved": "give oauth_callback and the like with --protocol-parameter",
};

function requestOf({
  url,
  method,
  form,
  formFile,
  bodyFile,
  transport,
}: SignCommandOptions): Parameters<typeof sign>[0] {
  const pairs: NameValue[] = [
    ...(formFile === undefined ? [] : parseForm(readForm(formFile))),
    ...(form ?? []).map((argument) => pair("--form", argument)),
  ];
  const hasForm = form !== undefined || formFile !== undefined;
  const hasBody = hasForm || bodyFile !== undefined || transport === "body" || transport === "header-and-body";
  return {
    method: method ?? (hasBody ? "POST" : "GET"),
    url,
    ...(hasForm ? { form: pairs } : {}),
    ...(bodyFile === undefined ? {} : { body: readInput(bodyFile) }),
  };
}

/** A form that is not well encoded could only be signed by guessing what was meant. */
function readForm(path: string): string {
  const form = readInput(path)
    .toString("latin1")
    .replace(/\r?\n$/, "");
  const stray = /[^\x21-\x7e]|%(?![0-9A-Fa-f]{2})/.exec(form);
  if (stray === null) return form;
  throw new UsageError(
    `--form-file must be form-encoded (a%20b=%C3%A9&…), got ${JSON.stringify(stray[0])} at octet ${stray.index + 1}`,
    "give parameters that are not encoded with --form",
  );
}

function pair(option: string, argument: string): NameValue {
  const equals = argument.indexOf("=");
  if (equals === -1) throw new UsageError(`${option} must be name=value, got ${JSON.stringify(argument)}`);
  return [argument.slice(0, equals), argument.slice(equals + 1)];
}

/**
 * The method decides which secrets are read, so that a variable left over from elsewhere does no harm. The signer
 * reports what is missing, hence the casts.
 */
function credentialsOf(options: SignCommandOptions): Credentials {
  const { consumerKey, token } = options;
  const signatureMethod = options.signatureMethod as SignatureMethod;
  if (signatureMethod.startsWith("RSA-")) {
    const privateKey = readSecret({ file: options.privateKeyFile, variable: "COUNTERSIGN_PRIVATE_KEY" });
    const passphrase = readSecret({ file: options.passphraseFile, variable: "COUNTERSIGN_PASSPHRASE" });
    return { consumerKey, token, signatureMethod, privateKey, passphrase } as Credentials;
  }
  const consumerSecret = readSecret({ file: options.consumerSecretFile, variable: "COUNTERSIGN_CONSUMER_SECRET" });
  const tokenSecret = readSecret({ file: options.tokenSecretFile, variable: "COUNTERSIGN_TOKEN_SECRET" });
  return { consumerKey, token, signatureMethod, consumerSecret, tokenSecret } as Credentials;
}

function signOptionsOf(options: SignCommandOptions): SignOptions {
  const { nonce, timestamp, realm, bodyHash, protocolParameter, oauthVersion } = options;
  return {
    nonce,
    timestamp,
    realm,
    bodyHash: bodyHash as SignOptions["bodyHash"],
    version: oauthVersion === false ? null : "1.0",
    transport: options.transport as SignOptions["transport"],
    protocolParameters: protocolParameter?.map((argument) => pair("--protocol-parameter", argument)),
  };
}

/** The parts of the request that carry the protocol parameters. */
function plain({ authorization, url, body }: SignedRequest, transport = "header"): string {
  const header = `Authorization: ${authorization}`;
  switch (transport) {
    case "query":
      return url;
    case "body":
      return String(body);
    case "header-and-body":
      return `${header}\n\n${body}`;
    default:
      return header;
  }
}

function curlOf(signed: SignedRequest, { bodyFile, contentType }: SignCommandOptions): string {
  if (bodyFile === undefined) return curlLine(signed);
  if (bodyFile === "-") throw new UsageError("--curl needs --body-file to name a file, got standard input");
  return curlLine(signed, { file: bodyFile, contentType: contentType ?? "application/octet-stream" });
}
