/** The verdict of the executable specification on a request, and the reasons for which a verifier may reject it. */

import { isUtf8 } from "node:buffer";
import { isIPv6 } from "node:net";
import type { AnyCredentials, InputOf } from "../../../src/conformance/vectors/index.ts";
import { TEST_PUBLIC_KEY } from "../../../src/conformance/vectors/test-key.ts";
import {
  bodyHashOf,
  type HttpRequest,
  type OctetPair,
  type Parameter,
  type ReadRequest,
  readSentRequest,
  type SignatureMethod,
  sameOctets,
  signatureIsRight,
  specification,
  toText,
  traceSent,
} from "../../../src/model/index.ts";
import { isSignatureMethod } from "../../../src/model/signature-methods.ts";
import type { Parameter as CoveredParameter } from "../../../src/oauth1/index.ts";
import type { Accepted, RejectionCode, Verdict } from "../../../src/verifier/index.ts";

/** The verdict of the model; `undefined` if it cannot parse the request. */
export interface ModelVerdict {
  readonly isRight: boolean;
  readonly read: ReadRequest;
}

/** Verifies a request by the secrets or the key that its client really has. */
function verdictOfModel(received: HttpRequest, input: InputOf<"sign">): ModelVerdict | undefined {
  try {
    const sent = withWhiteSpaceOfHttp(received);
    const read = readSentRequest(sent);
    return { read, isRight: isRight(sent, read, input) };
  } catch {
    return undefined;
  }
}

/**
 * Two habits of the model that HTTP does not share: it reads one space alone after the scheme, where RFC 2617 implies
 * any linear white space; and it trims all that text calls white space, where a field ends in spaces and tabs alone.
 */
function withWhiteSpaceOfHttp(sent: HttpRequest): HttpRequest {
  const read = (value: string): string =>
    value
      .replace(/^[ \t]*(?=[^\S \t])/, "?")
      .replace(/[^\S \t\r\n]\s*$/, "$&?")
      .replace(/^([ \t]*oauth)[ \t\r\n]+/i, "$1 ");
  return {
    ...sent,
    headers: sent.headers.map(([name, value]) => [name, /^authorization$/i.test(name) ? read(value) : value]),
  };
}

function isRight(sent: HttpRequest, { signature, signatureMethod }: ReadRequest, input: InputOf<"sign">): boolean {
  const { consumerSecret, tokenSecret }: AnyCredentials = input.credentials;
  const isRsa = consumerSecret === undefined;
  if (signature === undefined || signatureMethod?.startsWith("RSA-") !== isRsa) return false;
  const { baseString } = traceSent(sent, {}); // throws for an unknown method
  const key = isRsa
    ? { publicKey: TEST_PUBLIC_KEY }
    : {
        key: specification.key(
          { consumerSecret, ...(tokenSecret === undefined ? {} : { tokenSecret }) },
          specification,
        ),
      };
  return signatureIsRight({ signatureMethod: signatureMethod as SignatureMethod, baseString, signature, ...key });
}

/** What is wrong with a verdict; `undefined` for a correct one. */
export function problemOf(sent: HttpRequest, input: InputOf<"sign">, verdict: Verdict): string | undefined {
  const model = verdictOfModel(sent, input);
  const reasons = model === undefined ? NO_REASONS : reasonsToRefuse(sent, model.read, input);
  if (!verdict.accepted) {
    const isAllowed = model?.isRight !== true || reasons.must.has(verdict.code) || reasons.may.has(verdict.code);
    return isAllowed ? undefined : `rejected (${verdict.code}) though the signature is valid: ${verdict.message}`;
  }
  if (model?.isRight !== true) return "accepted, and the model does not call the signature right";
  if (reasons.must.size > 0) return `accepted against the policy: ${[...reasons.must].join(", ")}`;
  return otherParameters(sent, model.read, verdict.parameters) ?? otherIdentity(model.read, verdict);
}

function otherParameters(
  sent: HttpRequest,
  { parameters }: ReadRequest,
  returned: readonly CoveredParameter[],
): string | undefined {
  const expected = JSON.stringify(coveredParameters(sent, parameters).map(shown));
  const actual = JSON.stringify(returned.map(shown));
  return expected === actual ? undefined : `returned ${actual}, the signature covers ${expected}`;
}

