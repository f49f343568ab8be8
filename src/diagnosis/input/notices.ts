/** Finds what is worth saying about a request besides its signature, above all problems for which a server rejects it. */

import { type Fault, formsOf } from "../../faults/index.ts";
import {
  bodyHashOf,
  isForm,
  isProtocolParameter,
  type OctetPair,
  type SigningInput,
  specification,
  toOctets,
  toText,
} from "../../model/index.ts";
import { plural } from "../../redaction/visible.ts";
import { shownAddress } from "../../requests/http-text.ts";
import type { PastedRequest, Scheme } from "../../requests/pasted-request.ts";
import { bodyLengthProblem } from "./body-length.ts";
import { jsonFormWith } from "./json-forms.ts";
import { unencodedNames } from "./malformed-header.ts";
import { meantName, SECRET_NAMES } from "./misplaced-parameters.ts";
import type { Notice, ParsedInput } from "./parsed-input.ts";
import { namesOfCopies, ONE_PLACE, PLACES, protocolCopies } from "./protocol-copies.ts";

/** The input of the checks. */
export interface NoticesInput extends Pick<ParsedInput, "sources" | "sent" | "misnamed" | "unreadable"> {
  readonly request: SigningInput;
  /** The faults that the result may name. */
  readonly faults: () => readonly Fault[];
  readonly now: number | undefined;
  /** The scheme of the request, if it is assumed. */
  readonly assumedScheme: Scheme | undefined;
  /** Whether a text was given that contains no base string of the client. */
  readonly isBaseStringMissing: boolean;
  /** Hides secrets in names, which the client chose. */
  readonly redact: (text: string) => string;
}

/** The clock difference that most servers allow, in seconds. */
const TOLERANCE = 300;
/** Offsets of time zones are multiples of 15 minutes. */
const QUARTER_HOUR = 900;
const LONGEST_NONCE = 64;
/** Parameters whose correct values contain no quotes. */
const NEVER_QUOTED = ["oauth_signature_method", "oauth_timestamp", "oauth_version"];

export function noticesOf(input: NoticesInput): Notice[] {
  const { sources, sent, redact } = input;
  const places = [sources.query, sources.header, sources.body];
  const protocolParameters = places.map((pairs) => pairs.filter(isProtocolParameter));
  const own = [...sources.query, ...sources.body].filter((pair) => !isProtocolParameter(pair));
  const values = new Map(protocolParameters.flat().map(([name, value]) => [toText(name), toText(value)]));
  const notices: Notice[] = [
    ...headerSyntaxNotices(input),
    ...missingNotices(values, input),
    ...quoteNotices(values),
    ...timestampNotices(values.get("oauth_timestamp"), input.now),
    ...valueNotices(values, input),
    ...placeNotices(protocolParameters, input),
    ...headerNotices(input),
    ...rawSignatureNotices(input),
    ...encodedValueNotices(own, redact),
    ...maskedValueNotices(own, redact),
    ...bodyLengthNotices(input),
    ...bodyHashNotices(values.get("oauth_body_hash"), input),
    ...remarkIf(
      input.isBaseStringMissing,
      "base-string-missing",
      "no base string was found in the text that was given for it",
    ),
    ...remarkIf(
      input.assumedScheme !== undefined,
      "scheme-assumed",
      `the request does not contain its scheme; ${input.assumedScheme} is assumed`,
    ),
    ...(sent ? foundNotices(sent, redact) : []),
  ];
  const isRepeated = notices.some(({ id }) => id === "protocol-parameters-repeated");
  // A repeated name is the reason why the header cannot be parsed.
  return notices.filter(({ id }) => !(isRepeated && id === "header-malformed"));
}

/** What was read from a text that is not the raw request. */
export function foundNotices(
  { repairs, methodIsAssumed, method, url, body = EMPTY }: PastedRequest,
  redact: NoticesInput["redact"],
): Notice[] {
  if (repairs === undefined) return [];
  const shown = body.length === 0 ? "no body" : `a body of ${plural(body.length, "octet")}`;
  const assumed = methodIsAssumed ? ", which contains no method" : "";
  const text = `${method} ${shownAddress(url)} with ${shown} was read from the text${assumed} (${repairs.join(", ")}): compare it with what the client sent`;
  return [{ id: "request-found", text: redact(text), rejects: false }];
}

const EMPTY = new Uint8Array();

function headerSyntaxNotices({ misnamed, unreadable, redact }: NoticesInput): Notice[] {
  return [
    ...misnamed.map(({ id, text }) => ({ id, text: redact(text), rejects: true })),
    ...noticeIf(unreadable !== undefined, "header-malformed", redact(unreadable ?? "")),
  ];
}

