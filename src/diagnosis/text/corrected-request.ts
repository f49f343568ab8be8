/** The request with the correct signature, and a curl command that sends it: `countersign explain --fixed` and the inspector. */

import {
  addSignature,
  headerValues,
  type NameValue,
  type SigningInput,
  signatureAsync,
  specification,
  toOctetPairs,
  toText,
  trace,
} from "../../model/index.ts";
import { hexText, randomOctets } from "../../platform/index.ts";
import { curlCommand, signedPart } from "../../requests/request-to-paste.ts";
import { isRsaMethod, isSignatureMethod } from "../../spec/signature-methods.ts";
import type { DiagnosisInput } from "../input/diagnosis-input.ts";
import { SECRET_NAMES } from "../input/misplaced-parameters.ts";
import type { ReadCase, Reading } from "../input/read-case.ts";
import { redactorFor } from "../input/redactor.ts";

/** How to write the request. */
export interface CorrectionOptions {
  /** Whether to replace the nonce and the timestamp by new ones. @default false */
  readonly fresh?: boolean;
  /** The end of the sentence that describes how to see card data. @default "add --show-values" */
  readonly howToShow?: string;
  /** The end of the sentence that describes how to use the other scheme. @default "add --scheme" with the other scheme */
  readonly howToChooseScheme?: string;
}

/** The corrected request, without secrets. */
export interface CorrectedRequest {
  /** The Authorization header, or the URL or the body that contains the signature. */
  readonly signed: string;
  readonly curl: string;
  /** Warnings to read before sending it. */
  readonly notes: readonly string[];
}

/** Thrown if a request cannot be corrected. */
export class CorrectionError extends Error {
  override readonly name = "CorrectionError";
  readonly code: "request-unreadable" | "secret-missing" | "private-key-missing";

  constructor(code: CorrectionError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Signs a request correctly and writes it again. This also works for RSA in a browser, where only WebCrypto signs.
 *
 * @param reading the request with the scheme to sign
 * @throws {@link CorrectionError} (as a rejection) if the request cannot be read, or if the secret or the private key is missing
 */
export async function correctedRequest(
  read: ReadCase,
  reading: Reading,
  options: CorrectionOptions,
): Promise<CorrectedRequest> {
  const { privateKey, ...request } = signable(read.input, reading, options);
  const { baseString, signature } = trace(request);
  const { signatureMethod } = request;
  const signed =
    privateKey === undefined ? signature : await signatureAsync({ signatureMethod, baseString, privateKey });
  return writtenAgain(read, reading, options, request, signed);
}

function writtenAgain(
  { input, redactor: { text: redact } }: ReadCase,
  { assumedScheme }: Reading,
  options: CorrectionOptions,
  request: SigningInput,
  signature: string | undefined,
): CorrectedRequest {
  const { fresh = false, howToShow = "add --show-values", howToChooseScheme } = options;
  if (signature === undefined) {
    throw isRsaMethod(request.signatureMethod)
      ? new CorrectionError("private-key-missing", "the correction needs the private key")
      : new CorrectionError("secret-missing", "the correction needs the consumer secret");
  }
  const { authorizationHeader, url = request.url, body } = addSignature(request, signature, specification);
  const fields: (readonly [string, string])[] = [
    ...(request.headers ?? []).filter(([name]) => !SET_BY_CURL_RE.test(name)),
    ...(authorizationHeader === undefined ? [] : [["Authorization", authorizationHeader] as const]),
  ];
  const headers: Record<string, string> = Object.fromEntries(fields);
  const sent = { method: request.method, url, headers, authorization: authorizationHeader ?? "", body };
  const bodyFile = bodyFileFor(request, body);
  const signed = signedPart(sent, request.transport);
  const curl = curlCommand(sent, bodyFile);
  const hidesSecret = redactorFor(input, true).text(signed + curl) !== signed + curl;
  const hidesCard = !hidesSecret && redact(signed + curl) !== signed + curl;
  const otherScheme = assumedScheme === "http" ? "https" : "http";
  const notes = [
    assumedScheme !== undefined &&
      `It is signed for ${assumedScheme}, which is assumed. For ${otherScheme}, ${howToChooseScheme ?? `add --scheme ${otherScheme}`}.`,
    hidesSecret && "A secret in it is masked, so it cannot be sent as it is.",
    hidesCard && `Card data in it is masked, so it cannot be sent as it is. To see it, ${howToShow}.`,
    bodyFile !== undefined && `Save the body, octet by octet, as ${bodyFile.file} first.`,
    !fresh &&
      "It has the nonce and the timestamp of the request, which a server may reject. For new ones, add --fresh.",
  ];
  return { signed: redact(signed), curl: redact(curl), notes: notes.filter((note) => note !== false) };
}

const SET_BY_CURL_RE = /^(?:host|content-length|transfer-encoding|connection|accept-encoding|:.*)$/i;

/** The request that the client meant, with its keys. */
function signable({ key }: DiagnosisInput, { parsed }: Reading, { fresh = false }: CorrectionOptions): SigningInput {
  if ("kind" in parsed) throw new CorrectionError("request-unreadable", parsed.message);
  const { request } = parsed.interpretations[0].computation;
  // A key for the other family may be given, too: the signature method decides which one signs.
  const privateKey = isRsaMethod(request.signatureMethod) ? key.privateKey : undefined;
  const sendable = toOctetPairs(request.protocolParameters).filter(([name]) => !SECRET_NAMES.includes(toText(name)));
  const protocolParameters = sendable.map(([name, value]): NameValue => {
    switch (toText(name)) {
      case "oauth_nonce":
        return [name, fresh ? freshNonce() : value];
      case "oauth_timestamp":
        return [name, fresh ? String(Math.floor(Date.now() / 1000)) : inSeconds(toText(value))];
      case "oauth_signature_method":
        return [name, isSignatureMethod(toText(value)) ? value : request.signatureMethod];
      default:
        return [name, value];
    }
  });
  const isNamed = sendable.some(([name]) => toText(name) === "oauth_signature_method");
  const method: NameValue[] = isNamed ? [] : [["oauth_signature_method", request.signatureMethod]];
  return { ...request, privateKey, protocolParameters: [...protocolParameters, ...method] };
}

/** A nonce without digits, because a redactor may take digits for a card number. */
function freshNonce(): string {
  return hexText(randomOctets(16)).replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!);
}

/** Converts a timestamp in milliseconds, with a fraction or as a date to whole seconds; other text stays unchanged. */
function inSeconds(timestamp: string): string {
  if (/^\d{13}$/.test(timestamp)) return timestamp.slice(0, -3);
  const time = /^\d{4}-\d\d-\d\dT/.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(time) ? timestamp.replace(/^(\d+)[.,]\d+$/, "$1") : String(Math.floor(time / 1000));
}

/** The file for a body that a shell or terminal would change. */
function bodyFileFor({ form, headers = [] }: SigningInput, body: string | undefined): BodyFile {
  const [contentType = ""] = headerValues({ headers }, "content-type");
  if (form !== undefined || body === undefined || body === "") return undefined;
  // Without this header, curl would send the Content-Type of a form.
  if (contentType !== "" && !/[\p{C}\ufffd]/u.test(body)) return undefined;
  return { file: "body.bin", contentType };
}

type BodyFile = Parameters<typeof curlCommand>[1];
