/**
 * Environment causes about how a form or a query was written: the client signed what it meant, and wrote it so that it reads as
 * something else.
 */

import { type OctetPair, type ParameterSources, specification, toOctets, toText } from "../model/index.ts";
import { environmentHypothesis, type Hypothesis } from "./hypothesis.ts";

/** Another way to read a form. */
interface Reading {
  readonly id: string;
  readonly title: string;
  readonly fix: string;
  /** What was meant by a text; `undefined` if the text does not look like it. */
  readonly read: (text: string) => readonly OctetPair[] | undefined;
}

const LIBRARY = "Write the form or the query with the encoder of a library, and sign the values that you give to it.";

const READINGS: readonly Reading[] = [
  {
    id: "ampersand-sent-unencoded",
    title: "a value with & was sent without encoding the &",
    fix: LIBRARY,
    read(text) {
      const joined: string[] = [];
      for (const piece of text.split("&")) {
        if (joined.length === 0 || piece.includes("=")) joined.push(piece);
        else joined[joined.length - 1] += `%26${piece}`;
      }
      return joined.length === text.split("&").length ? undefined : decoded(joined.join("&"));
    },
  },
  {
    id: "sent-unencoded",
    title: "the values were sent without encoding them",
    fix: LIBRARY,
    read(text) {
      if (!/[%+]/.test(text)) return undefined;
      return text.split("&").map((piece): OctetPair => {
        const [name = "", ...value] = piece.split("=");
        return [toOctets(name), toOctets(value.join("="))];
      });
    },
  },
  {
    id: "pairs-sent-with-html-ampersands",
    title: "the pairs were separated by &amp; instead of &",
    fix: "Separate the pairs of a form or a query by & alone; &amp; is for HTML.",
    read: (text) => (text.includes("&amp;") ? decoded(text.replaceAll("&amp;", "&")) : undefined),
  },
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

/**
 * Hypotheses that a form body, the query, or both were meant otherwise.
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
  return READINGS.flatMap(({ id, title, fix, read }) => {
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
      ),
      alter: (computation): ReturnType<Hypothesis["alter"]> => ({
        ...computation,
        sources: (stages) => ({ ...(computation.sources?.(stages) ?? sources), ...changed }),
      }),
    }));
  });
}

function decoded(text: string): readonly OctetPair[] {
  return specification.decodeForm(text, specification);
}
