/** Finds base strings in any text: the answer of a server, a log, a dump of an object, a text that a terminal wrapped. */

import {
  decodedText,
  isProtocolParameter,
  type ParameterOrigin,
  type ParameterSources,
  toText,
} from "../../model/index.ts";
import { startOfAnswer } from "../../requests/answer-in-log.ts";
import { withoutEntities } from "../../requests/literals.ts";

/** A base string in a text. */
export interface FoundBaseString {
  readonly baseString: string;
  /** The text before it, such as its name. */
  readonly before: string;
  /** The same base string with other ends, because wrong base strings may contain quotation marks and spaces. */
  readonly otherEnds: () => readonly string[];
}

/** A base string; or, in a text that is a form, one that is percent-encoded as a whole. */
const BASE_STRING_RE =
  /(?:\b|(?<=%3D))[A-Z]{3,10}(?:&https?(?:%3A%2F%2F|:\/\/)[^&\s"'<>\\]{1,9999}&[^&\s"'<>\\]*|%26https?%253A%252F%252F[^&\s"'<>\\,]*)/gi;
/** Characters that may end the sentence around a base string, but not a correct base string. */
const END_RE = /(?<![,;:)\]}.])[,;:)\]}.]+$/;
const NAME_LENGTH = 60;
/** Lines on which a terminal may have continued a base string. */
const MOST_LINES = 60;

/** The base strings in a text, in its order; escapes of JSON and HTML are undone. */
export function* baseStringsIn(text: string): Generator<FoundBaseString> {
  const plain = unescaped(text);
  for (const { index, 0: found } of plain.matchAll(BASE_STRING_RE)) {
    const isEncoded = !found.includes("&");
    yield {
      baseString: (isEncoded ? decodedText(found) : found).replace(END_RE, ""),
      before: plain.slice(Math.max(0, index - NAME_LENGTH), index),
      otherEnds: () => (isEncoded ? [] : otherEndsOf(plain.slice(index, index + MOST_LENGTH))),
    };
  }
}

