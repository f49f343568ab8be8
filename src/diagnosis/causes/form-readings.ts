/**
 * Environment causes about how a form or a query was written: the client signed the values that it meant, but a server reads
 * other values from the text.
 */

import type { StageChange } from "../../faults/fault.ts";
import { changeEncoded } from "../../faults/helpers/stage-changes.ts";
import { COST } from "../../faults/index.ts";
import {
  decodedText,
  type OctetPair,
  type ParameterSources,
  specification,
  toOctets,
  toText,
  validUtf8Text,
} from "../../model/index.ts";
import { windows1252Text } from "../../platform/index.ts";
import { attempt } from "../input/computation.ts";
import type { EnvironmentCause } from "./environment.ts";

/** Reads the pairs that a text was meant to contain; `undefined` if the text cannot be read this way. */
type Read = (text: string) => readonly OctetPair[] | undefined;

/** Longer texts get no other reading. */
const LONGEST_FORM = 65_536;

/** A cause for another way to read a form body, the query, or both. */
function reading(
  id: string,
  how: string,
  fix: string,
  example: string,
  read: Read,
  {
    fitsAnyText = false,
    stagesFor,
  }: {
    /** Whether every text can be read this way, which makes the reading less likely than others. */
    readonly fitsAnyText?: boolean;
    readonly stagesFor?: (pairs: readonly OctetPair[]) => StageChange;
  } = {},
): EnvironmentCause {
  return {
    id,
    fix,
    cost: fitsAnyText ? COST.rare : COST.common,
    example: { sent: { method: "POST", url: `https://gateway.example/?${example}`, headers: [] } },
    forms: ({ sent, sources }) => {
      if (sent === undefined) return [];
      const texts = {
        body: sources.body.length > 0 && sent.body !== undefined ? toText(sent.body) : "",
        query: sources.query.length > 0 ? (specification.splitUrl(sent.url).query ?? "") : "",
      };
      const meant = (["body", "query"] as const).flatMap((place) => {
        const pairs = texts[place].length > LONGEST_FORM ? undefined : read(texts[place]);
        return pairs === undefined ? [] : [{ [place]: pairs }];
      });
      const together = meant.length > 1 ? [Object.assign({}, ...meant) as Partial<ParameterSources>] : [];
      return [...meant, ...together].map((changed) => ({
        what: `${how}, in the ${Object.keys(changed).join(" and in the ")}.`,
        sources: changed,
        ...(stagesFor && { stages: stagesFor([...(changed.query ?? []), ...(changed.body ?? [])]) }),
      }));
    },
  };
}

const LIBRARY = "Write the form or the query with the encoder of a library, and sign the values that you give to it.";

/** The charsets of forms, and how to read their octets. */
const CHARSETS: readonly (readonly [charset: string, read: (octets: Uint8Array) => string])[] = [
  ["Latin-1 or windows-1252", windows1252Text],
  ...["windows-1251", "windows-1250", "iso-8859-2", "koi8-r", "windows-874", "shift_jis", "gbk", "euc-kr", "big5"].map(
    (charset) => [charset, (octets: Uint8Array) => new TextDecoder(charset).decode(octets)] as const,
  ),
];

/** A stage that copies the pairs into the parameter string. */
function leaveUnencoded(pairs: readonly OctetPair[]): StageChange {
  const copied = new Set(pairs.flat());
  return changeEncoded((one) =>
    copied.has(one.value) ? { ...one, encodedName: toText(one.name), encodedValue: toText(one.value) } : one,
  );
}