/** The model's parameters as an application is to get them: text where octets are text in the body's charset. */
export function coveredParameters(sent: HttpRequest, parameters: readonly Parameter<Uint8Array>[]): CoveredParameter[] {
  const hasForm = parameters.some(({ origin }) => origin === "body");
  const utf8 = decoderOf("utf-8");
  const ofForm = hasForm ? decoderOf(charsetOf(sent)) : utf8;
  return parameters.map(({ name, value, origin }) => {
    const decode = origin === "body" ? ofForm : utf8;
    return { name: decode(name), value: decode(value), origin };
  });
}

type Decode = (octets: Uint8Array) => string | Uint8Array;

function decoderOf(charset: string): Decode {
  const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  if (decoder.encoding === "windows-1252") return (octets) => Array.from(octets, windows1252).join("");
  return (octets) => {
    try {
      return decoder.decode(octets);
    } catch {
      return octets;
    }
  };
}

/** One octet at a time, from the table of the Encoding standard: the decoder of Node 20 loses some. */
function windows1252(octet: number): string {
  return octet < 0x80 || octet > 0x9f
    ? String.fromCharCode(octet)
    : "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"[octet - 0x80]!;
}

function charsetOf(sent: HttpRequest): string {
  const [contentType = ""] = valuesOf(sent, "content-type");
  return /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? "utf-8";
}

/** A parameter as it can be compared: octets and text must not look alike. */
export function shown({ name, value, origin }: CoveredParameter): unknown[] {
  const one = (text: string | Uint8Array) =>
    typeof text === "string" ? text : { octets: Buffer.from(text).toString("hex") };
  return [origin, one(name), one(value)];
}

function otherIdentity({ sources }: ReadRequest, verdict: Accepted): string | undefined {
  const said = (name: string): string | undefined => valueNamed(sources, name);
  const same =
    verdict.consumerKey === said("oauth_consumer_key") &&
    verdict.token === said("oauth_token") &&
    verdict.signatureMethod === said("oauth_signature_method") &&
    String(verdict.timestamp) === said("oauth_timestamp") &&
    verdict.nonce === said("oauth_nonce");
  return same ? undefined : "the result names another client, token, method, time or nonce than the request";
}

function valueNamed({ query, header, body }: ReadRequest["sources"], name: string): string | undefined {
  const pair = [...header, ...body, ...query].find(([other]) => isNamed(other, name));
  return pair && toText(pair[1]);
}

/** For ASCII names: octets compared one to one. */
function isNamed(octets: Uint8Array, name: string): boolean {
  return octets.length === name.length && Buffer.from(octets).toString("latin1") === name;
}

/** Why a verifier rejects a correctly signed request: what it must reject, and what it may reject. */
interface Reasons {
  readonly must: ReadonlySet<RejectionCode>;
  readonly may: ReadonlySet<RejectionCode>;
}

const NO_REASONS: Reasons = { must: new Set(), may: new Set() };

/** Written from the words of the policy, with the model's reading of the request. */
function reasonsToRefuse(sent: HttpRequest, read: ReadRequest, input: InputOf<"sign">): Reasons {
  return {
    must: new Set([...placeReasons(read), ...claimReasons(sent, read, input), ...requestLineReasons(sent, read)]),
    may: new Set([...headerReasons(sent, read), ...hostReasons(sent)]),
  };
}

function isProtocol([name]: OctetPair): boolean {
  return isNamed(name.subarray(0, 6), "oauth_");
}

function placeReasons({ sources }: ReadRequest): RejectionCode[] {
  const { header, query, body } = sources;
  const [inHeader, inQuery, inForm] = [header, query, body].map((pairs) => pairs.filter(isProtocol));
  const reasons: RejectionCode[] = [];
  const repeats = (pair: OctetPair): boolean =>
    !isNamed(pair[0], "oauth_signature") &&
    inHeader!.some((other) => sameOctets(pair[0], other[0]) && sameOctets(pair[1], other[1]));
  const isRepetition = inQuery!.length === 0 && inHeader!.length > 0 && inForm!.every(repeats);
  const places = [inHeader, inQuery, inForm].filter((pairs) => pairs!.length > 0).length;
  if (places > 1 && !isRepetition) reasons.push("protocol-parameters-in-two-places");
  if ([inHeader!, inQuery!, inForm!].some(hasDuplicate)) reasons.push("parameter-duplicated");
  const values = (pairs: readonly OctetPair[]): boolean => pairs.every(([, value]) => isUtf8(value));
  if (!values(inHeader!)) reasons.push("authorization-malformed");
  if (!values(inQuery!)) reasons.push("url-malformed");
  if (!values(inForm!)) reasons.push("body-malformed");
  return reasons;
}

