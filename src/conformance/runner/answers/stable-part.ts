/** What messages of one kind have in common: their words, without what an input or a run put into them. */

const WORD_RE = /^[(]?[A-Za-z][A-Za-z_.'-]*[A-Za-z)]?[.,:;!?)]*$/;
const QUOTE_RE = /(?<=^|[\s(=:])["'`\u2018\u201c\u00ab{[<]/; // from here on, a message quotes its input
const OPEN_RE = /\([^()]*$/; // a bracket whose end was cut off
const LONGEST_WORD = 100;
const MOST_WORDS = 12;

/**
 * The first words of a message, up to the first thing that it quotes. What is not a word, such as a number, is replaced.
 *
 * @returns empty if the message has no word
 * @example
 * stablePart("URIError: cannot decode %E9 at 12"); // "URIError: cannot decode … at …"
 * stablePart("index a nil value (local 's')"); // "index a nil value"
 */
export function stablePart(message: string): string {
  const [line = ""] = message.split("\n");
  const unquoted = line.slice(0, QUOTE_RE.exec(line)?.index).replace(OPEN_RE, "");
  const tokens = unquoted.split(/\s+/).filter((token) => token !== "");
  const words = tokens.map((token) => (token.length <= LONGEST_WORD && WORD_RE.test(token) ? token : "…"));
  const kept = words.filter((word, at) => word !== "…" || words[at - 1] !== "…").slice(0, MOST_WORDS);
  return kept.some((word) => word !== "…") ? kept.join(" ") : "";
}
