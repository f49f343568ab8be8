/** Percent-encoded bytes that are not UTF-8, and similar bytes that are: they are signed unchanged, not as U+FFFD. */

import { get, postEncoded, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

/** Descriptions and percent-encoded bytes. */
const NOT_UTF8: readonly (readonly [what: string, escapes: string])[] = [
  ["a lone FF", "%FF"],
  ["U+FFFD, which is valid UTF-8 and differs from FF", "%EF%BF%BD"],
  ["a lone FE", "%FE"],
  ["ISO 8859-1 for é", "%E9"],
  ["a continuation byte without a start byte", "%80"],
  ["two-byte sequence truncated after the first byte", "%C3"],
  ["three-byte sequence truncated after the second byte", "%E2%82"],
  ["four-byte sequence truncated after the third byte", "%F0%9F%98"],
  ["a slash in an overlong two-byte encoding", "%C0%AF"],
  ["NUL in two bytes, as in Java's modified UTF-8", "%C0%80"],
  ["a slash in an overlong three-byte encoding", "%E0%80%AF"],
  ["an encoded high surrogate", "%ED%A0%80"],
  ["an encoded surrogate pair in six bytes (CESU-8)", "%ED%A0%BD%ED%B8%80"],
  ["a character beyond U+10FFFF", "%F4%90%80%80"],
  ["a five-byte sequence, as in early UTF-8", "%F8%88%80%80%80"],
  ["a start byte before an ASCII letter", "%C3a"],
  ["valid UTF-8, then an invalid byte", "%C3%A9%FF"],
  ["Shift JIS", "%93%FA%96%7B"],
];

export const notUtf8Decoding: Family = {
  name: "not-utf8-decoding",
  area: "parameters",
  make: (): Draft[] =>
    NOT_UTF8.map(([comment, escapes]) => ({
      comment,
      rule: "rfc5849-3.4.1.3.1-1",
      operation: "parameters",
      input: { formEncoded: `a=${escapes}` },
    })),
};

export const notUtf8Form: Family = {
  name: "not-utf8-form",
  area: "request",
  make: (): Draft[] => [
    ...NOT_UTF8.map(([what, escapes]) =>
      toSign(`In a value of the form: ${what}`, "rfc5849-3.4.1.3.1-3", postEncoded(`a=${escapes}&b=1`)),
    ),
    toSign(
      "In a name of the form, together with the name U+FFFD",
      "rfc5849-3.4.1.3.2-2",
      postEncoded("%FF=1&%EF%BF%BD=2"),
    ),
    toSign("With the protocol parameters in the same body", "rfc5849-3.5.2-1", postEncoded("a=%FF&a=%E9"), {
      transport: "body",
    }),
    toSign(
      "A form in ISO 8859-1 with a plus sign for the space",
      "rfc5849-3.4.1.3.1-3",
      postEncoded("name=Jos%E9+N%FA%F1ez"),
    ),
  ],
};

const rule = "rfc5849-3.4.1.3.1-1";

export const notUtf8Query: Family = {
  name: "not-utf8-query",
  area: "request",
  make: (): Draft[] => [
    ...NOT_UTF8.map(([what, escapes]) => toSign(`In a value of the query: ${what}`, rule, get(`/q?a=${escapes}&b=1`))),
    toSign(
      "As names, sorted by byte: %EF%BF%BD before %FF",
      "rfc5849-3.4.1.3.2-2",
      get("/q?%FF=1&%EF%BF%BD=2&%E9=3&z=4"),
    ),
    toSign("As three values of one name, sorted by byte", "rfc5849-3.4.1.3.2-3", get("/q?a=%FF&a=%FE&a=%EF%BF%BD")),
    toSign("In lower-case percent-encoding", "rfc5849-3.6-3", get("/q?a=%ff%fe")),
  ],
};

export const octetsEncoding: Family = {
  name: "octets-encoding",
  area: "percent-encoding",
  make: (): Draft[] =>
    Array.from({ length: 8 }, (_, block) => {
      const first = 0x80 + block * 16;
      const octets = Uint8Array.from({ length: 16 }, (_, index) => first + index);
      return {
        comment: `The bytes ${first.toString(16).toUpperCase()} to ${(first + 15).toString(16).toUpperCase()}`,
        rule: "rfc5849-3.6-3",
        operation: "percent-encoding",
        input: { octets: Buffer.from(octets).toString("base64") },
      };
    }),
};
