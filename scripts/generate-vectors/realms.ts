/** Realms: quoted strings, which are neither percent-encoded nor signed. */

/** Descriptions and realms. */
export const REALMS: readonly (readonly [what: string, realm: string])[] = [
  ["a word", "Photos"],
  ["a URL", "https://api.example.com/"],
  ["empty", ""],
  ["only a space", " "],
  ["quotes", 'The "Shop"'],
  ["only a quote", '"'],
  ["a backslash", "C:\\Shop"],
  ["a backslash at the end", "Shop\\"],
  ["a backslash before a quote", 'a\\"b'],
  ["two backslashes", "a\\\\b"],
  ["a comma and an equals sign", "a=1, b=2"],
  ["text that looks like a parameter", 'x", oauth_nonce="evil'],
  ["percent signs: nothing is decoded", "100%25 %20"],
  ["a plus and an ampersand", "a+b&c"],
  ["the word OAuth", "OAuth"],
  ["a tab", "a\tb"],
  ["reserved characters", "!#$'()*/:;?@[]^`{|}~<>"],
];
