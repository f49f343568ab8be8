/** Finds texts and their pieces in a view, by one look-up for each four octets, however many secrets there are. */

import { latin1Text, utf8Octets } from "../platform/index.ts";
import type { Range } from "./replacements.ts";
import type { Octets } from "./views.ts";

/**
 * Calls `found` for each range of the text in which the view contains a searched text or a piece of it; `run` contains
 * these octets, folded.
 */
export type Matcher = (view: Octets, found: (range: Range, run: string) => void) => void;

/** How a matcher compares. */
export interface MatcherOptions {
  /** Whether only letters and digits count, so that hyphens, spaces and line breaks make no difference. */
  readonly lettersAndDigitsOnly: boolean;
  /** Shorter runs are ignored, unless they are a whole text. */
  readonly shortestRun: number;
  /** A run that is part of such a text is not a piece of a secret, unless it is a whole secret. */
  readonly publicTexts: readonly string[];
}

/** A run of this length discloses a secret. A shorter secret counts only if it stands alone, because words may contain it. */
export const PIECE_LENGTH = 6;
/** Shorter secrets are not searched: ordinary words and numbers contain them. Four octets fit into a 32-bit number. */
export const SHORTEST_SECRET = 4;

/**
 * Creates a matcher that takes time in proportion to the view, however many texts are searched.
 *
 * @param texts - octets; texts that are too short are left out
 */
export function createMatcher(
  texts: readonly Uint8Array[],
  { lettersAndDigitsOnly, shortestRun, publicTexts }: MatcherOptions,
): Matcher | undefined {
  const folds = lettersAndDigitsOnly ? LETTERS_AND_DIGITS : ALL_BUT_ZERO;
  const compared = (octets: Uint8Array): Uint8Array => foldedOctets(octets, folds).folded;
  const shortest = lettersAndDigitsOnly ? shortestRun : SHORTEST_SECRET;
  const searched = texts.map(compared).filter(({ length }) => length >= shortest);
  if (searched.length === 0) return undefined;
  const wholes = new Set(searched.map(latin1Text));
  const isKnown = knownFours(searched);
  let allPublic: string | undefined;

  function isMeant(run: string): boolean {
    if (wholes.has(run)) return true;
    if (run.length < shortestRun) return false;
    allPublic ??= publicTexts
      .map((text) => compared(utf8Octets(text)))
      // A view can show the text backward.
      .flatMap((octets) => [latin1Text(octets), latin1Text(octets.toReversed())])
      .join("\0");
    // "consumer-" counts as the public word "consumer".
    return !allPublic.includes(run.replace(/^[^a-z0-9]|[^a-z0-9]$/g, ""));
  }

  return ({ octets, rangeOf }, found) => {
    const { folded, places } = foldedOctets(octets, folds);
    // The current run, in which any four octets in a row are known.
    let [start, end] = [0, 0];
    const endRun = (): void => {
      if (end === 0) return;
      const run = latin1Text(folded.subarray(start, end));
      const [first, last] = [places[start]!, places[end - 1]!];
      const isInWord = joins(octets, first - 1, first) || joins(octets, last, last + 1);
      if (isMeant(run) && !(isInWord && run.length < PIECE_LENGTH)) found(rangeOf(first, last), run);
    };
    let four = 0;
    for (let at = 0; at < folded.length; at++) {
      four = (four << 8) | folded[at]!;
      if (!isKnown(four)) continue;
      if (end !== at) {
        endRun();
        start = at + 1 - SHORTEST_SECRET;
      }
      end = at + 1;
    }
    endRun();
  };
}

/** Whether two neighbouring octets are letters or digits, so that no value ends between them. */
function joins(octets: Uint8Array, one: number, other: number): boolean {
  return isAlphanumeric(octets[one]) && isAlphanumeric(octets[other]);
}

function isAlphanumeric(octet = 0): boolean {
  const lower = octet | 0x20;
  return (octet >= 0x30 && octet <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}

/**
 * What each octet is compared as: a letter in lower case, the plus sign of a form as a space, 0 for octets
 * that do not count.
 */
function foldsOf(counts: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, octet) => {
    const character = String.fromCharCode(octet).replace(/[A-Z]/, (letter) => letter.toLowerCase());
    return counts.test(character) ? character.replace("+", " ").charCodeAt(0) : 0;
  });
}

/** UTF-16 has a zero octet for each character of ASCII. */
const ALL_BUT_ZERO = foldsOf(/[^\0]/);
/** Keeps also the octets of characters beyond ASCII. */
const LETTERS_AND_DIGITS = foldsOf(/[a-z0-9\x80-\xff]/);

/** The octets that count, folded, and the position of each. */
function foldedOctets(octets: Uint8Array, folds: Uint8Array): { folded: Uint8Array; places: Uint32Array } {
  const folded = new Uint8Array(octets.length);
  const places = new Uint32Array(octets.length);
  let count = 0;
  for (let at = 0; at < octets.length; at++) {
    const fold = folds[octets[at]!]!;
    if (fold === 0) continue;
    folded[count] = fold;
    places[count++] = at;
  }
  return { folded: folded.subarray(0, count), places };
}

/** Returns a function that tests whether four octets follow each other in one of the texts. */
function knownFours(texts: readonly Uint8Array[]): (four: number) => boolean {
  const known = new Set<number>();
  // This table, which is faster than the set, rules out almost all octets of a view.
  const hashes = new Uint8Array(0x1000);
  const hashOf = (four: number): number => Math.imul(four, 0x9e37_79b1) >>> 20;
  for (const text of texts) {
    let four = 0;
    for (const [at, octet] of text.entries()) {
      four = (four << 8) | octet;
      if (at < SHORTEST_SECRET - 1) continue;
      known.add(four);
      hashes[hashOf(four)] = 1;
    }
  }
  return (four) => hashes[hashOf(four)] === 1 && known.has(four);
}
