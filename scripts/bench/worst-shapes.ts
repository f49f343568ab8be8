/**
 * The kinds of requests that cost a verifier most, with a body of 1 MiB, which is about ten times the default limit, and
 * otherwise at the default limits: 8 KiB of header, 8 KiB of query, 1000 parameters with names of 256 and values of 65,536
 * octets.
 */

import type { ReceivedRequest } from "../../src/index.ts";

export interface WorstShape {
  readonly name: string;
  /** The largest size: of the body, the Authorization header or the query, in octets. */
  readonly octets: number;
  /** The content that fills a form, or the place of other large content. */
  readonly content: Filling | "hashed body" | "header" | "query";
}

/** A form of as many parameters as possible, whose values repeat some octets. */
export interface Filling {
  /** Each character is one octet. */
  readonly octets: string;
  readonly nameOf?: (index: number) => string;
  /** The end of a value. */
  readonly end?: (index: number) => string;
  readonly charset?: string;
}

/** A place of a request, and the text in it that costs most to reject. */
export interface UnsignedShape {
  readonly name: string;
  readonly change: (
    octets: number,
  ) => Partial<ReceivedRequest> & { readonly headers?: Readonly<Record<string, string>> };
}

/** The usual limit on a URL and on a header field. */
export const FIELD_OCTETS = 8192;

const inBrackets = (octets: number): string => `[${"1:".repeat(octets / 2 - 2)}x]`;
const FORM_FIELD = { "content-type": "application/x-www-form-urlencoded" };

/** Every place of a request that a verifier reads, and the fields of a proxy. */
export const UNSIGNED_SHAPES: readonly UnsignedShape[] = [
  { name: "path", change: (octets) => ({ url: `/${";".repeat(octets - 1)}` }) },
  { name: "query", change: (octets) => ({ url: `/?${"%=&".repeat(octets / 3)}` }) },
  { name: "host of an absolute URL", change: (octets) => ({ url: `http://${inBrackets(octets)}/` }) },
  { name: "userinfo of an absolute URL", change: (octets) => ({ url: `http://${"@".repeat(octets - 7)}` }) },
  { name: "Authorization", change: (octets) => ({ headers: { authorization: `OAuth a="${"\\".repeat(octets)}` } }) },
  { name: "Content-Type", change: (octets) => ({ headers: { "content-type": ";".repeat(octets) }, body: "a" }) },
  { name: "form", change: (octets) => ({ headers: FORM_FIELD, body: "%=&".repeat(octets / 3) }) },
  { name: "Host behind a proxy", change: (octets) => ({ headers: { host: inBrackets(octets) } }) },
  { name: "X-Forwarded-Host", change: (octets) => ({ headers: { "x-forwarded-host": inBrackets(octets) } }) },
  { name: "X-Forwarded-Proto", change: (octets) => ({ headers: { "x-forwarded-proto": " ".repeat(octets) } }) },
  { name: "address of the connection", change: (octets) => ({ remoteAddress: "1:".repeat(octets / 2) }) },
];

export const MEBIBYTE = 1_048_576;
/** Of the 1000, six are protocol parameters. */
export const FORM_PARAMETERS = 994;

/** All shapes. */
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
  filled("octets 80, charset windows-1252", "\x80", { charset: "windows-1252" }),
  filled("names with a long common prefix", "!", { nameOf: (index) => "!".repeat(253) + scattered(index) }),
  filled("one name, values with a long common prefix", "!", { nameOf: () => "!".repeat(256), end: scattered }),
  filled("one name, one value", "a", { nameOf: () => "a" }),
  { name: "octets 80, covered by oauth_body_hash", octets: MEBIBYTE, content: "hashed body" },
  { name: "short parameters in the header", octets: 8192, content: "header" },
  { name: "short parameters in the query", octets: 7800, content: "query" },
];

function filled(name: string, octets: string, filling: Omit<Filling, "octets"> = {}): WorstShape {
  return { name, octets: MEBIBYTE, content: { octets, ...filling } };
}

/** Three digits that are not in order, so that the parameters must be sorted. */
function scattered(index: number): string {
  return String((index * 7919) % FORM_PARAMETERS).padStart(3, "0");
}
