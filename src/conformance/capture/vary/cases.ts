/** The cases of a varied program: a value for each placeholder, and the pieces in which it differs from the plain one. */

import { type Placeholder, textOf, type Value, type Values } from "./placeholders.ts";

/** The value of every placeholder. */
export type Case = ReadonlyMap<Placeholder, Value>;

/** A piece of the value of a placeholder. */
export interface Atom {
  readonly placeholder: Placeholder;
  readonly at: number;
}

/** The pieces in which a case differs from the plain one. */
export function atomsOf(whole: Case, plain: Case): Atom[] {
  return [...whole].flatMap(([placeholder, value]) =>
    value === plain.get(placeholder) ? [] : value.pieces.map((_, at) => ({ placeholder, at })),
  );
}

/** The case with these pieces only. A placeholder without any piece gets its plain value. */
export function partOf(whole: Case, plain: Case, some: readonly Atom[]): Case {
  return new Map(
    [...whole].map(([placeholder, value]) => {
      const kept = new Set(some.flatMap((atom) => (atom.placeholder === placeholder ? [atom.at] : [])));
      const pieces = value.pieces.filter((_, at) => kept.has(at));
      if (pieces.length === value.pieces.length) return [placeholder, value];
      return [placeholder, pieces.length === 0 ? plain.get(placeholder)! : { around: value.around, pieces }];
    }),
  );
}

/** The texts of the pieces in which a case differs from the plain one. */
export function piecesOf(one: Case, plain: Case): string[] {
  return atomsOf(one, plain).map((atom) => pieceOf(one, atom));
}

export function pieceOf(one: Case, { placeholder, at }: Atom): string {
  return one.get(placeholder)!.pieces[at]!;
}

/** In characters. */
export function lengthOf(value: Value): number {
  return Array.from(textOf(value)).length;
}

/** A program must accept any printable text. What else it refuses is its own decision. */
export function mayBeRefused(one: Case, atom: Atom): boolean {
  const isBlank = textOf(one.get(atom.placeholder)!).trim() === "";
  return atom.placeholder.isText !== true || isBlank || /[\p{Cc}\p{Cs}\p{Cn}]/u.test(pieceOf(one, atom));
}

/** A kind of characters that programs treat alike. */
export interface CharacterKind {
  readonly name: string;
  readonly characters: RegExp;
}

const KINDS: readonly CharacterKind[] = [
  { name: "characters outside ASCII", characters: /[^\0-\x7f]/u },
  { name: "control characters", characters: /[\0-\x1f\x7f]/u },
  { name: "punctuation", characters: /^(?!.*%).*[ -/:-@[-`{-~]|^%$/u },
  { name: "letters and digits", characters: /[A-Za-z0-9]/u },
];

export function kindOf(text: string): CharacterKind {
  return KINDS.find(({ characters }) => characters.test(text)) ?? KINDS.at(-1)!;
}

/** The values in which a case differs from the plain one, in words. */
export function inputOf(one: Case, plain: Case, length: number | undefined): string {
  const differing = [...one].filter(([placeholder, value]) => value !== plain.get(placeholder));
  if (differing.length === 0) return "any value";
  const texts = differing.map(([{ name }, value]) =>
    length === undefined ? `${name} ${JSON.stringify(textOf(value))}` : `${name} of ${length} characters or more`,
  );
  return texts.join(" and ");
}

/** What the smallest failures consist of. */
export interface Failures {
  readonly pieces: Set<string>;
  readonly kinds: Set<CharacterKind>;
  /** The longest text that passes, in octets, which are as many as its characters or more. */
  readonly lengths: Map<Placeholder, number>;
}

/** The case without these pieces, in any placeholder; `undefined` if it consists of them. */
export function without(whole: Case, plain: Case, { pieces, kinds, lengths }: Failures): Case | undefined {
  const parts = [...pieces].filter(Boolean);
  const withoutParts = (piece: string): string =>
    Array.from(parts.reduce((rest, part) => rest.replaceAll(part, ""), piece))
      .filter((one) => ![...kinds].some(({ characters }) => characters.test(one)))
      .join("");
  const rest = new Map(
    [...whole].map(([placeholder, value]): [Placeholder, Value] => {
      if (value === plain.get(placeholder)) return [placeholder, value];
      let length = 0;
      const kept = value.pieces.flatMap((piece) => {
        const left = placeholder.isText ? withoutParts(piece) : piece;
        length += Buffer.byteLength(left);
        const isLeft = (left !== "" || piece === "") && length <= (lengths.get(placeholder) ?? length);
        return isLeft && !pieces.has(piece) ? [left] : [];
      });
      const isWhole = kept.length === value.pieces.length && kept.every((piece, at) => piece === value.pieces[at]);
      if (isWhole) return [placeholder, value];
      return [placeholder, kept.length === 0 ? plain.get(placeholder)! : { around: value.around, pieces: kept }];
    }),
  );
  const isPlain = [...rest].every(([placeholder, value]) => value === plain.get(placeholder));
  if (!isPlain) return rest;
  return whole === plain ? plain : undefined;
}

export function valuesOf(one: Case): Values {
  return Object.fromEntries([...one].map(([{ name }, value]) => [name, textOf(value)]));
}
