/**
 * One word of a POSIX shell's command line.
 *
 * @module
 */

/** Quotes a word where it needs it: single quotes keep everything but the single quote itself. */
export function shellWord(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
