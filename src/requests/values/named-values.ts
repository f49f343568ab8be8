/**
 * Lists the values that have names in a text, in any of these notations: JSON, literals of Python, Ruby, JavaScript and Go,
 * print_r and var_dump of PHP, lines such as `Name: value`.
 */

import type { Pair } from "../form-text.ts";
import { octetsOfLiteral } from "../literals.ts";
import { FIELDS } from "./value-names.ts";

/** A value with its name. Each octet is a character from U+0000 to U+00FF. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
  /** The innermost brackets around both. */
  readonly within: Bracket;
  /** The line of the value's end, from 1. */
  readonly line: number;
}

/** Brackets with a name, such as `headers: {`; the whole text counts as the outermost brackets, without name. */
export interface Bracket {
  readonly name: string;
  readonly outer: Bracket | undefined;
  /** Whether the name is a heading, which only another heading ends. */
  readonly isHeading?: boolean;
}

/** A name and its separator, in each notation. */
const NAME_RE = new RegExp(
  [
    // `[name] =>`
    /\[(?<printed>[^[\]"'\s]{1,100})\] =>[ \t]?/,
    // `"name":`, `'name' =>`, `["name"]=>`
    /\[?[bu]?(?<mark>["'`])(?<quoted>(?:\\.|(?!\k<mark>)[^\\\n]){1,200})\k<mark>(?::(?:"[\w\\]{1,99}":)?(?:private|protected))?\]?\s{0,9}(?:=>|:|=)\s{0,99}/,
    // `:name =>`, `:name "value"`
    /:(?<symbol>\w{1,100})(?:\s?=>\s{0,9}| (?=[":{]))/,
    // `("name",`
    /[([{]\s{0,9}(?<firstMark>["'])(?<first>[^"'\n]{1,200})\k<firstMark>,\s{0,9}(?=b?["'])/,
    // `Form Data` above pairs
    /(?<=^[ \t]{0,40})(?<heading>(?:Form|Query|Request|Response|POST|META) (?:Data|Body|Headers|String Parameters)):?[ \t]*\r?$/,
    // `Name: value` in a line of its own
    /(?<=^[ \t]{0,40})(?<line>[A-Za-z][\w -]{0,40}):[ \t]+(?=\S)(?!["'{[(]|[^\n{]{0,999}\{)/,
    // `name=[`, `name: {`, `Method=POST`
    /(?<![\w.$%/&?~-])(?<bare>[A-Za-z_][\w.-]{0,60})(?::(?!\/\/)(?:\s{0,99}(?=[{[(])|[ \t]{0,9})|[ \t]{0,40}=>?[ \t]?(?=["'{[(]|map\[|url\.Values))/,
    /(?<![\w.$%/&?-])(?<known>(?:method|Method|Endpoint|RequestUri|Content-Type)) ?= ?(?=[\w:/])/,
    // `{Name=value, Host=shop.example}`
    /(?<=[{,] ?)(?<mapped>[A-Za-z][\w-]{0,60})=(?=[^\s"'{[=,}&])/,
    // `with body 'amount=10.42'`
    /\bwith (?<with>body|headers) (?=["'{])/,
    // `body=amount=10.42&currency=EUR`
    /(?<![\w.$%/&?-])(?<form>\w{0,20}(?:body|data|payload|form|content|Body|Data|Payload|Form|Content)) ?= ?(?=[\w.%+*~[\]-]{1,200}=)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gmy",
);
/** What precedes the brackets of a value: `Array`, `map`, `url.Values`, `object(stdClass)#1 (2)`, `[Object: null prototype]`. */
const OPENING_RE =
  /(?:&?[\w.\\ -]{0,60}(?:\(\w{0,60}\))?(?:#\d{1,9})?(?::\d{1,9})? ?(?:\(\d{1,9}\))?[ \t]{0,99}|\[[\w: ]{1,60}\] |<\w{1,40}: )[[{(]/y;
const CLOSING_RE = /\s{0,9}[)\]}]/y;
/** A list of one text. */
const ONE_RE = /\[\s{0,99}(?:""|''|["']?([^[\]{}"'\n]{1,300})["']?|([^\s[\]{}"',][^[\]{}',\n]{0,300}))\s{0,99}\]/y;
const QUOTED_RE = /(?:[buBU])?(?:"((?:\\[\s\S]|[^"\\])*)"|'((?:\\[\s\S]|[^'\\])*)'|`((?:\\[\s\S]|[^`\\])*)`)/y;
const DUMPED_RE = /string\((\d{1,9})\) "/y;

/** The values with names, in the order of the text. */
export function namedValues(text: string): NamedValue[] {
  const values: NamedValue[] = [];
  let within: Bracket = { name: "", outer: undefined };
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  /** Quotation marks that are never closed: searching for the end of each would take too long. */
  const unclosed = new Set<string>();
  const quoted = (): string | undefined => {
    const [mark = ""] = /^[buBU]?["'`]/.exec(text.slice(at, at + 2)) ?? [];
    if (mark === "" || unclosed.has(mark.at(-1)!)) return undefined;
    const found = match(QUOTED_RE);
    if (found === null) unclosed.add(mark.at(-1)!);
    return found === null ? undefined : octetsOfLiteral(found[1] ?? found[2] ?? found[3] ?? "");
  };
  const isAhead = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    return pattern.test(text);
  };
  const open = (name: string): void => {
    within = { name, outer: within };
  };
  let [lines, counted] = [1, 0];
  const add = (name: string, value: string): void => {
    lines += text.slice(counted, at).split("\n").length - 1;
    counted = at;
    values.push({ name, value, within, line: lines });
  };
  while (at < text.length) {
    const found = match(NAME_RE);
    if (found === null) {
      const character = text[at]!;
      if (quoted() !== undefined) continue;
      if (/[{[(]/.test(character)) open("");
      else if (/[}\])]/.test(character) && !within.isHeading) within = within.outer ?? within;
      at += 1;
      continue;
    }
    const [notation, written = ""] = Object.entries(found.groups!).find(isName)!;
    if (notation === "bare" && endsSentence(text, found)) continue;
    const name = octetsOfLiteral(written.replace(/:(?:[\w\\]{0,99}:)?(?:private|protected)$/, ""));
    if (notation === "heading") {
      within = { name, outer: within.isHeading ? within.outer : within, isHeading: true };
      continue;
    }
    if (notation === "printed") {
      if (match(PRINTED_OPENING_RE) !== null) open(name);
      else add(name, match(PRINTED_RE)?.[0] ?? "");
      continue;
    }
    if (notation === "form") {
      const value = match(FORM_RE)![0].trimEnd();
      add(name, /[[({]/.test(value) ? value : value.replace(/(?<![)\]},;])[)\]},;]+$/, ""));
      continue;
    }
    const dumped = match(DUMPED_RE);
    const literal = dumped === null ? quoted() : undefined;
    if (dumped !== null) {
      const end = at + Number(dumped[1]);
      add(name, text.slice(at, end));
      at = end + 1;
    } else if (literal !== undefined) {
      add(name, literal);
      // The name began with the bracket of its pair.
      if (notation === "first") match(CLOSING_RE);
    } else if (isAhead(ONE_RE)) {
      const [, one, other] = match(ONE_RE)!;
      add(name, one ?? other ?? "");
    } else if (match(OPENING_RE) !== null) open(name);
    else {
      const isMapped =
        notation === "mapped" || (notation === "bare" && within.outer !== undefined && text[at - 1] === " ");
      const ending = notation === "line" ? LINE_RE : isMapped ? MAPPED_RE : BARE_RE;
      add(name, (match(ending)?.[0] ?? "").trimEnd());
    }
  }
  return values;
}

/** Whether a name is the last word of a line of words: a sentence before a list. */
function endsSentence(text: string, { index, groups }: RegExpExecArray): boolean {
  const end = index + groups!.bare!.length;
  const before = text.slice(Math.max(text.lastIndexOf("\n", index - 1) + 1, index - LONGEST_LINE), index);
  return /^:[ \t]*\r?\n/.test(text.slice(end, end + LONGEST_LINE)) && /(?:[\w,()]+ ){3}$/.test(before);
}

const LONGEST_LINE = 200;

/** Whether a group contains the name: each notation has its own group for the name, and some have one for quotation marks. */
function isName([group, text]: readonly [string, string | undefined]): boolean {
  return text !== undefined && !/mark$/i.test(group);
}

/** A value of print_r ends with its line, before the next name, or before the closing bracket. */
const PRINTED_RE = /(?:(?! ?\[[^\]\n]{1,100}\] =>| \)(?:\s|$))[^\n])*/y;
const PRINTED_OPENING_RE = /(?:Array|[\w\\]{1,99} Object)\s{0,99}\(/y;
/** A form without quotation marks ends with its line, or before the next name unless a parameter follows that. */
const FORM_RE = /[^\n]*?(?:(?<![ \t])(?=,?[ \t]+[\w.-]{1,60}[=:](?![^\s:]*&))|(?=\r?$))/my;
const BARE_RE = /[^\s,;}\])]*/y;
/** A value in brackets, which may contain blanks, ends before the next name. */
const MAPPED_RE = /[^\n]*?(?=, ["']?[\w-]{1,60}["']?(?:=|: )|[}\]]|,?\r?$)/my;
/** The other pairs of a line follow the comma after a URL. */
const LINE_RE = /https?:\/\/[^\s,]+(?=, [\w-]{1,60}[:=])|[^\n]*?(?=,?[ \t]*\r?$)/my;

/** Derives a value for brackets from the value of the brackets around them, which may be very many. */
export function ofBrackets<Value>(outermost: Value, follow: (bracket: Bracket, outer: Value) => Value) {
  const known = new Map<Bracket | undefined, Value>([[undefined, outermost]]);
  return (innermost: Bracket): Value => {
    const unknown: Bracket[] = [];
    for (let one: Bracket | undefined = innermost; one !== undefined && !known.has(one); one = one.outer)
      unknown.push(one);
    for (const one of unknown.reverse()) known.set(one, follow(one, known.get(one.outer)!));
    return known.get(innermost)!;
  };
}

/** `{ name: "a", value: "b" }` and header lines in a list are values too. */
export function withListedPairs(values: readonly NamedValue[]): NamedValue[] {
  const isPair = (one: NamedValue | undefined, next: NamedValue | undefined): boolean =>
    /^(?:name|key)$/i.test(one?.name ?? "") && next?.name.toLowerCase() === "value";
  return values.flatMap((one, index) => {
    const next = values[index + 1];
    if (isPair(values[index - 1], one)) return [];
    if (isPair(one, next))
      return [{ ...one, name: one.value, value: next!.value, within: one.within.outer ?? one.within }];
    // PHP prints a header field as a list.
    const field = one.within.name;
    const isListed = one.name === "0" && one.within.outer !== undefined;
    if (isListed && [...FIELDS, "authorization"].includes(field.toLowerCase()))
      return [{ ...one, name: field, within: one.within.outer }];
    const [, name, value] = (/^(?:\d+|headers?)$/i.test(one.name) && /^([\w-]+): (.*)$/.exec(one.value)) || [];
    return [name === undefined ? one : { ...one, name, value: value! }];
  });
}

/** The name and the value. */
export function pairOf({ name, value }: NamedValue): Pair {
  return [name, value];
}
