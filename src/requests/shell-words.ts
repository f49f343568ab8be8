/**
 * Splits a pasted command line into words as a POSIX shell does: quotes, backslashes, $'…', continued lines. It refuses
 * variables and commands inside the line, because their values are not known here.
 */

import { inputError, lineAt } from "./input-error.ts";
import { unescapedString } from "./literals.ts";

const VALUES_HINT = "run the command after set -x, and copy what the shell prints: it has the values";
const HINTS: Readonly<Record<string, string>> = {
  "&": "put the URL in single quotes",
  ";": "copy only one request",
  $: VALUES_HINT,
  "`": VALUES_HINT,
};
const REFUSED_RE = /[|&;<>()`]/; // outside quotes
const ARGUMENT_RE = /\s{0,200}(?:["'-]|\$'|https?:|$)/y;
const COMMAND_RE = /(?:^[ \t]*(?:\S{0,100}[$#%>] +)?|[;&|] *)curl\s/m;
const END_RE = /\||(?:(?<=\s)\d)?>|&&|;(?:\s|$)/y;

/** Returns the words without their quotes. What follows the command, such as its output, is left out. */
export function shellWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  const until = (end: RegExp, what: string): string => {
    end.lastIndex = at;
    const match = end.exec(text);
    if (match === null) throw inputError(lineAt(text, at), `the closing ${what}`, "the end of the command");
    at = end.lastIndex;
    return match[1] ?? "";
  };
  while (at < text.length) {
    const character = text[at]!;
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
      if (character === "\n" && words.length > 0 && !isArgument(text, at)) break;
    } else if (/\\\r?\n/y.test(text.slice(at, at + 3))) {
      at += text[at + 1] === "\r" ? 3 : 2;
    } else if (character === "\\") {
      word = (word ?? "") + (text[at + 1] ?? "");
      at += 2;
    } else if (character === "'") {
      at += 1;
      word = (word ?? "") + until(/([^']*)'/gy, "single quote");
    } else if (text.startsWith("$'", at)) {
      at += 2;
      word =
        (word ?? "") +
        unescapedString(until(/((?:[^'\\]|\\[\s\S])*)'/gy, "single quote"), (one) =>
          /[\\'"]/.test(one) ? one : `\\${one}`,
        );
    } else if (character === '"') {
      at += 1;
      const inner = until(/((?:[^"\\]|\\[\s\S])*)"/gy, "double quote");
      if (/(?<!\\)(?:\\\\)*[$`]/.test(inner)) {
        const expected = "text without $ and ` in double quotes";
        throw inputError(lineAt(text, at), expected, "a variable or a command", VALUES_HINT);
      }
      word = (word ?? "") + inner.replace(/\\\r?\n/g, "").replace(/\\(["\\$`])/g, "$1");
    } else if (words.length > 0 && isEnd(text, at)) {
      break;
    } else if (character === "$" || REFUSED_RE.test(character)) {
      const hint = HINTS[character];
      throw inputError(lineAt(text, at), "one command, without variables, pipes and the like", `"${character}"`, hint);
    } else {
      word = (word ?? "") + character;
      at += 1;
    }
  }
  if (word !== undefined) words.push(word);
  checkNoCommand(text, at);
  return words;
}

/** Whether the next line continues the command without a backslash, which was lost when the command was copied. */
function isArgument(text: string, at: number): boolean {
  ARGUMENT_RE.lastIndex = at;
  return ARGUMENT_RE.test(text);
}

/** Whether the output goes to a file or to another command, or another command follows. */
function isEnd(text: string, at: number): boolean {
  END_RE.lastIndex = at;
  return END_RE.test(text);
}

function checkNoCommand(text: string, at: number): void {
  const found = COMMAND_RE.exec(text.slice(at));
  if (found !== null) throw inputError(lineAt(text, at + found.index), "one command", "a second one");
}
