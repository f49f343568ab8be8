/** Finds problems for which a server rejects a request even if the signature is right. */

import type { Fault } from "../faults/index.ts";
import {
  bodyHashOf,
  type HttpRequest,
  type OctetPair,
  type SigningInput,
  specification,
  toText,
} from "../model/index.ts";
import type { Notice } from "./diagnosis.ts";
import { rawHeaderPairs } from "./malformed-header.ts";

/** What the checks need. */
export interface NoticesInput {
  readonly request: SigningInput;
  /** The protocol parameters of query, header and body. */
  readonly protocolParameters: readonly (readonly OctetPair[])[];
  /** The faults that the result may name. */
  readonly faults: readonly Fault[];
  readonly now: number | undefined;
  /** Absent if the input is not a sent request. */
  readonly sent: HttpRequest | undefined;
}

/** The clock difference that most servers allow, in seconds. */
const TOLERANCE = 300;
/** Offsets of time zones are multiples of 15 minutes. */
const QUARTER_HOUR = 900;
const LONGEST_NONCE = 64;

export function noticesOf(input: NoticesInput): Notice[] {
  const values = new Map(input.protocolParameters.flat().map(([name, value]) => [toText(name), toText(value)]));
  return [
    ...timestampNotices(values.get("oauth_timestamp"), input.now),
    ...nonceNotices(values.get("oauth_nonce")),
    ...otherNotices(values, input),
    ...placeNotices(input),
    ...headerNotices(input),
    ...queryNotices(input),
    ...bodyHashNotices(values.get("oauth_body_hash"), input),
  ];
}

function timestampNotices(timestamp: string | undefined, now: number | undefined): Notice[] {
  if (timestamp === undefined) return [];
  if (/^\d{13}$/.test(timestamp))
    return [notice("timestamp-milliseconds", "oauth_timestamp is in milliseconds; it must be in seconds")];
  if (/^\d+[.,]\d+$/.test(timestamp))
    return [notice("timestamp-fraction", "oauth_timestamp has a fraction; it must be in whole seconds")];
  if (/^\d{4}-\d\d-\d\dT/.test(timestamp))
    return [notice("timestamp-iso-text", "oauth_timestamp is a date; it must be the number of seconds since 1970")];
  if (!/^[1-9]\d*$/.test(timestamp))
    return [notice("timestamp-malformed", "oauth_timestamp is not a positive integer")];
  if (now === undefined) return [];
  const ahead = Number(timestamp) - now;
  if (Math.abs(ahead) <= TOLERANCE) return [];
  const offQuarter = Math.abs(ahead - Math.round(ahead / QUARTER_HOUR) * QUARTER_HOUR);
  const isZone = Math.abs(ahead) >= 1800 && Math.abs(ahead) <= 14 * 3600 && offQuarter <= 30;
  const direction = ahead > 0 ? "ahead of" : "behind";
  return isZone
    ? [
        notice(
          "timestamp-local-time",
          `oauth_timestamp is ${Math.abs(ahead)} seconds ${direction} the server's clock, a multiple of 15 minutes: it is probably local time`,
        ),
      ]
    : [notice("timestamp-skewed", `oauth_timestamp is ${Math.abs(ahead)} seconds ${direction} the server's clock`)];
}

function nonceNotices(nonce: string | undefined): Notice[] {
  if (nonce === "") return [notice("nonce-empty", "oauth_nonce is empty")];
  if (nonce !== undefined && nonce.length > LONGEST_NONCE) {
    return [
      notice(
        "nonce-too-long",
        `oauth_nonce has ${nonce.length} characters; some servers accept at most ${LONGEST_NONCE}`,
      ),
    ];
  }
  return [];
}

