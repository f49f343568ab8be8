/**
 * Finds out from the request that a client sent what it meant to send.
 *
 * If the client wrote the request correctly, decoding gives what it meant. If a fault wrote the request, the meaning is
 * guessed, and a guess counts only if a fault writes exactly the sent request from the guess.
 */

import {
  addSignature,
  type HttpRequest,
  hashOf,
  headerValues,
  isProtocolParameter,
  type NameValue,
  type OctetPair,
  type ReadRequest,
  readSentRequest,
  type SignatureMethod,
  type SigningInput,
  sameOctets,
  specification,
  toOctets,
  toText,
  validUtf8Text,
} from "../../model/index.ts";
import { base64Octets, digest, hexText, latin1Octets, latin1Text } from "../../platform/index.ts";
import { HMAC_METHODS, SIGNATURE_METHODS } from "../../spec/signature-methods.ts";
import { attempt, baseStringOf, type Computation, requestSentBy } from "./computation.ts";
import type { Key } from "./diagnosis-input.ts";
import { headerLayout, rawHeaderPairs, unencodedNames } from "./malformed-header.ts";

/** What a client may have meant to send. */
export interface Interpretation {
  readonly computation: Computation;
  /** Checks whether a computation writes the same request; absent if the request was written correctly. */
  readonly writes?: (computation: Computation) => boolean;
  /** Whether the malformed header is assumed to come from no known fault. Such a guess is searched last. */
  readonly ignoresHeader?: boolean;
}

/** The signature method that a name means. */
export function methodMeant(name: string | undefined): SignatureMethod | undefined {
  const plain = (name ?? "").toUpperCase().replace(/[^A-Z0-9]/g, "");
  return SIGNATURE_METHODS.find((method) => method.replace("-", "") === plain);
}

/** The HMAC method whose signatures are as long as this one; `undefined` if there is none. */
export function methodShownBy(signature: string | undefined): SignatureMethod | undefined {
  const length = signature === undefined ? undefined : base64Octets(signature)?.length;
  return HMAC_METHODS.find((method) => digest(hashOf(method), "").length === length);
}

/** The request, decoded correctly. */
export function interpretationOf(
  sent: HttpRequest,
  read: ReadRequest,
  signatureMethod: SignatureMethod,
  key: Key,
  isUnreadable: boolean,
): Interpretation {
  const transport = read.transport ?? "header";
  const { query, header, body } = read.sources;
  const carrying = transport === "query" ? query : transport === "body" ? body : header;
  const hasForm = body.length > 0 || transport === "body";
  const own = transport === "header" ? body : body.filter((pair) => !isProtocolParameter(pair));
  const request: SigningInput = {
    method: sent.method,
    url: transport === "query" ? withoutProtocolParameters(sent.url) : sent.url,
    ...(hasForm ? { form: own } : { body: toText(sent.body ?? new Uint8Array()) }),
    headers: sent.headers.filter(([name]) => name.toLowerCase() !== "authorization"),
    protocolParameters: carrying.filter((pair) => isProtocolParameter(pair) && !isSignature(pair)),
    signatureMethod,
    consumerSecret: key.consumerSecret,
    tokenSecret: key.tokenSecret,
    realm: read.realm,
    transport,
  };
  const computation = { request, stages: specification };
  if (!isUnreadable) return { computation: sameAsSent(computation, sent, read) };
  return { computation, writes: (altered) => writesHeader(altered, sent, read.signature ?? "") };
}

/** If the parameters by origin matter for the base string, keeps the origins as they were sent. */
function sameAsSent(computation: Computation, sent: HttpRequest, read: ReadRequest): Computation {
  const asSent: Computation = {
    ...computation,
    request: { ...computation.request, url: sent.url },
    sources: () => read.sources,
  };
  return attempt(() => baseStringOf(computation)) === attempt(() => baseStringOf(asSent)) ? computation : asSent;
}

/** Guesses what the client meant, if a fault wrote the request wrongly. */
export function guessedInterpretations(
  sent: HttpRequest,
  read: ReadRequest,
  interpretation: Interpretation,
  isUnreadable: boolean,
): Interpretation[] {
  const { request } = interpretation.computation;
  const places = placesOf(read);
  const writes = (altered: Computation): boolean => {
    if (isUnreadable) return writesHeader(altered, sent, read.signature ?? "");
    const written = attempt(() => readSentRequest(requestSentBy(altered, read.signature ?? "")));
    return written !== undefined && placesOf(written) === places;
  };
  const guesses = GUESSES.flatMap((guess) => attempt(() => guess(request, sent, read)) ?? []);
  const distinct = new Map(guesses.map((guess) => [fingerprint(guess), guess]));
  if (interpretation.computation.sources === undefined) distinct.delete(fingerprint(request));
  return [...distinct.values()].map((guess) => ({ computation: { request: guess, stages: specification }, writes }));
}

type Guess = (request: SigningInput, sent: HttpRequest, read: ReadRequest) => SigningInput | SigningInput[];

