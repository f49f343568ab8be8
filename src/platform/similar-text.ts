/** Finds misspelled names. */

/** The number of letters to insert, delete, replace or swap with their neighbour (Damerau–Levenshtein distance). */
export function editsBetween(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
    }
    [beforeLast, last] = [last, row];
  }
  return last.at(-1)!;
}

/** Longer texts are not misspelled names, and comparing them takes a long time. */
const LONGEST = 128;

/** The name that was probably meant: equal except for case, `-` and `_`, or at most two edits away. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  if (text.length > LONGEST) return undefined;
  const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, "");
  const ranked = names
    .filter((name) => name !== text)
    .map((name) => ({ name, edits: editsBetween(plain(text), plain(name)) }))
    .sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.min(2, best.name.length / 3) ? best.name : undefined;
}
