/** Pairs of secrets that make a key in which something can go wrong. */

/** What each shows, and the secrets of client and token; undefined: no token secret. */
export const SECRETS: readonly (readonly [what: string, consumerSecret: string, tokenSecret?: string])[] = [
  ["plain secrets", "kd94hf93k423kf44", "pfkkdhi9sl3r4s00"],
  ["no token secret: the ampersand stays", "kd94hf93k423kf44"],
  ["an empty token secret is the same as none", "kd94hf93k423kf44", ""],
  ["an empty consumer secret", "", "pfkkdhi9sl3r4s00"],
  ["two empty secrets: the key is an ampersand", "", ""],
  ["an ampersand in the consumer secret", "a&b", "c"],
  ["an ampersand in the token secret: another key than before", "a", "b&c"],
  ["a percent sign and an escape", "100%", "%26"],
  ["a plus and a space", "a+b", "c d"],
  ["reserved characters", "!*'();:@&=+$,/?#[]", "%-_.~"],
  ["base64", "r6/TJjbCOr97/+UU0NsvSne7s5g=", "bYT5CMsGcbgUdFHObYMEfcx6bsw="],
  ["characters outside ASCII", "Geheimnis für Ünë", "秘密😀"],
  ["composed and not composed", "\u00e9", "e\u0301"],
  ["control characters", "a\nb", "c\td"],
  ["white space at the ends is kept", " a ", "\tb"],
  ["63 octets of key", "k".repeat(31), "t".repeat(31)],
  ["64 octets of key: a whole block of SHA-1 and SHA-256", "k".repeat(31), "t".repeat(32)],
  ["65 octets of key: hashed first", "k".repeat(32), "t".repeat(32)],
  ["128 octets of key: a whole block of SHA-512", "k".repeat(63), "t".repeat(64)],
  ["129 octets of key: hashed first by SHA-512 too", "k".repeat(64), "t".repeat(64)],
  ["a key of more than 1000 octets", "k".repeat(600), "t".repeat(600)],
  ["a secret that is short, and long once encoded", "é".repeat(20), "\u{1f600}".repeat(10)],
];
