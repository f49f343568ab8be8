/** Lines of code chosen at random, for a figure that stands for whole folders. */

/** A line that Stryker may mutate: neither empty, nor a comment, an import or a closing bracket. */
const CODE_RE = /^(?!\s*(?:\/\*|\*|\/\/|import |export \* |export \{|[)\]}]*[;,]?$)).*[a-z]/i;

/**
 * @param sources the text of each file by its path
 * @param count how many lines to choose; with fewer lines of code, all of them
 * @param seed chooses the same lines of the same files again
 * @returns entries such as `src/oauth1/form.ts:10-10`, in the order of the files
 */
export function sampleLines(sources: ReadonlyMap<string, string>, count: number, seed: number): string[] {
  const lines = [...sources].flatMap(([path, text]) =>
    text.split("\n").flatMap((line, at) => (CODE_RE.test(line) ? [`${path}:${at + 1}-${at + 1}`] : [])),
  );
  const order = new Map(lines.map((line) => [line, mixed(seed, line)]));
  const chosen = new Set(lines.toSorted((one, other) => order.get(one)! - order.get(other)!).slice(0, count));
  return lines.filter((line) => chosen.has(line));
}

/** A number that depends on each bit of the seed and the text (FNV-1a). */
function mixed(seed: number, text: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}/${text}`) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  // The last characters would otherwise change only the low bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
