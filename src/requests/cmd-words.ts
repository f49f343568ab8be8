/**
 * Splits a command line for cmd.exe into words, as browsers write it with "Copy as cURL (cmd)": carets escape
 * characters for cmd.exe, backslashes escape quotes for the program.
 */

import { inputError, lineAt } from "./input-error.ts";

/** Returns the words without their quotes. Carets count inside quotes too, because some browsers wrote them there. */
export function cmdWords(text: string): string[] {
  // A caret removes a line feed and keeps the next character, which may be a line feed that belongs to a value.
  const line = text.replace(/\^(?:\r?\n(\r?\n)?|([^\r\n]))/g, "$1$2");
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (const [piece] of line.matchAll(/\\[\\"]|""|"|\s|[^\\"\s]+|\\/g)) {
    if (piece === '"' || (piece === '""' && !isQuoted)) {
      if (piece === '"') isQuoted = !isQuoted;
      word ??= "";
    } else if (!isQuoted && /\s/.test(piece)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + (piece === '""' ? '"' : piece.replace(/^\\(?=[\\"])/, ""));
  }
  if (isQuoted) throw inputError(lineAt(text, text.length), "the closing double quote", "the end of the command");
  if (word !== undefined) words.push(word);
  if (words.includes("&")) throw inputError(undefined, "one command", "several", "copy only one request");
  return words;
}
