/**
 * The kinds of requests that cost a verifier most, with a body of 1 MiB, which is about ten times the default limit, and
 * otherwise at the default limits: 8 KiB of header, 8 KiB of query, 1000 parameters with names of 256 and values of 65,536
 * octets.
 */

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
  filled("octets 81 40, charset gb18030", "\x81\x40", { charset: "gb18030" }),
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