/** To the first space, and to the end of the line, with and without final punctuation; then with the next lines. */
function otherEndsOf(text: string): string[] {
  const [line = "", ...lines] = text.split(/\r?\n/, MOST_LINES);
  const [word] = /^\S*/.exec(line)!;
  const ends = [word, line, line.trimEnd()].flatMap((one) => [
    one,
    one.replace(/(?<!["'`,;:)\]}.])["'`,;:)\]}.]+$/, ""),
  ]);
  return [...ends, ...joinedLines(line, lines)];
}

/** The line joined with one or more of the next lines, while those consist of characters of a base string. */
function joinedLines(line: string, lines: readonly string[]): string[] {
  const joined: string[] = [];
  let text = line.trimEnd();
  for (const next of lines) {
    const [part] = /^[^\s"'<>\\]*/.exec(next.trim())!;
    if (part === "") break;
    text += part;
    joined.push(text);
    if (part !== next.trim()) break;
  }
  return joined.reverse();
}

/** A longer base string cannot belong to a request that can be diagnosed. */
const MOST_LENGTH = 5 * 65_536;
/** How many base strings of a log are tried, and how many with other ends as well. */
const MOST_FOUND = 100;
const MOST_WITH_OTHER_ENDS = 5;

/**
 * The base strings that a text of the client may contain, base strings of this request first. If the text is one word, the whole
 * text may be one, even with characters that no correct base string has. Empty if the text contains none.
 */
export function possibleBaseStrings(text: string | undefined, sources = NO_PARAMETERS): readonly string[] {
  if (text === undefined) return [];
  const exact = text.replace(/\r?\n$/, "");
  const bare = text.replace(/^\ufeff/, "").trim();
  const isOther = ({ baseString }: FoundBaseString): boolean => namesOfOtherRequest(baseString, sources).length > 0;
  const found = Array.from(baseStringsIn(text));
  const sorted = [...found.filter((one) => !isOther(one)), ...found.filter(isOther)].slice(0, MOST_FOUND);
  const whole = /^[A-Z]{1,20}&\S*$/i.test(bare) ? [bare] : [];
  if (found.length === 0 && whole.length === 0 && !(WHOLE_RE.test(text) && mayBeBaseString(text))) return [];
  const first = sorted.slice(0, MOST_WITH_OTHER_ENDS).flatMap(({ otherEnds }) => otherEnds());
  const all = [...whole, ...sorted.map(({ baseString }) => baseString), bare, exact, ...first];
  return [...new Set(all)].filter(({ length }) => length > 0 && length <= MOST_LENGTH);
}

/**
 * Whether a text may be a base string, even a wrong one. Any other text may be a secret in the wrong field, so no page
 * should show it.
 */
export function mayBeBaseString(text: string): boolean {
  return /oauth_|https?(?::|%3a)/i.test(text);
}

/** A single word, or a method, white space and a URI. */
const WHOLE_RE = /^\s*(?:\S+\s*$|[A-Z]{1,20}\s{1,9}https?(?::|%3a))/i;

type SentParameters = Pick<ParameterSources, ParameterOrigin>;

const NO_PARAMETERS: SentParameters = { query: [], header: [], body: [] };

/** Parameters that are new in each request. */
export const NEW_EACH_TIME = ["oauth_nonce", "oauth_timestamp"];

/** The names of the parameters whose values show that a base string is of another request; empty if no value shows that. */
export function namesOfOtherRequest(baseString: string, { query, header, body }: SentParameters): string[] {
  const meant = fullyDecoded(baseString);
  const sent = [query, header, body].flat().filter(isProtocolParameter);
  return NEW_EACH_TIME.filter((name) => {
    const values = sent.filter((pair) => toText(pair[0]) === name).map(([, value]) => core(toText(value)));
    const signed = Array.from(meant.matchAll(new RegExp(`\\b${name}=([^&]*)`, "g")), ([, value]) => core(value!));
    return signed.length > 0 && values.length > 0 && !signed.some((value) => values.includes(value));
  });
}

const OF_SERVER_RE = /\b(?:server|expected|received|response|should be)\b/i;
const LOGGED_RE = /[A-Z]{3,10}&(?:amp;)?https?(?:%3A|:)/i;

/** The line of a log in which the client printed the base string of this request, or its only base string. */
export function loggedBaseString(
  log: string,
  sources: SentParameters,
): { readonly text: string; readonly line: number } | undefined {
  // Base strings after the start of the answer come from the server.
  const lines = log.slice(0, startOfAnswer(log)).split("\n");
  const found = lines
    .flatMap((text, at) => (LOGGED_RE.test(text) ? [{ text, line: at + 1 }] : []))
    .slice(0, MOST_FOUND)
    .flatMap((line) => [...baseStringsIn(line.text)].slice(0, MOST_FOUND).map((one) => ({ ...one, ...line })))
    .filter(({ before }) => !OF_SERVER_RE.test(before));
  const own = found.find(({ baseString }) => namesOfOtherRequest(baseString, sources).length === 0);
  const isOnly = new Set(found.map(({ baseString }) => baseString)).size === 1;
  return own ?? (isOnly ? found[0] : undefined);
}

/** Only the letters and digits, because the client may have encoded other characters wrongly. */
function core(value: string): string {
  return fullyDecoded(value).replace(/[^A-Za-z0-9]/g, "");
}

/** A wrong base string may be encoded more or less often than twice. */
export function fullyDecoded(text: string): string {
  return [1, 2, 3, 4].reduce(decodedText, text);
}

/** Undoes the escapes of JSON and HTML, even nested ones. Correct base strings contain no such escapes. */
export function unescaped(text: string): string {
  const json = text
    .replace(/(?<!\\)\\+u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/(?<!\\)\\+(["/])/g, "$1");
  return withoutEntities(withoutEntities(json));
}
