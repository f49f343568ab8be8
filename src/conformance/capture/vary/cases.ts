/** The cases of a varied program: what differs from the plain values. */

import type { Placeholder, Values } from "./placeholders.ts";

/** A piece of the value of a placeholder. */
export interface Atom {
  readonly placeholder: Placeholder;
  readonly piece: string;
  /** Whether any text of this length will do. */
  readonly isLength?: true;
}

/** The pieces of all values. A placeholder without any piece has its plain value. */
export type Case = readonly Atom[];

export function valuesOf(placeholders: readonly Placeholder[], one: Case): Values {
  return Object.fromEntries(
    placeholders.map((placeholder) => {
      const isVaried = one.some((atom) => atom.placeholder === placeholder);
      return [placeholder.name, isVaried ? placeholder.write(textOf(placeholder, one)) : placeholder.plain];
    }),
  );
}

function textOf(placeholder: Placeholder, one: Case): string {
  return one.map((atom) => (atom.placeholder === placeholder ? atom.piece : "")).join("");
}

/** An atom for all texts of this length. Adjacent characters differ, to show where a text was cut. */
export function ofLength(placeholder: Placeholder, count: number): Atom {
  return { placeholder, piece: "abcdefghij".repeat(count / 10 + 1).slice(0, count), isLength: true };
}

const UNPRINTABLE_RE = /[\p{Cc}\p{Cs}\p{Cn}]/gu;

/** Kinds of characters that programs treat alike, with their names. */
const KINDS = [
  ["control characters", UNPRINTABLE_RE],
  ["characters outside ASCII", /[^\0-\x7f]/gu],
  ["punctuation", /[ -/:-@[-`{-~]/gu],
  ["letters and digits", /[a-z\d]/giu],
] as const;

/** The name and the characters of the kind to which a piece belongs, if it is a piece of text. */
export function kindOf({ placeholder, piece }: Atom): readonly [name: string, characters: RegExp] | undefined {
  return KINDS.find(([, characters]) => placeholder.isText && piece.search(characters) >= 0);
}

/** A program must accept any printable text. It may refuse anything else. */
export function mayRefuse({ placeholder, piece }: Atom): boolean {
  return placeholder.isText !== true || piece.search(UNPRINTABLE_RE) >= 0;
}

/** Whether a text has no visible character, so that a program may refuse it. */
export function isBlank(one: Case): boolean {
  return one.some(({ placeholder }) => placeholder.isText && textOf(placeholder, one).trim() === "");
}

/** Values known to fail. */
export interface Failing {
  readonly texts: Set<string | RegExp>;
  /** The longest passing length, in characters. It also limits octets: a text never has fewer octets. */
  readonly lengths: Map<Placeholder, number>;
}

/** A case without the parts that are known to fail. */
export function without(one: Case, { texts, lengths }: Failing): Case {
  const left = one.flatMap(({ placeholder, piece }) => {
    const reduced = [...texts].reduce<string>((rest, text) => rest.replaceAll(text, ""), piece);
    const rest = placeholder.isText ? reduced : piece;
    return texts.has(piece) || (rest === "" && piece !== "") ? [] : [{ placeholder, piece: rest }];
  });
  return left.filter(({ placeholder }, at) => {
    const { byteLength } = Buffer.from(textOf(placeholder, left.slice(0, at + 1)));
    return byteLength <= (lengths.get(placeholder) ?? byteLength);
  });
}