const METHOD = "oauth_signature_method";

/** RFC 5849 3.1: PLAINTEXT needs neither a timestamp nor a nonce. */
function missingNotices(
  values: ReadonlyMap<string, string>,
  { sent, request: { signatureMethod }, redact }: NoticesInput,
): Notice[] {
  if (sent === undefined) return [];
  const required = [
    "oauth_consumer_key",
    METHOD,
    ...(signatureMethod === "PLAINTEXT" ? [] : ["oauth_timestamp", "oauth_nonce"]),
  ];
  const missing = required.filter((name) => !values.has(name));
  const assumed = missing.includes(METHOD) ? `; the signature has the length of ${signatureMethod}` : "";
  const near = [...values.keys()].flatMap((name) => {
    const meant = meantName(name);
    return meant !== undefined && missing.includes(meant) ? [`; ${redact(name)} is probably ${meant}`] : [];
  });
  return noticeIf(
    missing.length > 0,
    "protocol-parameters-missing",
    `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing${assumed}${near.join("")}`,
  );
}

/** Timestamps that are not whole seconds since 1970, as clients write them. */
const WRONG_TIMESTAMPS: readonly (readonly [pattern: RegExp, id: string, problem: string])[] = [
  [/^\d{13}$/, "timestamp-milliseconds", "is in milliseconds; it must be in seconds"],
  [/^\d+[.,]\d+$/, "timestamp-fraction", "has a fraction; it must be in whole seconds"],
  [/^(?:[+-]\d{2})?\d{4}-\d\d-\d\dT/, "timestamp-iso-text", "is a date; it must be the number of seconds since 1970"],
  [/^(?![1-9]\d*$)/, "timestamp-malformed", "is not a positive integer"],
];

