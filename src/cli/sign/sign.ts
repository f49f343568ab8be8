/** `countersign sign`: signs one request and prints what to send. */

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
import { EXIT, type ExitCode, UsageError } from "../exit-codes.ts";
import { checkStandardInput, readFile } from "../input/read-file.ts";
import { readSecret } from "../input/secrets.ts";
import { curlCommand } from "../output/curl-command.ts";
import { stageLines } from "./stage-lines.ts";

/** As they were typed; the help text of the command says what each one does. */
export interface SignCommandOptions {
  readonly url: string;
  readonly method?: string;
  readonly form?: readonly string[];
  readonly formFile?: string;
  readonly bodyFile?: string;
  readonly contentType?: string;
  /** `true` if the option has no value. */
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

/** Signs one request and prints it. Returns the exit code. */
export function signCommand(options: SignCommandOptions, terminal: Terminal): ExitCode {
  checkOptions(options);
  const signed = signOrRefuse(options);
  if (options.trace) terminal.out(`${stageLines(signed, terminal)}\n`);
  terminal.out(`${options.curl ? curlOf(signed, options) : plain(signed, options.transport)}\n`);
  return EXIT.ok;
}

function checkOptions(options: SignCommandOptions): void {
  const { formFile, bodyFile, consumerSecretFile, tokenSecretFile, privateKeyFile, passphraseFile } = options;
  checkStandardInput([formFile, bodyFile, consumerSecretFile, tokenSecretFile, privateKeyFile, passphraseFile]);
  if (options.contentType !== undefined && bodyFile === undefined) {
    throw new UsageError(
      "--content-type needs --body-file",
      "a form has its content type already: leave the option out",
    );
  }
}

function signOrRefuse(options: SignCommandOptions): SignedRequest {
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
    ...(bodyFile === undefined ? {} : { body: readFile(bodyFile) }),
  };
}

/** A form with encoding errors is refused: the signer would have to guess what was meant. */
function readForm(path: string): string {
  const form = readFile(path)
    .toString("latin1")
    .replace(/\r?\n$/, "");
  const stray = /[^\x21-\x7e]|%(?![0-9A-Fa-f]{2})/.exec(form);
  if (stray === null) return form;
  throw new UsageError(
    `--form-file must be form-encoded (a%20b=%C3%A9&…), got ${JSON.stringify(stray[0])} at octet ${stray.index + 1}`,
    "for parameters that are not encoded, use --form name=value",
  );
}

function pair(option: string, argument: string): NameValue {
  const equals = argument.indexOf("=");
  if (equals === -1) throw new UsageError(`${option} must be name=value, got ${JSON.stringify(argument)}`);
  return [argument.slice(0, equals), argument.slice(equals + 1)];
}

/**
 * Reads only the secrets that the method needs: a variable that was set for something else has no effect. The casts are
 * there because the signer reports what is missing.
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

/** The part of the request that contains the protocol parameters. */
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
  if (bodyFile === undefined) return curlCommand(signed);
  if (bodyFile === "-")
    throw new UsageError("--curl needs a file in --body-file, got standard input", "write the body to a file first");
  return curlCommand(signed, { file: bodyFile, contentType: contentType ?? "application/octet-stream" });
}
