/** The lines that a change touches, in the form in which Stryker takes them. */

/** Files with code: a mutant of a declaration or of a test would say nothing. */
const SOURCE_RE = /^src\/(?!inspector\/).*\.ts$/;

/**
 * Reads the output of `git diff --unified=0`.
 *
 * @returns entries such as `src/oauth1/form.ts:10-12`, one for each changed part that still has lines
 */
export function changedLines(diff: string): string[] {
  const ranges: string[] = [];
  let file: string | undefined;
  for (const line of diff.split("\n")) {
    const path = /^\+\+\+ (?:b\/(.*)|\/dev\/null)$/.exec(line);
    if (path !== null) file = path[1] !== undefined && SOURCE_RE.test(path[1]) ? path[1] : undefined;
    const part = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (part === null || file === undefined) continue;
    const [first, count] = [Number(part[1]), Number(part[2] ?? 1)];
    if (count > 0) ranges.push(`${file}:${first}-${first + count - 1}`);
  }
  return ranges;
}
