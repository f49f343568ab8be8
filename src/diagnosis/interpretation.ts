/**
 * A request as sent, read back as the request that its author meant.
 *
 * The wire says what was meant under the right decoding, wherever the wire is right. Where a fault spoils the wire, the
 * meaning is guessed, and a guess counts only if the fault writes exactly this wire from it.
 *
 * @module
 */

import {
  carry,
  type HttpRequest,
  isProtocolParameter,
  isSignatureMethod,
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
} from "../model/index.ts";
import { hexText, latin1Text } from "../platform/index.ts";
import { attempt, baseStringOf, requestSentBy } from "./computation-cache.ts";
import type { Key } from "./diagnosis-input.ts";
import type { Computation } from "./hypothesis.ts";
import { headerLayout, rawHeaderPairs } from "./malformed-header.ts";

/** What a request may have meant. */
export interface Interpretation {
  readonly computation: Computation;
  /** Whether a computation would have sent just this; without it, the wire is right and says what was meant. */
  readonly writes?: (computation: Computation) => boolean;
}

/** The method that a name means, however it is spelled; undefined for none of the seven. */
export function methodMeant(name: string | undefined): SignatureMethod | undefined {
  const plain = (name ?? "").toUpperCase().replace(/[^A-Z0-9]/g, "");
  const match = /^(HMAC|RSA)(SHA(?:1|256|512))$/.exec(plain);
  const spelled = match === null ? plain : `${match[1]}-${match[2]}`;
  return isSignatureMethod(spelled) ? spelled : undefined;
}

/** The request under the right decoding. */
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

/** Where protocol parameters stand in several places, or beside others in the header, the places are kept as they are. */
function sameAsSent(computation: Computation, sent: HttpRequest, read: ReadRequest): Computation {
  const asSent: Computation = {
    ...computation,
    request: { ...computation.request, url: sent.url },
    sources: () => read.sources,
  };
  return attempt(() => baseStringOf(computation)) === attempt(() => baseStringOf(asSent)) ? computation : asSent;
}

/** Other meanings of the same wire, for the faults that spoil it. */
export function guessedInterpretations(
  sent: HttpRequest,
  read: ReadRequest,
  interpretation: Interpretation,
  isUnreadable: boolean,
): Interpretation[] {
  const { request } = interpretation.computation;
  const writes = isUnreadable
    ? (altered: Computation): boolean => writesHeader(altered, sent, read.signature ?? "")
    : (altered: Computation): boolean => writesSame(altered, read);
  const guesses = GUESSES.flatMap((guess) => attempt(() => guess(request, sent, read)) ?? []);
  const distinct = new Map(guesses.map((guess) => [fingerprint(guess), guess]));
  if (interpretation.computation.sources === undefined) distinct.delete(fingerprint(request));
  return [...distinct.values()].map((guess) => ({ computation: { request: guess, stages: specification }, writes }));
}

type Guess = (request: SigningInput, sent: HttpRequest, read: ReadRequest) => SigningInput | SigningInput[];

/** Each undoes one kind of damage, or gives back what it was given where there is none. */
const GUESSES: readonly Guess[] = [
  // Octets that are no UTF-8 were written in Latin-1.
  (request) => withOctets(request, (octets) => (isUtf8(octets) ? octets : readAsLatin1(octets))),
  // Encoded once more on the way out.
  (request) => withOctets(request, (octets) => specification.percentDecode(octets)),
  // A plus left bare where "+" is a space.
  (request) => withOctets(request, (octets) => octets.map((octet) => (octet === SPACE ? PLUS : octet))),
  // Values of the header written as they are, or as a form writes them.
  (request, sent) => withHeader(request, sent, (value) => toOctets(value)),
  (request, sent) => withHeader(request, sent, (value) => specification.percentDecode(value.replaceAll("+", " "))),
  // Other parameters in the header beside the protocol's.
  (request) => request,
  // The copy in the body, where the header's is spoiled.
  (request, _, { sources: { body } }) => {
    const copies = body.filter((pair) => isProtocolParameter(pair) && !isSignature(pair));
    return copies.length === 0 ? [] : { ...request, protocolParameters: copies };
  },
  // A URL that ended in its question mark.
  (request) =>
    request.transport === "query" && !request.url.includes("?") ? { ...request, url: `${request.url}?` } : [],
  // Added to the request after it was signed.
  (request) => without(request, "oauth_version"),
  (request) => without(request, "oauth_token"),
  (request) => without(request, "oauth_callback"),
  (request) => without(request, "oauth_verifier"),
];

const [SPACE, PLUS] = [0x20, 0x2b];

function readAsLatin1(octets: Uint8Array): Uint8Array {
  return toOctets(latin1Text(octets));
}

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

/** Whether a computation sends the parameters that came, each in its place, whatever its signature. */
function writesSame(altered: Computation, read: ReadRequest): boolean {
  const written = attempt(() => readSentRequest(requestSentBy(altered, read.signature ?? "")));
  return written !== undefined && placesOf(written) === placesOf(read);
}

/** Whether a computation writes this very header, which no reader of the grammar can take apart. */
function writesHeader({ request, stages }: Computation, sent: HttpRequest, signature: string): boolean {
  const came = headerLayout(sent.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1].trim() ?? "");
  // What was not encoded loses something when it is decoded, so the signature may be the one that stands there.
  const asItStands = rawHeaderPairs(sent).pairs.find(([name]) => name === "oauth_signature")?.[1] ?? signature;
  return [signature, asItStands].some((one) => {
    const written = attempt(() => carry(request, one, stages).authorizationHeader);
    return written !== undefined && headerLayout(written) === came;
  });
}

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

/** The URL with those pieces of its query left out that hold protocol parameters. */
function withoutProtocolParameters(url: string): string {
  return url.replace(/\?([^#]*)/, (_, query: string) => {
    const pieces = query.split("&").filter((piece) => !isProtocolPiece(piece));
    return pieces.length === 0 ? "" : `?${pieces.join("&")}`;
  });
}

function isProtocolPiece(piece: string): boolean {
  return specification.decodeForm(piece, specification).some(isProtocolParameter);
}