function otherNotices(
  values: ReadonlyMap<string, string>,
  { request: { url, signatureMethod } }: NoticesInput,
): Notice[] {
  const version = values.get("oauth_version");
  const spelled = values.get("oauth_signature_method");
  return [
    ...(version === undefined || version === "1.0"
      ? []
      : [notice("version-not-1-0", 'oauth_version must be "1.0" or absent')]),
    ...(spelled === undefined || spelled === signatureMethod
      ? []
      : [notice("method-name-respelled", `oauth_signature_method must be written ${signatureMethod}`)]),
    ...(signatureMethod === "PLAINTEXT" && /^http:/i.test(url)
      ? [notice("plaintext-over-http", "PLAINTEXT over http sends the secrets unencrypted")]
      : []),
  ];
}

function placeNotices({ protocolParameters, request: { realm } }: NoticesInput): Notice[] {
  const signed = protocolParameters.filter((pairs) => pairs.some(([name]) => toText(name) === "oauth_signature"));
  const repeated = [...new Set(protocolParameters.flatMap(repeatedNames))];
  return [
    ...(signed.length < 2
      ? []
      : [notice("params-in-two-places", "oauth_signature is in more than one place of the request")]),
    ...(repeated.length === 0
      ? []
      : [
          notice(
            "protocol-parameters-repeated",
            `${repeated.join(", ")} is sent more than once: send each protocol parameter once, and none of an earlier signature`,
          ),
        ]),
    ...(/%[0-9A-Fa-f]{2}/.test(realm ?? "")
      ? [notice("realm-percent-encoded", "the realm contains percent escapes, which a server does not decode")]
      : []),
  ];
}

/** Some servers decode header values and others do not. If the values are encoded, both verify the signature. */
function headerNotices({ sent }: NoticesInput): Notice[] {
  const unencoded = (sent === undefined ? [] : rawHeaderPairs(sent).pairs)
    .filter(([, value]) => !ENCODED_RE.test(value))
    .map(([name]) => name);
  if (unencoded.length === 0) return [];
  const id = unencoded.includes("oauth_signature") ? "header-values-not-encoded" : "only-signature-encoded";
  const verb = unencoded.length === 1 ? "is" : "are";
  return [notice(id, `${unencoded.join(", ")} ${verb} not percent-encoded in the Authorization header`)];
}

/** A server reads a + in the query as a space, so only requests with a + in the signature fail. */
function queryNotices({ sent }: NoticesInput): Notice[] {
  const signature = /[?&]oauth_signature=([^&#]*)/.exec(sent?.url ?? "")?.[1] ?? "";
  return ENCODED_RE.test(signature) && !signature.includes("+")
    ? []
    : [notice("signature-raw-in-query", "oauth_signature is not percent-encoded in the URL")];
}

/** Unreserved characters, escapes (RFC 5849 3.6), and +, which is a fault of its own. */
const ENCODED_RE = /^(?:[A-Za-z0-9._~+-]|%[0-9A-Fa-f]{2})*$/;

function repeatedNames(pairs: readonly OctetPair[]): string[] {
  const names = pairs.map(([name]) => toText(name));
  return names.filter((name, index) => names.indexOf(name) !== index);
}

function bodyHashNotices(
  claimed: string | undefined,
  { sent, request: { signatureMethod }, faults }: NoticesInput,
): Notice[] {
  if (claimed === undefined || sent === undefined) return [];
  const type = sent.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return [notice("body-hash-with-form-body", "oauth_body_hash must not be in a request with a form-encoded body")];
  }
  const body = sent.body ?? new Uint8Array();
  const hash = bodyHashOf(signatureMethod);
  if (specification.bodyHash(body, hash) === claimed) return [];
  const fault = faults.find(({ stage, apply, variants = [] }) => {
    const changes = stage === "bodyHash" ? [apply, ...variants] : [];
    return changes.some((change) => change(specification).bodyHash(body, hash) === claimed);
  });
  return fault === undefined
    ? [notice("body-hash-of-other-bytes", "oauth_body_hash is not the hash of the body that was sent")]
    : [notice(fault.id, `oauth_body_hash is not the hash of the body that was sent: ${lowerFirst(fault.what)}`)];
}

function lowerFirst(sentence: string): string {
  return sentence[0]!.toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

function notice(id: string, text: string): Notice {
  return { id, text };
}
