/** Finds texts and pieces of them in a view: all runs of six characters of a secret are looked up at once. */

import { latin1Text, utf8Octets } from "../platform/index.ts";
import { folded, isLetterOrDigit } from "./characters.ts";
import type { Range, View } from "./views.ts";

/** Calls `found` for each range of the text in which the view shows a searched text or a piece of one; `run` is what it shows, folded. */
export type Matcher = (view: View, found: (range: Range, run: string) => void) => void;

/** How a matcher compares. */
export interface MatcherOptions {
  /** Whether only letters and digits count, so that hyphens, spaces and line breaks make no difference. */
  readonly lettersAndDigitsOnly: boolean;
  /** Shorter runs are ignored, unless they are a whole text. */
  readonly shortestRun: number;
  /** A run that is part of one of these is no piece of a secret, unless it is a whole secret. */
  readonly publicTexts: readonly string[];
}

/** A run of this length gives a secret away. */
export const PIECE_LENGTH = 6;
/** Shorter secrets are not searched: they are part of ordinary words and numbers. */
export const SHORTEST_SECRET = 4;

/**
 * Makes a matcher that takes time in proportion to the view, however many texts are searched.
 *
 * @param texts - octets; those that are too short are left out
 */
export function createMatcher(texts: readonly Uint8Array[], options: MatcherOptions): Matcher | undefined {
  const { lettersAndDigitsOnly, shortestRun } = options;
  // UTF-16 has a zero octet beside each character of ASCII.
  const isCompared = lettersAndDigitsOnly ? isLetterOrDigit : (octet: number): boolean => octet !== 0;
  const compared = (text: Uint8Array): Uint8Array => text.map(folded).filter(isCompared);
  // A view can show the text backward.
  const publicTexts = options.publicTexts
    .map((text) => compared(utf8Octets(text)))
    .flatMap((octets) => [latin1Text(octets), latin1Text(Uint8Array.from(octets).reverse())]);
  const shortest = lettersAndDigitsOnly ? shortestRun : SHORTEST_SECRET;
  const searched = texts.map(compared).filter(({ length }) => length >= shortest);
  if (searched.length === 0) return undefined;
  const wholes = new Set(searched.filter(({ length }) => length <= LONGEST_COMPARED).map(latin1Text));
  const pieces = piecesOf(searched);
  // Folded octets; -1 for those that do not count.
  const folds = Int16Array.from({ length: 256 }, (_, octet) => (isCompared(folded(octet)) ? folded(octet) : -1));

  function isMeant(run: string): boolean {
    if (run.length > LONGEST_COMPARED || wholes.has(run)) return true;
    if (run.length < shortestRun) return false;
    // "consumer-" is the public word "consumer".
    const word = run.replace(/^[^a-z0-9]|[^a-z0-9]$/g, "");
    return !publicTexts.some((text) => text.includes(word));
  }

  return ({ octets, rangeOf }, found) => {
    // Where the last octets that count stand in the view.
    const places = new Uint32Array(8);
    let count = 0;
    let [low, high] = [0, 0];
    // The run that is not ended yet, in places and in numbers of octets that count.
    let [first, last, start, end] = [0, 0, 0, 0];
    const endRun = (): void => {
      if (end === start) return;
      const run = compared(octets.subarray(first, last + 1)).subarray(0, LONGEST_COMPARED + 1);
      if (isMeant(latin1Text(run))) found(rangeOf(first, last), latin1Text(run));
    };
    for (let at = 0; at < octets.length; at++) {
      const octet = folds[octets[at]!]!;
      if (octet === -1) continue;
      places[count & 7] = at;
      count++;
      high = ((high << 8) | (low >>> 24)) & 0xffff;
      low = (low << 8) | octet;
      const length = pieces.lengthOf(low, high);
      if (length === 0 || length > count) continue;
      if (count - length >= end) {
        endRun();
        start = count - length;
        first = places[start & 7]!;
      } else if (count - length < start) {
        // A piece of a long text can begin before the short text that was found first.
        start = count - length;
        first = places[start & 7]!;
      }
      end = count;
      last = at;
    }
    endRun();
  };
}

/** Longer runs are pieces of a secret in any case. */
const LONGEST_COMPARED = 64;

/** The last octets as two numbers: the last four, and the two before them. */
interface Pieces {
  /** How long the piece is that ends here; 0 for none. */
  lengthOf(low: number, high: number): number;
}

const TWO_TO_32 = 0x1_0000_0000;
const HIGH_MASKS = [0, 0, 0, 0, 0, 0xff, 0xffff];

/** All runs of six octets, or of fewer where a text has no more. */
function piecesOf(texts: readonly Uint8Array[]): Pieces {
  const byLength = new Map<number, Set<number>>();
  const filter = new Uint8Array(0x1_0000);
  for (const text of texts) {
    const length = Math.min(PIECE_LENGTH, text.length);
    const known = byLength.get(length) ?? new Set();
    byLength.set(length, known);
    let [low, high] = [0, 0];
    for (const [at, octet] of text.entries()) {
      high = ((high << 8) | (low >>> 24)) & 0xffff;
      low = (low << 8) | octet;
      if (at < length - 1) continue;
      known.add((high & HIGH_MASKS[length]!) * TWO_TO_32 + (low >>> 0));
      filter[hashOf(low)] = 1;
    }
  }
  const lengths = [...byLength].sort(([a], [b]) => b - a);
  return {
    lengthOf(low, high) {
      // Almost all octets end here.
      if (filter[hashOf(low)] === 0) return 0;
      for (const [length, known] of lengths) {
        if (known.has((high & HIGH_MASKS[length]!) * TWO_TO_32 + (low >>> 0))) return length;
      }
      return 0;
    },
  };
}

function hashOf(low: number): number {
  return Math.imul(low, 0x9e37_79b1) >>> 16;
}
