/** The cases of a varied program: what differs from the plain values. */

import type { Placeholder, Values } from "./placeholders.ts";

/** A piece of the value of a placeholder. */
export interface Atom {
  readonly placeholder: Placeholder;
  readonly piece: string;
}

/** The pieces of all values. A placeholder without any piece has its plain value. */
export type Case = readonly Atom[];

export function valuesOf(placeholders: readonly Placeholder[], one: Case): Values {
  return Object.fromEntries(
    placeholders.map((placeholder) => {
      const pieces = one.flatMap((atom) => (atom.placeholder === placeholder ? atom.piece : []));
      return [placeholder.name, pieces.length === 0 ? placeholder.plain : placeholder.write(pieces.join(""))];
    }),
  );
}

/** A text of so many characters. They differ, so that each end of a text is recognised. */
export function letters(placeholder: Placeholder, count: number): Case {
  return Array.from({ length: count }, (_, at) => ({ placeholder, piece: "abcdefghij"[at % 10]! }));
}

const UNPRINTABLE_RE = /[\p{Cc}\p{Cs}\p{Cn}]/u;

/** A program must accept any printable text. What else it refuses is its own decision. */
export function mayRefuse(one: Case): boolean {
  return one.every(({ placeholder, piece }) => {
    const text = one.map((atom) => (atom.placeholder === placeholder ? atom.piece : "")).join("");
    return placeholder.isText !== true || text.trim() === "" || UNPRINTABLE_RE.test(piece);
  });
}

/** Characters that programs treat alike, by their name in reports. */
const KINDS: readonly (readonly [name: string, characters: RegExp])[] = [
  ["control characters", UNPRINTABLE_RE],
  ["characters outside ASCII", /[^\0-\x7f]/u],
  ["punctuation", /^(?!.*%).*[ -/:-@[-`{-~]|^%$/u],
  ["letters, digits and escapes", /[A-Za-z0-9]/u],
];

/** What programs treat alike: characters of one kind, or all values of a placeholder that is not for text. */
function kindOf({ placeholder, piece }: Atom): string {
  if (placeholder.isText !== true) return placeholder.name;
  return (KINDS.find(([, characters]) => characters.test(piece)) ?? KINDS.at(-1)!)[0];
}

/** The parts of a case whose pieces programs treat alike. */
export function partsOf(one: Case): ReadonlyMap<string, Case> {
  const parts = new Map<string, Atom[]>();
  for (const atom of one) parts.set(kindOf(atom), [...(parts.get(kindOf(atom)) ?? []), atom]);
  return parts;
}

/** What is known to fail. */
export interface Failing {
  readonly pieces: Set<string>;
  readonly kinds: Set<string>;
  /** The longest text that passes, in octets, which are as many as its characters or more. */
  readonly lengths: Map<Placeholder, number>;
}

/** What is left of a case without what is known to fail. */
export function without(one: Case, { pieces, kinds, lengths }: Failing): Case {
  const removed = KINDS.filter(([name]) => kinds.has(name));
  const reduced = (text: string): string =>
    Array.from([...pieces].filter(Boolean).reduce((rest, piece) => rest.replaceAll(piece, ""), text))
      .filter((character) => !removed.some(([, characters]) => characters.test(character)))
      .join("");
  const written = new Map<Placeholder, number>();
  return one.flatMap(({ placeholder, piece }) => {
    const left = placeholder.isText ? reduced(piece) : piece;
    if (pieces.has(piece) || (left === "" && piece !== "")) return [];
    const length = (written.get(placeholder) ?? 0) + Buffer.byteLength(left);
    written.set(placeholder, length);
    return length > (lengths.get(placeholder) ?? length) ? [] : [{ placeholder, piece: left }];
  });
}
