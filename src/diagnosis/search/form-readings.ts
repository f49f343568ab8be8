/**
 * Environment causes about how a form or a query was written: the client signed what it meant, but a server reads what it wrote
 * differently.
 */

import { COST } from "../../faults/index.ts";
import {
  type OctetPair,
  type ParameterSources,
  type Stages,
  specification,
  toOctets,
  toText,
  validUtf8Text,
} from "../../model/index.ts";
import { windows1252Text } from "../../platform/index.ts";
import { environmentHypothesis, type Hypothesis } from "./hypothesis.ts";

/** Another way to read a form. */
interface Reading {
  readonly id: string;
  readonly title: string;
  readonly fix: string;
  /** The pairs that a text was meant to contain; `undefined` if the text does not match this reading. */
  readonly read: (text: string) => readonly OctetPair[] | undefined;
  /** Whether any text reads so, which makes the reading less likely than one that the text shows. */
  readonly fitsAnyText?: boolean;
  /** Whether the client signed the pairs as they are, without encoding them. */
  readonly isEncoded?: boolean;
}

const LIBRARY = "Write the form or the query with the encoder of a library, and sign the values that you give to it.";

const READINGS: readonly Reading[] = [
  {
    id: "ampersand-sent-unencoded",
    title: "a value with & was sent without encoding the &",
    fix: LIBRARY,
    read(text) {
      const joined = pairsWithAmpersands(text);
      return joined === undefined ? undefined : decoded(joined);
    },
  },
  {
    id: "sent-unencoded",
    title: "the values were sent without encoding them",
    fix: LIBRARY,
    read(text) {
      return /[%+]/.test(text) ? asWritten(text) : undefined;
    },
    fitsAnyText: true,
  },
  {
    id: "pairs-sent-with-html-ampersands",
    title: "the pairs were separated by &amp; instead of &",
    fix: "Separate the pairs of a form or a query by & alone; &amp; is for HTML.",
    read: (text) => (text.includes("&amp;") ? decoded(text.replaceAll("&amp;", "&")) : undefined),
  },
  {
    id: "values-sent-encoded-twice",
    title: "values were sent encoded twice",
    fix: LIBRARY,
    // The second encoder escapes each % that the first wrote. Names may have been encoded once.
    read: (text) => (/%25/.test(text) && !/=[^&=]*%(?!25)/.test(text) ? decoded(text).map(decodedAgain) : undefined),
  },
  {
    id: "values-sent-encoded-twice",
    title: "values were sent encoded twice, with a space as %2B",
    fix: LIBRARY,
    read: (text) =>
      /%2B/.test(text) && !/=[^&=]*(?:%(?!25|2B)|\+)/.test(text)
        ? decoded(text).map(([name, value]) => decodedAgain([spacesForPlus(name), spacesForPlus(value)]))
        : undefined,
  },
  {
    id: "signed-as-written",
    title: "names and values were signed as they are written",
    fix: "Decode each name and value before signing, then encode it as RFC 5849 3.6 says.",
    read: (text) => (/[%+]/.test(text) ? asWritten(text) : undefined),
    fitsAnyText: true,
    isEncoded: true,
  },
  ...[(text: string) => text, (text: string) => toText(specification.percentDecode(text))].map(
    (nameIn): Reading => ({
      id: "pairs-signed-as-one-name",
      title: "all pairs together were signed as one name without a value",
      fix: "Split the form or the query into names and values before you sign it.",
      read: (text) => (text.includes("=") ? [[toOctets(nameIn(text)), toOctets("")]] : undefined),
      fitsAnyText: true,
    }),
  ),
  {
    id: "form-sent-as-json",
    title: "the members of a JSON object were signed as parameters",
    fix: "Send a form, with the Content-Type application/x-www-form-urlencoded.",
    read: (text) => membersOf(text),
  },
  {
    id: "plus-sent-unencoded",
    title: "the + of values was sent unencoded",
    fix: LIBRARY,
    // Without any escape, nothing was encoded.
    read: (text) =>
      /%[0-9A-Fa-f]{2}/.test(text) && text.includes("+") ? decoded(text.replaceAll("+", "%2B")) : undefined,
  },
  {
    id: "reserved-characters-sent-unencoded",
    title: "values with & and + were sent without encoding them",
    fix: LIBRARY,
    read: (text) => {
      const joined = pairsWithAmpersands(text);
      return joined !== undefined && text.includes("+") ? decoded(joined.replaceAll("+", "%2B")) : undefined;
    },
  },
  {
    id: "pairs-sent-with-other-separators",
    title: "the pairs were separated by something other than &",
    fix: "Separate the pairs of a form or a query by & alone.",
    read: (text) => (/[;\r\n]/.test(text) && !text.includes("&") ? decoded(text.replace(/;|\r?\n/g, "&")) : undefined),
  },
  {
    id: "form-sent-with-text-around-it",
    title: "the form was sent with a question mark or a byte order mark before it, or white space around it",
    fix: "Send the form alone, without a question mark or a byte order mark before it and without a line break after it.",
    read(text) {
      const inner = text.trim().replace(/^(?:\?|%EF%BB%BF)/i, "");
      return inner === text || inner === "" ? undefined : decoded(inner);
    },
  },
  {
    id: "body-charset-differs",
    title: "text was sent in Latin-1 or windows-1252 instead of UTF-8",
    fix: "Encode the form or the query in UTF-8, as you sign it.",
    read: (text) => inCharset(text, windows1252Text),
  },
  ...["windows-1251", "windows-1250", "iso-8859-2", "koi8-r", "windows-874", "shift_jis", "gbk", "euc-kr", "big5"].map(
    (charset): Reading => ({
      id: "body-charset-differs",
      title: `text was sent in ${charset} instead of UTF-8`,
      fix: "Encode the form or the query in UTF-8, as you sign it.",
      read: (text) => inCharset(text, (octets) => new TextDecoder(charset).decode(octets)),
    }),
  ),
  {
    id: "form-sent-in-quotes",
    title: "the form was sent in quotation marks",
    fix: "Send the form without quotation marks around it.",
    read(text) {
      const inner = /^(["'])(.*)\1$/s.exec(text)?.[2];
      return inner === undefined ? undefined : decoded(inner);
    },
  },
];

/** Longer texts are not read again. */
const LONGEST_FORM = 65_536;

/** The causes that {@link readingHypotheses} can name, without the place in the request. */
export const READING_CAUSES: readonly Hypothesis[] = READINGS.map(({ id, title, fix }) =>
  environmentHypothesis(id, title, fix, (same) => same),
);

/**
 * Hypotheses that a form body, the query, or both were meant differently.
 *
 * @param body the body of the request as it was sent
 * @param url the URL as it was sent
 */
export function readingHypotheses(
  { body, url }: { readonly body?: Uint8Array | undefined; readonly url: string },
  sources: ParameterSources,
): Hypothesis[] {
  const texts = {
    body: sources.body.length > 0 && body !== undefined ? toText(body) : "",
    query: sources.query.length > 0 ? (specification.splitUrl(url).query ?? "") : "",
  };
  return READINGS.flatMap(({ id, title, fix, read, fitsAnyText = false, isEncoded = false }) => {
    const meant = (["body", "query"] as const).flatMap((place) => {
      const pairs = texts[place].length > LONGEST_FORM ? undefined : read(texts[place]);
      return pairs === undefined ? [] : [{ [place]: pairs }];
    });
    const together = meant.length > 1 ? [Object.assign({}, ...meant) as Partial<ParameterSources>] : [];
    return [...meant, ...together].map((changed) => ({
      ...environmentHypothesis(
        id,
        `${title}, in the ${Object.keys(changed).join(" and in the ")}`,
        fix,
        (same) => same,
        fitsAnyText ? COST.rare : COST.common,
      ),
      alter: (computation): ReturnType<Hypothesis["alter"]> => ({
        ...computation,
        stages: isEncoded ? leaveUnencoded(computation.stages, changed) : computation.stages,
        sources: (stages) => ({ ...(computation.sources?.(stages) ?? sources), ...changed }),
      }),
    }));
  });
}

/** Stages that copy the pairs of these sources into the parameter string. */
function leaveUnencoded(stages: Stages, { query = [], body = [] }: Partial<ParameterSources>): Stages {
  const copied = new Set([...query, ...body].flat());
  return {
    ...stages,
    encodeParameters: (parameters, all) =>
      stages
        .encodeParameters(parameters, all)
        .map((one) =>
          copied.has(one.value) ? { ...one, encodedName: toText(one.name), encodedValue: toText(one.value) } : one,
        ),
  };
}

/** The pairs, not decoded. */
function asWritten(text: string): OctetPair[] {
  return text.split("&").map((piece): OctetPair => {
    const [name = "", ...value] = piece.split("=");
    return [toOctets(name), toOctets(value.join("="))];
  });
}

/** The members of a JSON object that are neither objects nor lists; each item of a list under the name of the list. */
function membersOf(text: string): OctetPair[] | undefined {
  const members = text.startsWith("{") ? parsedJson(text) : undefined;
  if (typeof members !== "object" || members === null) return undefined;
  return Object.entries(members).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((item): OctetPair => [toOctets(name.toWellFormed()), toOctets(String(item ?? "").toWellFormed())]),
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

/** The pairs, with octets that are not UTF-8 read in another charset; `undefined` if everything is UTF-8. */
function inCharset(text: string, read: (octets: Uint8Array) => string): OctetPair[] | undefined {
  const isUtf8 = (octets: Uint8Array): boolean => validUtf8Text(octets) !== undefined;
  const meant = (octets: Uint8Array): Uint8Array => (isUtf8(octets) ? octets : toOctets(read(octets)));
  const pairs = decoded(text);
  return pairs.flat().every(isUtf8) ? undefined : pairs.map(([name, value]) => [meant(name), meant(value)]);
}

function decoded(text: string): readonly OctetPair[] {
  return specification.decodeForm(text, specification);
}
