/**
 * The requests that cost a verifier most, with a body of 1 MiB, which is about ten times the default limit, and else at the
 * default limits: 8 KiB of header, 8 KiB of query, 1000 parameters with names of 256 and values of 65,536 octets. Each has a
 * valid signature and is accepted.
 */

import type { ReceivedRequest } from "../../src/index.ts";
import type { NameValue } from "../../src/oauth1/index.ts";
import {
  bodyHash,
  createBaseStringSigner,
  formatAuthorizationHeader,
  parseForm,
  signatureBaseString,
} from "./built.ts";
import { CONSUMER_KEY, SECRET } from "./contestants.ts";
import { flat, NOW, ORIGIN } from "./received.ts";

/** A request, and what the floor hashes. */
export interface WorstRequest {
  readonly received: ReceivedRequest;
  readonly baseString: string;
  /** A body that is covered by its hash; empty for a form. */
  readonly hashedBody: Uint8Array;
}

/** One kind of request. */
export interface WorstShape {
  readonly name: string;
  /** The largest size: of the body, the Authorization header or the query, in octets. */
  readonly octets: number;
  readonly at: (octets: number) => WorstRequest;
}

export const MEBIBYTE = 1_048_576;
/** Of the 1000, six are protocol parameters. */
const FORM_PARAMETERS = 994;
const FORM_TYPE = "application/x-www-form-urlencoded";

/** All shapes. Each character of a text is one octet. */
export const WORST_SHAPES: readonly WorstShape[] = [
  filled("octets 80, not UTF-8", "\x80"),
  filled("U+FFFD as raw UTF-8", "\xef\xbf\xbd"),
  filled("%FF", "%FF"),
  filled("%25", "%25"),
  filled("%21", "%21"),
  filled("!", "!"),
  filled("+", "+"),
  filled("+, one raw € in each value", "+", { end: () => "\xe2\x82\xac" }),
  filled("%, malformed escapes", "%"),
  filled("%zz, malformed escapes", "%zz"),
  filled("octets 80, charset windows-1252", "\x80", { type: `${FORM_TYPE}; charset=windows-1252` }),
  filled("octets 81 40, charset gb18030", "\x81\x40", { type: `${FORM_TYPE}; charset=gb18030` }),
  filled("names with a long common prefix", "!", { nameOf: (index) => "!".repeat(253) + scattered(index) }),
  filled("one name, values with a long common prefix", "!", { nameOf: () => "!".repeat(256), end: scattered }),
  filled("one name, one value", "a", { nameOf: () => "a" }),
  { name: "octets 80, covered by oauth_body_hash", octets: MEBIBYTE, at: hashed },
  { name: "short parameters in the header", octets: 8192, at: inHeader },
  { name: "short parameters in the query", octets: 7800, at: inQuery },
];

interface Filling {
  readonly nameOf?: (index: number) => string;
  /** What a value ends with. */
  readonly end?: (index: number) => string;
  readonly type?: string;
}

/** A form of as many parameters as possible, whose values repeat some octets. */
function filled(name: string, octets: string, { nameOf, end, type }: Filling = {}): WorstShape {
  const at = (size: number): WorstRequest => {
    const share = size / FORM_PARAMETERS;
    const pieces = Array.from({ length: FORM_PARAMETERS }, (_, index) => {
      const start = `${nameOf?.(index) ?? `p${index}`}=`;
      const last = end?.(index) ?? "";
      const length = share - start.length - last.length - 1;
      return start + octets.repeat(Math.floor(length / octets.length)) + last;
    });
    return request({ type: type ?? FORM_TYPE, body: Buffer.from(pieces.join("&"), "latin1") });
  };
  return { name, octets: MEBIBYTE, at };
}

/** Three digits, out of order, so that there is something to sort. */
function scattered(index: number): string {
  return String((index * 7919) % FORM_PARAMETERS).padStart(3, "0");
}

function hashed(octets: number): WorstRequest {
  return request({ type: "application/octet-stream", body: Buffer.alloc(octets, 0x80), isHashed: true });
}

/** As many parameters as fit in addition to the protocol parameters, which take less than 400 octets. */
function inHeader(octets: number): WorstRequest {
  const count = Math.floor((octets - 400) / ',x000=""'.length);
  return request({ further: Array.from({ length: count }, (_, index) => [`x${index}`, ""]) });
}

function inQuery(octets: number): WorstRequest {
  const count = Math.floor(octets / "&x000=+!".length);
  return request({ query: Array.from({ length: count }, (_, index) => `x${index}=+!`).join("&") });
}

interface Parts {
  readonly type?: string;
  readonly body?: Uint8Array;
  readonly isHashed?: boolean;
  readonly query?: string;
  /** Parameters of the header in addition to the protocol parameters. */
  readonly further?: readonly NameValue[];
}

/** Signs a request as its octets are, whatever they spell. */
function request({ type, body = new Uint8Array(), isHashed = false, query = "", further = [] }: Parts): WorstRequest {
  const inHeader: NameValue[] = [
    ["oauth_consumer_key", CONSUMER_KEY],
    ["oauth_nonce", "a1b2c3d4e5f60718293a4b5c"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", String(NOW)],
    ["oauth_version", "1.0"],
    ...further,
  ];
  if (isHashed) inHeader.push(["oauth_body_hash", bodyHash(body, "HMAC-SHA1")]);
  const url = query === "" ? "/pay" : `/pay?${query}`;
  const form = isHashed ? [] : parseForm(body);
  const signed = { method: "POST", url: ORIGIN + url, form, protocolParameters: inHeader };
  const baseString = signatureBaseString(signed);
  const key = createBaseStringSigner({ signatureMethod: "HMAC-SHA1", consumerSecret: SECRET });
  const credentials: NameValue[] = [...inHeader, ["oauth_signature", key.sign(baseString)]];
  const authorization = flat(formatAuthorizationHeader(credentials, { separator: "," }));
  const headers = { authorization, "content-type": type };
  const hashedBody = isHashed ? body : new Uint8Array();
  return { received: { method: "POST", url, headers, body }, baseString: flat(baseString), hashedBody };
}
