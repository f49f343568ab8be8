/** Octets that are not UTF-8, percent-encoded, and neighbours that are. */

/** What each shows, and the escapes. */
export const NOT_UTF8: readonly (readonly [what: string, escapes: string])[] = [
  ["a lone FF", "%FF"],
  ["U+FFFD, which is UTF-8 and not the same as FF", "%EF%BF%BD"],
  ["a lone FE", "%FE"],
  ["ISO 8859-1 for é", "%E9"],
  ["a continuation without a start", "%80"],
  ["two octets cut after the first", "%C3"],
  ["three octets cut after the second", "%E2%82"],
  ["four octets cut after the third", "%F0%9F%98"],
  ["a slash in two octets, one too many", "%C0%AF"],
  ["NUL in two octets, as Java's modified UTF-8 has it", "%C0%80"],
  ["a slash in three octets", "%E0%80%AF"],
  ["a high surrogate as if it were a character", "%ED%A0%80"],
  ["a pair of surrogates in six octets (CESU-8)", "%ED%A0%BD%ED%B8%80"],
  ["a character beyond U+10FFFF", "%F4%90%80%80"],
  ["five octets, as UTF-8 once had", "%F8%88%80%80%80"],
  ["a start octet before an ASCII letter", "%C3a"],
  ["right UTF-8, then a wrong octet", "%C3%A9%FF"],
  ["Shift JIS", "%93%FA%96%7B"],
];
