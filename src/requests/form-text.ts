/** Recognizes forms in a text, and writes pairs as a form. Each octet is a character from U+0000 to U+00FF. */

import { percentEncoded } from "./literals.ts";

/** Two or more parameters, which may contain spaces. */
export const UNENCODED_FORM_RE =
  /^(?!(?:\S*&)?oauth_(?:problem|callback_confirmed)=)[^\s=&]+=[^=&\n]*(?:&[^\s=&]+=[^=&\n]*)+$/;
/** A form on one line, except the answer of an OAuth server. */
export const FORM_RE = /^(?!(?:\S*&)?oauth_(?:problem|callback_confirmed)=)[^\s=&]+=\S*$/;
/** Text between blanks, quotation marks or brackets. */
const WORD_RE = /[^\s"'`<>[\]{}]+/g;

/** The only form of this length among the words of a text. */
export function formOfLength(text: string, length: number | undefined): string | undefined {
  const words = Array.from(text.matchAll(WORD_RE), ([word]) => word);
  return only(words.filter((word) => word.length === length && FORM_RE.test(word)));
}

/** The only form of this length that a list of pairs makes. */
export function formOfPairsWithLength(lists: readonly (readonly Pair[])[], length: number): string | undefined {
  const forms = lists.map((pairs) => formOf(pairs, length).form);
  return only(forms.filter((form) => form.length === length && FORM_RE.test(form)));
}

function only(texts: readonly string[]): string | undefined {
  const distinct = new Set(texts);
  return distinct.size === 1 ? texts[0] : undefined;
}

export type Pair = readonly [name: string, value: string];

/** The text of a percent-encoded name or value, even if the client encodes too little. */
const ENCODED_RE = /^(?:[!-$'-~]|%[0-9a-f]{2})*$/i;

/** Whether each name and value may be percent-encoded. */
export function mayBeEncoded(pairs: readonly Pair[]): boolean {
  return pairs.flat().every((text) => ENCODED_RE.test(text));
}

/**
 * Writes pairs as a form. Programs print names and values decoded or as sent; the length of the body shows which of both.
 *
 * @param length the length of the body in octets, if it is known
 * @param areEncoded whether the pairs count as encoded if no form has that length
 */
export function formOf(
  pairs: readonly Pair[],
  length?: number,
  areEncoded = false,
): { readonly form: string; readonly isEncoded: boolean } {
  const written = (encode: (octets: string) => string): string =>
    pairs.map((pair) => pair.map(encode).join("=")).join("&");
  const asPrinted = { form: written((octets) => octets), isEncoded: false };
  const encoded = [percentEncoded, formEncoded].map((encode) => ({ form: written(encode), isEncoded: true }));
  const forms = areEncoded ? [asPrinted, ...encoded] : [...encoded, asPrinted];
  return forms.find(({ form }) => form.length === length) ?? forms[0]!;
}

/** As browsers encode forms. */
function formEncoded(octets: string): string {
  return percentEncoded(octets).replace(/%2A|%20|~/g, (one) => ({ "%2A": "*", "%20": "+", "~": "%7E" })[one]!);
}
