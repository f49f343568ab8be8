/** Shortens the sentence about a fault, so that it names only characters that occur in a request. */

import type { Occurs } from "../fault.ts";

/** A punctuation character that a sentence names, such as `*`. */
const NAMED = "(?<=[\\s(])[!-/:-@[-`{-~£](?=[\\s,.;:)])";
/** A list of these, such as `! ' ( ) *` and `- . and _`. */
const LIST_RE = new RegExp(`${NAMED}(?:(?: and| or)? ${NAMED})+`, "g");
const NAMED_RE = new RegExp(`%u[0-9A-Fa-f]{4}|%(?:[0-9A-Fa-f]{2})+|\\ba space\\b|${NAMED}`, "g");
/** Examples and consequences at the end of a sentence, which may be about other characters than the rest. */
const EXAMPLE_RE = /(?:[,;:] (?:so|such as|which|including)\b|[;:](?= )| \((?=.*\))).*$/s;

/** The sentence with only those listed characters that occur, and without examples of other characters. */
export function sentenceFor(what: string, occurs: Occurs): string {
  const listed = what.replace(LIST_RE, (list) => {
    const named = list.split(" ").filter((one) => one !== "and" && one !== "or");
    const present = named.filter(occurs);
    return present.length === named.length ? list : present.length === 0 ? "some characters" : present.join(" ");
  });
  const names = (text: string): string[] => text.match(NAMED_RE) ?? [];
  const hasAll = (text: string): boolean => names(text).every((one) => occurs(one === "a space" ? " " : one));
  if (hasAll(listed)) return listed;
  const short = listed.replace(EXAMPLE_RE, "");
  return short === listed ? listed : `${short.replace(/\.$/, "")}.`;
}
