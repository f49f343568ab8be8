/**
 * What a server refuses whatever the signature: told beside every diagnosis.
 *
 * @module
 */

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

/** What the checks look at. */
export interface Noticed {
  readonly request: SigningInput;
  /** The protocol parameters of query, header and body. */
  readonly places: readonly (readonly OctetPair[])[];
  /** Those that an answer may name. */
  readonly faults: readonly Fault[];
  readonly now: number | undefined;
  /** Where the request is one as sent. */
  readonly sent: HttpRequest | undefined;
}

/** How far a client's clock may be off, in seconds: five minutes, as most servers have it. */
const TOLERANCE = 300;
/** The zones of the world are whole quarters of an hour apart. */
const QUARTER = 900;
const LONGEST_NONCE = 64;

/** All that is to be said, in the order of the parameters' checks. */
export function noticesOf(noticed: Noticed): Notice[] {
  const values = new Map(noticed.places.flat().map(([name, value]) => [toText(name), toText(value)]));
  return [
    ...timestampNotices(values.get("oauth_timestamp"), noticed.now),
    ...nonceNotices(values.get("oauth_nonce")),
    ...otherNotices(values, noticed),
    ...placeNotices(noticed),
    ...headerNotices(noticed),
    ...queryNotices(noticed),
    ...bodyHashNotices(values.get("oauth_body_hash"), noticed),
  ];
}

function timestampNotices(timestamp: string | undefined, now: number | undefined): Notice[] {
  if (timestamp === undefined) return [];
  if (/^\d{13}$/.test(timestamp))
    return [notice("timestamp-milliseconds", "oauth_timestamp counts milliseconds; it must count seconds")];
  if (/^\d+[.,]\d+$/.test(timestamp))
    return [notice("timestamp-fraction", "oauth_timestamp has a fraction; it must be whole seconds")];
  if (/^\d{4}-\d\d-\d\dT/.test(timestamp))
    return [notice("timestamp-iso-text", "oauth_timestamp is a date; it must be the seconds since 1970")];
  if (!/^[1-9]\d*$/.test(timestamp))
    return [notice("timestamp-malformed", "oauth_timestamp is no positive whole number")];
  if (now === undefined) return [];
  const ahead = Number(timestamp) - now;
  if (Math.abs(ahead) <= TOLERANCE) return [];
  const offQuarter = Math.abs(ahead - Math.round(ahead / QUARTER) * QUARTER);
  const isZone = Math.abs(ahead) >= 1800 && Math.abs(ahead) <= 14 * 3600 && offQuarter <= 30;
  const way = ahead > 0 ? "ahead of" : "behind";
  return isZone
    ? [
        notice(
          "timestamp-local-time",
          `oauth_timestamp is ${Math.abs(ahead)} seconds ${way} the server's clock: whole quarters of an hour, so it is probably local time`,
        ),
      ]
    : [notice("timestamp-skewed", `oauth_timestamp is ${Math.abs(ahead)} seconds ${way} the server's clock`)];
}

function nonceNotices(nonce: string | undefined): Notice[] {
  if (nonce === "") return [notice("nonce-empty", "oauth_nonce is empty")];
  if (nonce !== undefined && nonce.length > LONGEST_NONCE) {
    return [
      notice(
        "nonce-too-long",
        `oauth_nonce has ${nonce.length} characters; some servers take no more than ${LONGEST_NONCE}`,
      ),
    ];
  }
  return [];
}

function otherNotices(values: ReadonlyMap<string, string>, { request: { url, signatureMethod } }: Noticed): Notice[] {
  const version = values.get("oauth_version");
  const spelled = values.get("oauth_signature_method");
  return [
    ...(version === undefined || version === "1.0"
      ? []
      : [notice("version-not-1-0", 'oauth_version must be "1.0", or left out')]),
    ...(spelled === undefined || spelled === signatureMethod
      ? []
      : [notice("method-name-respelled", `oauth_signature_method must be written ${signatureMethod}`)]),
    ...(signatureMethod === "PLAINTEXT" && /^http:/i.test(url)
      ? [notice("plaintext-over-http", "PLAINTEXT over http shows the secrets to everybody on the way")]
      : []),
  ];
}

function placeNotices({ places, request: { realm } }: Noticed): Notice[] {
  const signed = places.filter((pairs) => pairs.some(([name]) => toText(name) === "oauth_signature"));
  const repeated = [...new Set(places.flatMap(repeatedNames))];
  return [
    ...(signed.length < 2
      ? []
      : [notice("params-in-two-places", "oauth_signature stands in more than one place of the request")]),
    ...(repeated.length === 0
      ? []
      : [
          notice(
            "protocol-parameters-repeated",
            `${repeated.join(", ")} may stand once in a request, and came more often: send one, and nothing of an earlier signature`,
          ),
        ]),
    ...(/%[0-9A-Fa-f]{2}/.test(realm ?? "")
      ? [
          notice(
            "realm-percent-encoded",
            "the realm holds percent escapes; in its quotation marks it is read as it stands",
          ),
        ]
      : []),
  ];
}

/** Some servers read the values of the header as they stand, some decode them: encoded, both find the same. */
function headerNotices({ sent }: Noticed): Notice[] {
  const bare = (sent === undefined ? [] : rawHeaderPairs(sent).pairs)
    .filter(([, value]) => !ENCODED_RE.test(value))
    .map(([name]) => name);
  if (bare.length === 0) return [];
  const id = bare.includes("oauth_signature") ? "header-values-not-encoded" : "only-signature-encoded";
  const verb = bare.length === 1 ? "stands" : "stand";
  return [notice(id, `${bare.join(", ")} ${verb} in the Authorization header without being percent-encoded`)];
}

/** Here its + would be a space, so that some requests go through and others do not. */
function queryNotices({ sent }: Noticed): Notice[] {
  const signature = /[?&]oauth_signature=([^&#]*)/.exec(sent?.url ?? "")?.[1] ?? "";
  return ENCODED_RE.test(signature) && !signature.includes("+")
    ? []
    : [notice("signature-raw-in-query", "oauth_signature stands in the URL without being percent-encoded")];
}

/** Unreserved characters and escapes (RFC 5849 3.6), and the plus of a form's space, which is a fault of its own. */
const ENCODED_RE = /^(?:[A-Za-z0-9._~+-]|%[0-9A-Fa-f]{2})*$/;

function repeatedNames(pairs: readonly OctetPair[]): string[] {
  const names = pairs.map(([name]) => toText(name));
  return names.filter((name, index) => names.indexOf(name) !== index);
}

function bodyHashNotices(
  claimed: string | undefined,
  { sent, request: { signatureMethod }, faults }: Noticed,
): Notice[] {
  if (claimed === undefined || sent === undefined) return [];
  const type = sent.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return [notice("body-hash-with-form-body", "oauth_body_hash must not stand in a request with a form-encoded body")];
  }
  const body = sent.body ?? new Uint8Array();
  const hash = bodyHashOf(signatureMethod);
  if (specification.bodyHash(body, hash) === claimed) return [];
  const fault = faults.find(({ stage, apply, variants = [] }) => {
    const ways = stage === "bodyHash" ? [apply, ...variants] : [];
    return ways.some((way) => way(specification).bodyHash(body, hash) === claimed);
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
