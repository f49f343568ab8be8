/** Words of a command line for a POSIX shell. */

/** Quotes a word if it needs quotes. In single quotes, only the single quote itself is special. */
export function shellWord(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