function hasDuplicate(pairs: readonly OctetPair[]): boolean {
  return new Set(pairs.map(([name]) => Buffer.from(name).toString("latin1"))).size < pairs.length;
}

function claimReasons(
  { body = new Uint8Array() }: HttpRequest,
  { sources, signatureMethod }: ReadRequest,
  { credentials, timestamp }: InputOf<"sign">,
): RejectionCode[] {
  const said = (name: string): string | undefined => valueNamed(sources, name);
  const reasons: RejectionCode[] = [];
  const required = ["consumer_key", "signature_method", "signature", "timestamp", "nonce"];
  if (required.some((name) => said(`oauth_${name}`) === undefined)) reasons.push("parameter-missing");
  if (![undefined, "1.0"].includes(said("oauth_version"))) reasons.push("version-unsupported");
  const time = said("oauth_timestamp") ?? timestamp!;
  if (!/^[1-9][0-9]{0,14}$/.test(time)) reasons.push("timestamp-malformed");
  if (Number(time) < Number(timestamp) - 300) reasons.push("timestamp-too-old");
  if (Number(time) > Number(timestamp) + 300) reasons.push("timestamp-in-future");
  const nonce = said("oauth_nonce") ?? "n";
  if (nonce === "" || /[\x00-\x1f\x7f]/.test(nonce)) reasons.push("nonce-malformed");
  if (Buffer.byteLength(nonce) > 128) reasons.push("limit-exceeded");
  const isClient = said("oauth_consumer_key") === credentials.consumerKey && said("oauth_token") === credentials.token;
  if (!isClient) reasons.push("consumer-unknown");
  const hash = said("oauth_body_hash");
  // A method that nobody knows has no hash of its own.
  const names = [
    "SHA-1" as const,
    ...(isSignatureMethod(signatureMethod ?? "") ? [bodyHashOf(signatureMethod as SignatureMethod)] : []),
  ];
  const isHash = names.some((name) => specification.bodyHash(body, name) === hash);
  if (hash !== undefined && !isHash) reasons.push("body-hash-mismatch");
  return reasons;
}

function requestLineReasons({ method, url }: HttpRequest, { signatureMethod }: ReadRequest): RejectionCode[] {
  const isToken = /^[\w!#$%&'*+.^`|~-]+$/.test(method);
  const reasons: RejectionCode[] = isToken && /^[\x21-\x7e]+$/.test(url) && !url.includes("#") ? [] : ["url-malformed"];
  if (signatureMethod === "PLAINTEXT" && !/^https:/i.test(url)) reasons.push("insecure-transport");
  return reasons;
}

/** The model takes more for a host than a host can be; `isIPv6` takes a zone, which no URL has (RFC 3986 3.2.2). */
function hostReasons({ url }: HttpRequest): RejectionCode[] {
  const { host } = specification.splitUrl(url);
  const isOdd = host.startsWith("[")
    ? host.includes("%") || !isIPv6(host.slice(1, -1))
    : /%(?![0-9a-f]{2})/i.test(host);
  return isOdd ? ["url-malformed"] : [];
}

const PLAIN_TYPE_RE = /^ *[\w-]+\/[\w-]+ *(?:; *charset=(?:utf-8|iso-8859-1|"utf-8"))?;? *$/i;

/** Where the model is more lenient: it ignores a second header, and reads raw octets. */
function headerReasons(sent: HttpRequest, { sources }: ReadRequest): RejectionCode[] {
  const authorizations = valuesOf(sent, "authorization");
  const types = valuesOf(sent, "content-type");
  const reasons: RejectionCode[] = [];
  if (authorizations.length > 1 || authorizations.some((value) => /,\s*oauth\s/i.test(value)))
    reasons.push("authorization-repeated");
  if (authorizations.some((value) => /[^\x00-\x7f]/.test(value))) reasons.push("authorization-malformed");
  if (types.length > 1 || types.some((type) => !PLAIN_TYPE_RE.test(type))) reasons.push("body-malformed");
  // The realm's name is HTTP's and has no escapes; the model leaves an escaped one out as well.
  if (sources.header.some(([name]) => isNamed(name, "realm")))
    reasons.push("signature-mismatch", "parameter-duplicated");
  return reasons;
}

/** All values of a header. */
function valuesOf({ headers }: HttpRequest, lowerCaseName: string): string[] {
  return headers.filter(([name]) => name.toLowerCase() === lowerCaseName).map(([, value]) => value);
}
