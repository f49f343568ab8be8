/** Realms: a quoted string each, never percent-encoded, never signed. */

import type { Draft } from "./types.ts";

/** What each shows, and the realm. */
export const REALMS: readonly (readonly [what: string, realm: string])[] = [
  ["a word", "Photos"],
  ["a URL", "https://api.example.com/"],
  ["empty", ""],
  ["a space alone", " "],
  ["quotation marks", 'The "Shop"'],
  ["a quotation mark alone", '"'],
  ["a backslash", "C:\\Shop"],
  ["a backslash at the end", "Shop\\"],
  ["a backslash before a quotation mark", 'a\\"b'],
  ["two backslashes", "a\\\\b"],
  ["a comma and an equals sign", "a=1, b=2"],
  ["what looks like a parameter", 'x", oauth_nonce="evil'],
  ["percent signs: nothing is decoded", "100%25 %20"],
  ["a plus and an ampersand", "a+b&c"],
  ["the word OAuth", "OAuth"],
  ["a tab", "a\tb"],
  ["reserved characters", "!#$'()*/:;?@[]^`{|}~<>"],
];

/** A strict signer may keep to printable ASCII. */
export function tabMayBeRefused(realm: string): Pick<Draft, "mayRefuse"> {
  if (!realm.includes("\t")) return {};
  return { mayRefuse: "A quoted string may hold a tab, but a header field with one is hardly ever meant." };
}