/** Each guess reverses one kind of fault, or returns the same request if that fault is absent. */
const GUESSES: readonly Guess[] = [
  // Octets that are not UTF-8 were written in Latin-1.
  (request) => withOctets(request, (octets) => (isUtf8(octets) ? octets : toOctets(latin1Text(octets)))),
  // The HTTP library encoded the request a second time.
  (request) => withOctets(request, (octets) => specification.percentDecode(octets)),
  // A + was left unencoded, so it was read as a space.
  (request) => withOctets(request, (octets) => octets.map((octet) => (octet === SPACE ? PLUS : octet))),
  // Header values were written unencoded, encoded as in a form, or encoded twice.
  (request, sent) => (unencodedNames(sent).length > 0 ? withHeader(request, sent, (value) => toOctets(value)) : []),
  (request, sent) => withHeader(request, sent, (value) => specification.percentDecode(value.replaceAll("+", " "))),
  (request, sent) =>
    withHeader(request, sent, (value) => specification.percentDecode(specification.percentDecode(value))),
  // The header contains request parameters as well.
  (request) => request,
  // The copy in the body is correct, the copy in the header is not.
  (request, _, { sources: { body } }) => {
    const copies = body.filter((pair) => isProtocolParameter(pair) && !isSignature(pair));
    return copies.length === 0 ? [] : { ...request, protocolParameters: copies };
  },
  // The URL ended with its question mark.
  (request) =>
    request.transport === "query" && !request.url.includes("?") ? { ...request, url: `${request.url}?` } : [],
  // A parameter was added after signing.
  (request) =>
    ["oauth_version", "oauth_token", "oauth_callback", "oauth_verifier"].map((name) => without(request, name)),
];

const [SPACE, PLUS] = [0x20, 0x2b];

function withHeader(
  request: SigningInput,
  sent: HttpRequest,
  decode: (value: string) => Uint8Array,
): SigningInput | SigningInput[] {
  const { pairs } = rawHeaderPairs(sent);
  if (pairs.length === 0) return [];
  const protocolParameters = pairs
    .map(([name, value]): OctetPair => [toOctets(name), decode(value)])
    .filter((pair) => !isSignature(pair));
  return { ...request, protocolParameters };
}

function without(request: SigningInput, name: string): SigningInput {
  const protocolParameters = request.protocolParameters.filter(([other]) => toText(toOctets(other)) !== name);
  return { ...request, protocolParameters };
}

type Rewrite = (octets: Uint8Array) => Uint8Array;

function withOctets(request: SigningInput, rewrite: Rewrite): SigningInput[] {
  const { form } = request;
  const { query } = specification.splitUrl(request.url);
  const inForm = form === undefined ? [] : [{ ...request, form: rewritten(form as readonly OctetPair[], rewrite) }];
  if (query === undefined) return inForm;
  const pairs = rewritten(specification.decodeForm(query, specification), rewrite);
  const url = request.url.replace(/\?[^#]*/, () => `?${specification.encodeForm(pairs, specification)}`);
  return [...inForm, { ...request, url }, ...inForm.map((one) => ({ ...one, url }))];
}

function rewritten(pairs: readonly OctetPair[], rewrite: Rewrite): OctetPair[] {
  return pairs.map(([name, value]) => [rewrite(name), rewrite(value)]);
}

function isUtf8(octets: Uint8Array): boolean {
  return sameOctets(octets, toText(octets));
}

/** Whether a computation writes the malformed header. */
function writesHeader({ request, stages }: Computation, sent: HttpRequest, signature: string): boolean {
  const received = headerLayout(meantText((headerValues(sent, "authorization")[0] ?? "").trim()));
  // Decoding an unencoded signature changes it, so the raw signature is tried too.
  const raw = rawHeaderPairs(sent).pairs.find(([name]) => name === "oauth_signature")?.[1] ?? signature;
  return [signature, raw].some((one) => {
    const written = attempt(() => addSignature(request, one, stages).authorizationHeader);
    return written !== undefined && headerLayout(written) === received;
  });
}

/** Raw HTTP is read as Latin-1, but a client may have written UTF-8. */
function meantText(header: string): string {
  const isLatin1 = Array.from(header).every((character) => character <= "\u00ff");
  return (isLatin1 ? validUtf8Text(latin1Octets(header)) : undefined) ?? header;
}

/** The parameters in each place, without the signature. */
function placesOf({ sources: { query, header, body } }: ReadRequest): string {
  return JSON.stringify([query, header, body].map((pairs) => pairs.filter((pair) => !isSignature(pair)).map(hex)));
}

function fingerprint({ url, form = [], protocolParameters }: SigningInput): string {
  return JSON.stringify([url, form.map(hex), protocolParameters.map(hex)]);
}

function hex([name, value]: NameValue): string[] {
  return [name, value].map((text) => hexText(toOctets(text)));
}

function isSignature([name]: OctetPair): boolean {
  return sameOctets(name, "oauth_signature");
}

/** The URL without the protocol parameters in its query. */
function withoutProtocolParameters(url: string): string {
  return url.replace(/\?([^#]*)/, (_, query: string) => {
    const pieces = query
      .split("&")
      .filter((piece) => !specification.decodeForm(piece, specification).some(isProtocolParameter));
    return pieces.length === 0 ? "" : `?${pieces.join("&")}`;
  });
}
