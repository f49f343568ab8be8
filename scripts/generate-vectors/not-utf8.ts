/** Percent-encoded bytes that are not UTF-8, and similar bytes that are. */

/** Descriptions and percent-encoded bytes. */
export const NOT_UTF8: readonly (readonly [what: string, escapes: string])[] = [
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