export const FORM_READINGS: readonly EnvironmentCause[] = [
  reading("ampersand-sent-unencoded", "A value with & was sent without encoding the &", LIBRARY, "a=b&c", (text) => {
    const joined = pairsWithAmpersands(text);
    return joined === undefined ? undefined : decoded(joined);
  }),
  reading("sent-unencoded", "The values were sent without encoding them", LIBRARY, "a=%20", writtenPairs, {
    fitsAnyText: true,
  }),
  reading(
    "pairs-sent-with-html-ampersands",
    "The pairs were separated by &amp; instead of &",
    "Separate the pairs of a form or a query by & alone; &amp; is for HTML.",
    "a=1&amp;b=2",
    (text) => (text.includes("&amp;") ? decoded(text.replaceAll("&amp;", "&")) : undefined),
  ),
  // The second encoder escapes each % that the first one wrote. Names may have been encoded only once.
  reading("values-sent-encoded-twice", "Values were sent encoded twice", LIBRARY, "a=%2520", (text) =>
    /%25/.test(text) && !/=[^&=]*%(?!25)/.test(text) ? decoded(text).map(decodedAgain) : undefined,
  ),
  reading(
    "values-sent-encoded-twice",
    "Values were sent encoded twice, with a space as %2B",
    LIBRARY,
    "a=b%2Bc",
    (text) =>
      /%2B/.test(text) && !/=[^&=]*(?:%(?!25|2B)|\+)/.test(text)
        ? decoded(text).map(([name, value]) => decodedAgain([spacesForPlus(name), spacesForPlus(value)]))
        : undefined,
  ),
  reading(
    "signed-as-written",
    "Names and values were signed as they are written",
    "Decode each name and value before signing, then encode it as RFC 5849 3.6 says.",
    "a=%2c",
    writtenPairs,
    { fitsAnyText: true, stagesFor: leaveUnencoded },
  ),
  ...[(text: string) => text, decodedText].map((nameIn) =>
    reading(
      "pairs-signed-as-one-name",
      "All pairs together were signed as one name without a value",
      "Split the form or the query into names and values before you sign it.",
      "a=1",
      (text) => (text.includes("=") ? [[toOctets(nameIn(text)), toOctets("")]] : undefined),
      { fitsAnyText: true },
    ),
  ),
  reading(
    "form-sent-as-json",
    "The members of a JSON object were signed as parameters",
    "Send a form, with the Content-Type application/x-www-form-urlencoded.",
    '{"a":1}',
    membersOf,
  ),
  // A text with no escape was not encoded.
  reading("plus-sent-unencoded", "The + of values was sent unencoded", LIBRARY, "a=%21+", (text) =>
    /%[0-9A-Fa-f]{2}/.test(text) && text.includes("+") ? decoded(text.replaceAll("+", "%2B")) : undefined,
  ),
  reading(
    "reserved-characters-sent-unencoded",
    "Values with & and + were sent without encoding them",
    LIBRARY,
    "a=b+&c",
    (text) => {
      const joined = pairsWithAmpersands(text);
      return joined !== undefined && text.includes("+") ? decoded(joined.replaceAll("+", "%2B")) : undefined;
    },
  ),
  reading(
    "pairs-sent-with-other-separators",
    "The pairs were separated by something other than &",
    "Separate the pairs of a form or a query by & alone.",
    "a=1;b=2",
    (text) => (/[;\r\n]/.test(text) && !text.includes("&") ? decoded(text.replace(/;|\r?\n/g, "&")) : undefined),
  ),
  reading(
    "form-sent-with-text-around-it",
    "The form was sent with a question mark or a byte order mark before it, or white space around it",
    "Send the form alone, without a question mark or a byte order mark before it and without a line break after it.",
    "?a=1",
    (text) => {
      const inner = text.trim().replace(/^(?:\?|%EF%BB%BF)/i, "");
      return inner === text || inner === "" ? undefined : decoded(inner);
    },
  ),
  ...CHARSETS.map(([charset, read]) =>
    reading(
      "body-charset-differs",
      `Text was sent in ${charset} instead of UTF-8`,
      "Encode the form or the query in UTF-8, as you sign it.",
      "a=%B0%A1",
      (text) => inCharset(text, read),
    ),
  ),
  reading(
    "form-sent-in-quotes",
    "The form was sent in quotation marks",
    "Send the form without quotation marks around it.",
    "'a=1'",
    (text) => {
      const inner = /^(["'])(.*)\1$/s.exec(text)?.[2];
      return inner === undefined ? undefined : decoded(inner);
    },
  ),
];

/** The pairs, not decoded; `undefined` if there is nothing to decode. */
function writtenPairs(text: string): OctetPair[] | undefined {
  if (!/[%+]/.test(text)) return undefined;
  return text.split("&").map((piece): OctetPair => {
    const [name = "", ...value] = piece.split("=");
    return [toOctets(name), toOctets(value.join("="))];
  });
}

/** The members of a JSON object as pairs of name and text; a list gives one pair for each of its items. */
function membersOf(text: string): OctetPair[] | undefined {
  const members = text.startsWith("{") ? attempt((): unknown => JSON.parse(text)) : undefined;
  if (typeof members !== "object" || members === null) return undefined;
  return Object.entries(members).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((item): OctetPair => [toOctets(name.toWellFormed()), toOctets(String(item ?? "").toWellFormed())]),
  );
}

/** The text with each & that does not separate pairs encoded; `undefined` if every & separates pairs. */
function pairsWithAmpersands(text: string): string | undefined {
  const joined: string[] = [];
  for (const piece of text.split("&")) {
    if (joined.length === 0 || piece.includes("=")) joined.push(piece);
    else joined[joined.length - 1] += `%26${piece}`;
  }
  return joined.length === text.split("&").length ? undefined : joined.join("&");
}

function decodedAgain([name, value]: OctetPair): OctetPair {
  return [specification.percentDecode(name), specification.percentDecode(value)];
}

const [PLUS, SPACE] = [0x2b, 0x20];

function spacesForPlus(octets: Uint8Array): Uint8Array {
  return octets.map((octet) => (octet === PLUS ? SPACE : octet));
}

/**
 * The pairs, with octets that are not UTF-8 read in another charset; `undefined` if everything is UTF-8, or if the charset has
 * no such characters.
 */
function inCharset(text: string, read: (octets: Uint8Array) => string): OctetPair[] | undefined {
  const pairs = decoded(text);
  const others = pairs.flat().filter((octets) => validUtf8Text(octets) === undefined);
  const texts = new Map(others.map((octets) => [octets, read(octets)]));
  if (texts.size === 0 || [...texts.values()].some((meant) => meant.includes("\ufffd"))) return undefined;
  const meant = (octets: Uint8Array): Uint8Array => toOctets(texts.get(octets) ?? octets);
  return pairs.map(([name, value]) => [meant(name), meant(value)]);
}

function decoded(text: string): readonly OctetPair[] {
  return specification.decodeForm(text, specification);
}
