/** `countersign sign`: signs one request and prints the parts to send. */

import type { Terminal } from "../../conformance/reporters/index.ts";
import { shownStages } from "../../diagnosis/input/shown-stages.ts";
import {
  type Credentials,
  createSigner,
  OAuth1Error,
  type RequestToSign,
  type SignatureMethod,
  type SignedRequest,
  type SignOptions,
  type Transport,
} from "../../index.ts";
import { type ExternalCredentials, type NameValue, parseForm, type SignOctets } from "../../oauth1/index.ts";
import { curlCommand, signedPart } from "../../requests/request-to-paste.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import { checkStandardInput, readFile } from "../input/read-file.ts";
import { readPair } from "../input/read-pair.ts";
import { readPrivateKeyText, readSecret, readSecrets } from "../input/secrets.ts";
import type { SignCommandOptions } from "../options/sign.ts";
import { stageLines } from "../output/stage-lines.ts";
import { EXIT, type ExitCode, UsageError } from "../process/exit-codes.ts";
import { signatureOfProgram } from "./signing-program.ts";

/**
 * Signs one request and prints it. Returns the exit code.
 *
 * @param program - the program that signs, with its arguments; empty to sign with a key
 */
export async function signCommand(
  program: readonly string[],
  options: SignCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { formFile, bodyFile, consumerSecretFile, tokenSecretFile, privateKeyFile, passphraseFile } = options;
  checkStandardInput([formFile, bodyFile, consumerSecretFile, tokenSecretFile, privateKeyFile, passphraseFile]);
  const keyFile = consumerSecretFile ?? tokenSecretFile ?? privateKeyFile ?? passphraseFile;
  if (program.length > 0 && keyFile !== undefined) {
    throw new UsageError("the program after -- signs, so the command needs no key", "leave out the files of keys");
  }
  if (options.contentType !== undefined && bodyFile === undefined) {
    const hint = "a form has its content type already: leave the option out";
    throw new UsageError("--content-type needs --body-file", hint);
  }
  const signed = await signOrRefuse(program, options);
  if (options.trace) terminal.out(`${traceText(signed, terminal)}\n`);
  terminal.out(
    `${options.curl ? curlOf(signed, options) : signedPart(signed, (options.transport ?? "header") as Transport)}\n`,
  );
  return EXIT.ok;
}

async function signOrRefuse(program: readonly string[], options: SignCommandOptions): Promise<SignedRequest> {
  try {
    const [request, signing] = [requestOf(options), signOptionsOf(options)];
    return await createSigner(credentialsOf(program, options)).signAsync(request, signing);
  } catch (error) {
    if (!(error instanceof OAuth1Error)) throw error;
    const message = error.message.replace(/^sign must return a Uint8Array of/, "the program after -- must print");
    throw new UsageError(`${message} (${error.code})`, HINTS[error.code]);
  }
}

const HINTS: Partial<Record<OAuth1Error["code"], string>> = {
  "key-missing":
    "give --consumer-secret-file or COUNTERSIGN_CONSUMER_SECRET for HMAC and PLAINTEXT, --private-key-file or COUNTERSIGN_PRIVATE_KEY for RSA",
  "key-passphrase-wrong": "give --passphrase-file or COUNTERSIGN_PASSPHRASE",
  "parameter-reserved": "give oauth_callback and the like with --protocol-parameter",
};

function requestOf(options: SignCommandOptions): RequestToSign {
  const { url, method, form, formFile, bodyFile, transport } = options;
  const pairs: NameValue[] = [
    ...(formFile === undefined ? [] : parseForm(readForm(formFile))),
    ...(form ?? []).map((argument) => readPair("--form", argument)),
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

/** A form with encoding errors is refused: the signer would have to guess its meaning. */
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

/**
 * Reads only the secrets that the method needs: a variable that was set for something else has no effect. The casts
 * are safe because the signer reports missing values.
 */
function credentialsOf(program: readonly string[], options: SignCommandOptions): Credentials | ExternalCredentials {
  const { consumerKey, token, signatureMethod: method = "HMAC-SHA1" } = options;
  const signatureMethod = method as SignatureMethod;
  if (program.length > 0) {
    const sign: SignOctets = (octets) => signatureOfProgram(program as [string, ...string[]], octets);
    return { consumerKey, token, signatureMethod, sign } as ExternalCredentials;
  }
  if (isRsaMethod(signatureMethod)) {
    const passphrase = readSecret({ file: options.passphraseFile, variable: "COUNTERSIGN_PASSPHRASE" });
    const privateKey = readPrivateKeyText(options.privateKeyFile, { passphrase });
    return { consumerKey, token, signatureMethod, privateKey } as Credentials;
  }
  return { consumerKey, token, signatureMethod, ...readSecrets(options) } as Credentials;
}

/** The cast is safe because the signer reports an invalid value. */
function signOptionsOf(options: SignCommandOptions): SignOptions {
  const { nonce, timestamp, realm, bodyHash, transport, charset } = options;
  const version = options.oauthVersion === false ? null : "1.0";
  const protocolParameters = options.protocolParameter?.map((argument) => readPair("--protocol-parameter", argument));
  return { nonce, timestamp, realm, bodyHash, transport, charset, version, protocolParameters } as SignOptions;
}

function curlOf(signed: SignedRequest, { bodyFile, contentType }: SignCommandOptions): string {
  if (bodyFile === undefined) return curlCommand(signed);
  if (bodyFile !== "-") {
    return curlCommand(signed, { file: bodyFile, contentType: contentType ?? "application/octet-stream" });
  }
  throw new UsageError("--curl needs a file in --body-file, got standard input", "write the body to a file first");
}

/** Every stage up to the signature, computed by the model. The key is left out because it is secret. */
function traceText(signed: SignedRequest, { colors }: Terminal): string {
  const { method, url, headers, body, baseString, signature, authorization } = signed;
  const octets = body === undefined ? {} : { body: Buffer.from(body) };
  const stages = shownStages({ method, url, headers: Object.entries(headers), ...octets }, (text) => text);
  if (stages?.baseString !== baseString) throw new Error("the model and the signer disagree about the base string");
  const text = typeof body === "string" ? body : undefined;
  return stageLines(stages, { signature, "authorization-header": authorization, url, body: text }, colors).join("\n");
}
