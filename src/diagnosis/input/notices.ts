/** Finds what is worth saying about a request besides its signature, above all problems for which a server rejects it. */

import { type Fault, formsOf } from "../../faults/index.ts";
import {
  bodyHashOf,
  isForm,
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
import { namesOfCopies, ONE_PLACE, PLACES, protocolCopies } from "./protocol-copies.ts";

/** What else is worth saying: most often a problem that does not affect the signature, such as a timestamp in milliseconds. */
export interface Notice {
  /** The id of the fault, if the problem is a fault. */
  readonly id: string;
  readonly text: string;
  /** Whether it makes a server reject the request, even if the signature is valid. */
  readonly rejects: boolean;
}

/** The input of the checks. */
export interface NoticesInput {
  readonly request: SigningInput;
  /** The protocol parameters of query, header and body. */
  readonly protocolParameters: readonly (readonly OctetPair[])[];
  /** The parameters of query and body that are not protocol parameters. */
  readonly ownParameters: readonly OctetPair[];
  /** The faults that the result may name. */
  readonly faults: () => readonly Fault[];
  readonly now: number | undefined;
  /** Absent if the input is not a sent request. */
  readonly sent: PastedRequest | undefined;
  /** The problems of a signature sent under another name. */
  readonly misnamed: readonly Problem[];
  /** The reason why the Authorization header cannot be parsed. */
  readonly unreadable: string | undefined;
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
/** Problems that do not make a server reject the request. */
const REMARKS: readonly string[] = [
  "base-string-missing",
  "body-length",
  "body-not-signed",
  "nonce-too-long",
  "nonce-from-clock",
  "plaintext-over-http",
  "realm-percent-encoded",
  "request-found",
  "scheme-assumed",
  "secret-sent",
  "signature-raw-in-query",
  "signature-raw-in-form",
  "values-encoded-before",
  "values-masked",
];

/** Parameters whose correct values contain no quotes. */
const NEVER_QUOTED = ["oauth_signature_method", "oauth_timestamp", "oauth_version"];

interface Problem extends Omit<Notice, "rejects"> {
  /** Whether this case of the problem is a remark, although other cases are not. */
  readonly isRemark?: true;
}

export function noticesOf(input: NoticesInput): Notice[] {
  const values = new Map(input.protocolParameters.flat().map(([name, value]) => [toText(name), toText(value)]));
  const problems: Problem[] = [
    ...headerSyntaxNotices(input),
    ...missingNotices(values, input),
    ...quoteNotices(values),
    ...timestampNotices(values.get("oauth_timestamp"), input.now),
    ...valueNotices(values, input),
    ...placeNotices(input),
    ...headerNotices(input),
    ...rawSignatureNotices(input),
    ...encodedValueNotices(input),
    ...maskedValueNotices(input),
    ...bodyLengthNotices(input),
    ...bodyHashNotices(values.get("oauth_body_hash"), input),
    ...noticeIf(
      input.isBaseStringMissing,
      "base-string-missing",
      "no base string was found in the text that was given for it",
    ),
    ...noticeIf(
      input.assumedScheme !== undefined,
      "scheme-assumed",
      `the request does not contain its scheme; ${input.assumedScheme} is assumed`,
    ),
  ];
  problems.push(...(input.sent ? foundNotices(input.sent, input.redact) : []));
  const isRepeated = problems.some(({ id }) => id === "protocol-parameters-repeated");
  // A repeated name is the reason why the header cannot be parsed.
  const shown = problems.filter(({ id }) => !(isRepeated && id === "header-malformed"));
  return shown.map(({ id, text, isRemark = false }) => ({ id, text, rejects: !isRemark && !REMARKS.includes(id) }));
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

function headerSyntaxNotices({ misnamed, unreadable, redact }: NoticesInput): Problem[] {
  return [
    ...misnamed.map(({ id, text }) => ({ id, text: redact(text) })),
    ...(unreadable === undefined ? [] : [{ id: "header-malformed", text: redact(unreadable) }]),
  ];
}

const METHOD = "oauth_signature_method";

/** RFC 5849 3.1: PLAINTEXT needs neither a timestamp nor a nonce. */
function missingNotices(
  values: ReadonlyMap<string, string>,
  { sent, request: { signatureMethod }, redact }: NoticesInput,
): Problem[] {
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
function quoteNotices(values: ReadonlyMap<string, string>): Problem[] {
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

function timestampNotices(timestamp: string | undefined, now: number | undefined): Problem[] {
  if (timestamp === undefined) return [];
  const wrong = WRONG_TIMESTAMPS.find(([pattern]) => pattern.test(timestamp));
  if (wrong !== undefined) return [{ id: wrong[1], text: `oauth_timestamp ${wrong[2]}` }];
  const ahead = now === undefined ? 0 : Number(timestamp) - now;
  const seconds = Math.abs(ahead);
  if (seconds <= TOLERANCE) return [];
  const offQuarter = Math.abs(seconds - Math.round(seconds / QUARTER_HOUR) * QUARTER_HOUR);
  const isZone = seconds >= 1800 && seconds <= 14 * 3600 && offQuarter <= 30;
  const skew = `oauth_timestamp is ${durationText(seconds)} ${ahead > 0 ? "ahead of" : "behind"} the server's clock`;
  if (!isZone) return [{ id: "timestamp-skewed", text: skew }];
  return [{ id: "timestamp-local-time", text: `${skew}, a multiple of 15 minutes: it is probably local time` }];
}

function valueNotices(
  values: ReadonlyMap<string, string>,
  { request: { url, signatureMethod }, assumedScheme }: NoticesInput,
): Problem[] {
  const nonceLength = values.get("oauth_nonce")?.length;
  const secrets = SECRET_NAMES.filter((name) => values.has(name));
  return [
    ...noticeIf(
      secrets.length > 0,
      "secret-sent",
      `${secrets.join(" and ")} ${secrets.length === 1 ? "is" : "are"} in the request: a secret must never be sent`,
    ),
    ...noticeIf(nonceLength === 0, "nonce-empty", "oauth_nonce is empty"),
    ...noticeIf(
      nonceLength !== 0 && nonceLength !== undefined && values.get("oauth_nonce") === values.get("oauth_timestamp"),
      "nonce-from-clock",
      "oauth_nonce is the timestamp, so all requests of one second have the same nonce",
    ),
    ...noticeIf(
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
    ...noticeIf(
      signatureMethod === "PLAINTEXT" && /^http:/i.test(url) && assumedScheme === undefined,
      "plaintext-over-http",
      "PLAINTEXT over http sends the secrets unencrypted",
    ),
  ];
}

function placeNotices({ protocolParameters, request: { realm }, redact }: NoticesInput): Problem[] {
  const repeated = [...new Set(protocolParameters.flatMap(repeatedNames))];
  return [
    ...twoPlacesNotices(protocolParameters, redact),
    ...noticeIf(
      repeated.length > 0,
      "protocol-parameters-repeated",
      `${repeated.map(redact).join(", ")} is sent more than once: send each protocol parameter once, and none of an earlier signature`,
    ),
    ...noticeIf(
      ESCAPE_RE.test(realm ?? ""),
      "realm-percent-encoded",
      "the realm contains percent escapes, which a server does not decode",
    ),
  ];
}

/** Some gateways require an equal copy of the header in the body, so such a copy is only a remark. */
function twoPlacesNotices(
  [query = [], header = [], body = []]: NoticesInput["protocolParameters"],
  redact: NoticesInput["redact"],
): Problem[] {
  // A form reader turns an unencoded + into a space.
  const signatureIn = (pairs: readonly OctetPair[]): string | undefined =>
    pairs
      .filter(([name]) => toText(name) === "oauth_signature")
      .map(([, value]) => toText(value).replaceAll(" ", "+"))[0];
  const [inQuery, inHeader, inBody] = [query, header, body].map(signatureIn);
  const id = "params-in-two-places";
  if ([inQuery, inHeader, inBody].filter((one) => one !== undefined).length < 2) {
    return protocolCopies({ query, header, body }).map((copies): Problem => {
      const [first, second] = copies.places.map((place) => PLACES[place]);
      const where = `${namesOfCopies(copies, redact)} ${copies.pairs.length === 1 ? "is" : "are"} in ${first} and in ${second}`;
      const isOfGateway = copies.places[0] === "header" && copies.areEqual && copies.areAll;
      if (isOfGateway) return { id, text: `${where}: some servers accept them in one place only`, isRemark: true };
      return { id: "parameters-sent-twice", text: `${where}: ${ONE_PLACE}` };
    });
  }
  if (inQuery !== undefined || inHeader !== inBody) {
    return [{ id, text: "oauth_signature is in more than one place of the request" }];
  }
  const text = "header and body have the same oauth_signature: some servers accept it in one place only";
  return [{ id, text, isRemark: true }];
}

/** Unencoded values in the header: some servers decode header values, others do not; encoded values work with both. */
function headerNotices({ sent, redact }: NoticesInput): Problem[] {
  const unencoded = sent === undefined ? [] : unencodedNames(sent);
  const id = unencoded.includes("oauth_signature") ? "header-values-not-encoded" : "only-signature-encoded";
  const verb = unencoded.length === 1 ? "is" : "are";
  const text = `${unencoded.map(redact).join(", ")} ${verb} not percent-encoded in the Authorization header`;
  return noticeIf(unencoded.length > 0, id, text);
}

/** A raw signature in a query or form: a server reads + as a space, so only signatures with a + fail. */
function rawSignatureNotices({ sent }: NoticesInput): Problem[] {
  const form = sent !== undefined && isForm(sent) ? toText(sent.body ?? new Uint8Array()) : "";
  return [
    { id: "signature-raw-in-query", place: "URL", text: /\?([^#]*)/.exec(sent?.url ?? "")?.[1] ?? "" },
    { id: "signature-raw-in-form", place: "form", text: form },
  ].flatMap(({ id, place, text }) => {
    const signature = /(?:^|&)oauth_signature=([^&]*)/.exec(text)?.[1] ?? "";
    // A signature that contains escapes was encoded, even if / and = are unencoded.
    const isRaw = /[+/=]/.test(signature) && !signature.includes("%");
    const problem = `oauth_signature is not percent-encoded in the ${place}: a signature with a + would be read with a space`;
    return noticeIf(isRaw, id, problem);
  });
}

/** Values that the client may have encoded before its library did. The signature can still be valid. */
function encodedValueNotices({ ownParameters, redact }: NoticesInput): Problem[] {
  const [name] = ownParameters.find(([, value]) => ESCAPE_RE.test(toText(value))) ?? [];
  const isEach = ownParameters.every(([, value]) => ESCAPED_TEXT_RE.test(toText(value)));
  if (name === undefined || !isEach) return [];
  const example = redact(JSON.stringify(toText(name)));
  const text = `the values look as if they were encoded twice, such as that of ${example}: a server decodes them once, and reads the other escapes as text`;
  return [{ id: "values-encoded-before", text }];
}

/** Masked values: logs mask card numbers and secrets, so the search cannot reproduce their signature. */
function maskedValueNotices({ ownParameters, redact }: NoticesInput): Problem[] {
  const masked = ownParameters
    .filter(([, value]) => MASKED_RE.test(toText(value)))
    .map(([name]) => redact(toText(name)));
  const verb = masked.length === 1 ? "looks" : "look";
  const text = `${masked.join(", ")} ${verb} masked: if the client signed the whole value, give the request as it was sent`;
  return noticeIf(masked.length > 0, "values-masked", text);
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

function bodyLengthNotices({ sent }: NoticesInput): Problem[] {
  const text = sent === undefined ? undefined : bodyLengthProblem(sent);
  return text === undefined ? [] : [{ id: "body-length", text }];
}

/** RFC 5849 signs only form bodies, so leaving out another body is no mistake. */
const BODY_NOT_SIGNED = "RFC 5849 signs no body but a form: some servers require oauth_body_hash for any other body";

function bodyHashNotices(
  claimed: string | undefined,
  { sent, request: { signatureMethod }, faults }: NoticesInput,
): Problem[] {
  if (sent === undefined) return [];
  if (claimed === undefined) {
    const isUnsigned = !isForm(sent) && sent.body !== undefined && sent.body.length > 0;
    return noticeIf(isUnsigned, "body-not-signed", BODY_NOT_SIGNED);
  }
  const withForm = "oauth_body_hash must not be in a request with a form-encoded body";
  if (isForm(sent)) return [{ id: "body-hash-with-form-body", text: withForm }];
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
    return [{ id: "body-hash-of-other-bytes", text: found }];
  }
  return [{ id: fault.id, text: `${text}: ${lowerFirst(fault.what)}` }];
}

function lowerFirst(sentence: string): string {
  return sentence[0]!.toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

function noticeIf(isTrue: boolean, id: string, text: string): Problem[] {
  return isTrue ? [{ id, text }] : [];
}