/** Quoted values, which a server rejects. */
function quoteNotices(values: ReadonlyMap<string, string>): Notice[] {
  const quoted = NEVER_QUOTED.filter((name) => /^(["']).*\1$/s.test(values.get(name) ?? ""));
  const text = `quotation marks are a part of the value of ${quoted.join(", ")}: write each value in one pair of double quotes only`;
  return noticeIf(quoted.length > 0, "protocol-values-in-quotes", text);
}

const UNITS = [
  ["year", 31_556_952],
  ["day", 86_400],
  ["minute", 60],
] as const;

/** A duration in the largest unit of which it has at least two, as people say it. */
function durationText(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= 2 * length) ?? ["second", 1];
  return plural(Math.round(seconds / length), unit);
}

function timestampNotices(timestamp: string | undefined, now: number | undefined): Notice[] {
  if (timestamp === undefined) return [];
  const wrong = WRONG_TIMESTAMPS.find(([pattern]) => pattern.test(timestamp));
  if (wrong !== undefined) return noticeIf(true, wrong[1], `oauth_timestamp ${wrong[2]}`);
  const ahead = now === undefined ? 0 : Number(timestamp) - now;
  const seconds = Math.abs(ahead);
  if (seconds <= TOLERANCE) return [];
  const offQuarter = Math.abs(seconds - Math.round(seconds / QUARTER_HOUR) * QUARTER_HOUR);
  const isZone = seconds >= 1800 && seconds <= 14 * 3600 && offQuarter <= 30;
  const skew = `oauth_timestamp is ${durationText(seconds)} ${ahead > 0 ? "ahead of" : "behind"} the server's clock`;
  if (!isZone) return noticeIf(true, "timestamp-skewed", skew);
  return noticeIf(true, "timestamp-local-time", `${skew}, a multiple of 15 minutes: it is probably local time`);
}

function valueNotices(
  values: ReadonlyMap<string, string>,
  { request: { url, signatureMethod }, assumedScheme }: NoticesInput,
): Notice[] {
  const nonceLength = values.get("oauth_nonce")?.length;
  const secrets = SECRET_NAMES.filter((name) => values.has(name));
  return [
    ...remarkIf(
      secrets.length > 0,
      "secret-sent",
      `${secrets.join(" and ")} ${secrets.length === 1 ? "is" : "are"} in the request: a secret must never be sent`,
    ),
    ...noticeIf(nonceLength === 0, "nonce-empty", "oauth_nonce is empty"),
    ...remarkIf(
      nonceLength !== 0 && nonceLength !== undefined && values.get("oauth_nonce") === values.get("oauth_timestamp"),
      "nonce-from-clock",
      "oauth_nonce is the timestamp, so all requests of one second have the same nonce",
    ),
    ...remarkIf(
      nonceLength !== undefined && nonceLength > LONGEST_NONCE,
      "nonce-too-long",
      `oauth_nonce has ${nonceLength} characters; some servers accept at most ${LONGEST_NONCE}`,
    ),
    ...noticeIf(
      (values.get("oauth_version") ?? "1.0") !== "1.0",
      "version-not-1-0",
      'oauth_version must be "1.0" or absent',
    ),
    ...noticeIf(
      (values.get(METHOD) ?? signatureMethod) !== signatureMethod,
      "method-name-respelled",
      `oauth_signature_method must be written ${signatureMethod}`,
    ),
    ...remarkIf(
      signatureMethod === "PLAINTEXT" && /^http:/i.test(url) && assumedScheme === undefined,
      "plaintext-over-http",
      "PLAINTEXT over http sends the secrets unencrypted",
    ),
  ];
}

function placeNotices(
  protocolParameters: readonly (readonly OctetPair[])[],
  { request: { realm }, redact }: NoticesInput,
): Notice[] {
  const repeated = [...new Set(protocolParameters.flatMap(repeatedNames))];
  return [
    ...twoPlacesNotices(protocolParameters, redact),
    ...noticeIf(
      repeated.length > 0,
      "protocol-parameters-repeated",
      `${repeated.map(redact).join(", ")} is sent more than once: send each protocol parameter once, and none of an earlier signature`,
    ),
    ...remarkIf(
      ESCAPE_RE.test(realm ?? ""),
      "realm-percent-encoded",
      "the realm contains percent escapes, which a server does not decode",
    ),
  ];
}

/** Some gateways require an equal copy of the header in the body, so such a copy is only a remark. */
function twoPlacesNotices(
  [query = [], header = [], body = []]: readonly (readonly OctetPair[])[],
  redact: NoticesInput["redact"],
): Notice[] {
  // A form reader turns an unencoded + into a space.
  const signatureIn = (pairs: readonly OctetPair[]): string | undefined =>
    pairs
      .filter(([name]) => toText(name) === "oauth_signature")
      .map(([, value]) => toText(value).replaceAll(" ", "+"))[0];
  const [inQuery, inHeader, inBody] = [query, header, body].map(signatureIn);
  const id = "params-in-two-places";
  if ([inQuery, inHeader, inBody].filter((one) => one !== undefined).length < 2) {
    return protocolCopies({ query, header, body }).map((copies): Notice => {
      const [first, second] = copies.places.map((place) => PLACES[place]);
      const where = `${namesOfCopies(copies, redact)} ${copies.pairs.length === 1 ? "is" : "are"} in ${first} and in ${second}`;
      const isOfGateway = copies.places[0] === "header" && copies.areEqual && copies.areAll;
      if (isOfGateway) return { id, text: `${where}: some servers accept them in one place only`, rejects: false };
      return { id: "parameters-sent-twice", text: `${where}: ${ONE_PLACE}`, rejects: true };
    });
  }
  if (inQuery !== undefined || inHeader !== inBody) {
    return noticeIf(true, id, "oauth_signature is in more than one place of the request");
  }
  return remarkIf(true, id, "header and body have the same oauth_signature: some servers accept it in one place only");
}

/** Unencoded values in the header: some servers decode header values, others do not; encoded values work with both. */
function headerNotices({ sent, redact }: NoticesInput): Notice[] {
  const unencoded = sent === undefined ? [] : unencodedNames(sent);
  const id = unencoded.includes("oauth_signature") ? "header-values-not-encoded" : "only-signature-encoded";
  const verb = unencoded.length === 1 ? "is" : "are";
  const text = `${unencoded.map(redact).join(", ")} ${verb} not percent-encoded in the Authorization header`;
  return noticeIf(unencoded.length > 0, id, text);
}

/** A raw signature in a query or form: a server reads + as a space, so only signatures with a + fail. */
function rawSignatureNotices({ sent }: NoticesInput): Notice[] {
  const form = sent !== undefined && isForm(sent) ? toText(sent.body ?? new Uint8Array()) : "";
  return [
    { id: "signature-raw-in-query", place: "URL", text: /\?([^#]*)/.exec(sent?.url ?? "")?.[1] ?? "" },
    { id: "signature-raw-in-form", place: "form", text: form },
  ].flatMap(({ id, place, text }) => {
    const signature = /(?:^|&)oauth_signature=([^&]*)/.exec(text)?.[1] ?? "";
    // A signature that contains escapes was encoded, even if / and = are unencoded.
    const isRaw = /[+/=]/.test(signature) && !signature.includes("%");
    const problem = `oauth_signature is not percent-encoded in the ${place}: a signature with a + would be read with a space`;
    return remarkIf(isRaw, id, problem);
  });
}

/** Values that the client may have encoded before its library did. The signature can still be valid. */
function encodedValueNotices(own: readonly OctetPair[], redact: NoticesInput["redact"]): Notice[] {
  const [name] = own.find(([, value]) => ESCAPE_RE.test(toText(value))) ?? [];
  const isEach = own.every(([, value]) => ESCAPED_TEXT_RE.test(toText(value)));
  if (name === undefined || !isEach) return [];
  const example = redact(JSON.stringify(toText(name)));
  const text = `the values look as if they were encoded twice, such as that of ${example}: a server decodes them once, and reads the other escapes as text`;
  return [{ id: "values-encoded-before", text, rejects: false }];
}

/** Masked values: logs mask card numbers and secrets, so the search cannot reproduce their signature. */
function maskedValueNotices(own: readonly OctetPair[], redact: NoticesInput["redact"]): Notice[] {
  const masked = own.filter(([, value]) => MASKED_RE.test(toText(value))).map(([name]) => redact(toText(name)));
  const verb = masked.length === 1 ? "looks" : "look";
  const text = `${masked.join(", ")} ${verb} masked: if the client signed the whole value, give the request as it was sent`;
  return remarkIf(masked.length > 0, "values-masked", text);
}

/** Digits that are partly replaced, as in `444455******1111`, or a text that consists of stars only. */
const MASKED_RE = /^(?:\d{0,6}[ -]?(?:[*x\u2022]{2,4}[ -]?){2,6}\d{2,4}|[*\u2022]{3,})$/i;
const ESCAPE_RE = /%[0-9A-Fa-f]{2}/;
/** Escapes, and characters that encoders may leave unencoded. */
const ESCAPED_TEXT_RE = /^(?:[A-Za-z0-9._~*+!'()-]|%[0-9A-Fa-f]{2})*$/;

function repeatedNames(pairs: readonly OctetPair[]): string[] {
  const names = pairs.map(([name]) => toText(name));
  return names.filter((name, index) => names.indexOf(name) !== index);
}

function bodyLengthNotices({ sent }: NoticesInput): Notice[] {
  const text = sent === undefined ? undefined : bodyLengthProblem(sent);
  return text === undefined ? [] : [{ id: "body-length", text, rejects: false }];
}

/** RFC 5849 signs only form bodies, so leaving out another body is no mistake. */
const BODY_NOT_SIGNED = "RFC 5849 signs no body but a form: some servers require oauth_body_hash for any other body";

function bodyHashNotices(
  claimed: string | undefined,
  { sent, request: { signatureMethod }, faults }: NoticesInput,
): Notice[] {
  if (sent === undefined) return [];
  if (claimed === undefined) {
    const isUnsigned = !isForm(sent) && sent.body !== undefined && sent.body.length > 0;
    return remarkIf(isUnsigned, "body-not-signed", BODY_NOT_SIGNED);
  }
  const withForm = "oauth_body_hash must not be in a request with a form-encoded body";
  if (isForm(sent)) return noticeIf(true, "body-hash-with-form-body", withForm);
  // An incomplete body cannot be compared with its hash.
  if (bodyLengthProblem(sent) !== undefined) return [];
  const body = sent.body ?? new Uint8Array();
  const hash = bodyHashOf(signatureMethod);
  if (specification.bodyHash(body, hash) === claimed) return [];
  const fault = faults().find(
    (one) =>
      one.stage === "bodyHash" &&
      formsOf(one).some(({ apply }) => apply(specification).bodyHash(body, hash) === claimed),
  );
  const text = "oauth_body_hash is not the hash of the body that was sent";
  if (fault === undefined) {
    const isHashed = (other: string): boolean => specification.bodyHash(toOctets(other), hash) === claimed;
    const how = jsonFormWith(toText(body), isHashed);
    const found = how === undefined ? text : `${text}, but of the same JSON ${how}`;
    return noticeIf(true, "body-hash-of-other-bytes", found);
  }
  return noticeIf(true, fault.id, `${text}: ${lowerFirst(fault.what)}`);
}

function lowerFirst(sentence: string): string {
  return sentence[0]!.toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

function noticeIf(isTrue: boolean, id: string, text: string): Notice[] {
  return isTrue ? [{ id, text, rejects: true }] : [];
}

/** A problem that does not make a server reject the request. */
function remarkIf(isTrue: boolean, id: string, text: string): Notice[] {
  return isTrue ? [{ id, text, rejects: false }] : [];
}
