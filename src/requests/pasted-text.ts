/** What people paste around a request: byte order marks, comments, prompts, `sudo` and assignments before a command. */

import { concatOctets, latin1Octets, latin1Text, utf8Octets } from "../platform/index.ts";

/** Converts UTF-16, which PowerShell writes to files, to UTF-8, and removes byte order marks. */
export function withoutMark(octets: Uint8Array): Uint8Array {
  const [first, second, third] = octets;
  if (first === 0xff && second === 0xfe) return utf8Octets(new TextDecoder("utf-16le").decode(octets.subarray(2)));
  return first === 0xef && second === 0xbb && third === 0xbf ? octets.subarray(3) : octets;
}

/** A signature with its value, in any notation; prose has only the name. */
const SIGNED_RE = /oauth_signature(?!_method)["'`]?\]?\s{0,9}(?:[=:|,;\t]|%3D)/i;

/** The part of a text in Markdown that contains the signature: the other parts are prose and the answer of the server. */
export function withoutFences(octets: Uint8Array): Uint8Array {
  const text = latin1Text(octets);
  const fences = [...text.matchAll(/^[ \t]*```.*$/gm)];
  const starts = [0, ...fences.map((fence) => fence.index + fence[0].length)];
  const ends = [...fences.map(({ index }) => index), text.length];
  const signed = starts.flatMap((start, at) => (SIGNED_RE.test(text.slice(start, ends[at])) ? [at] : []));
  const [at = 0] = signed;
  // The body of a request may be Markdown, too.
  if (signed.length !== 1 || (at === 0 && fences.length > 1)) return octets;
  return concatOctets([lineFeedsIn(text.slice(0, starts[at])), octets.subarray(starts[at], ends[at])]);
}

/** A comment line before the request. A command after `# ` is not a comment, because the prompt of root looks the same; nor is an object of Ruby. */
const COMMENT_RE = /[ \t]*(?:(?:#(?!<|\s*(?:sudo\s+)?curl\s[^\n]*https?:)|\/\/|REM\s|::)[^\n]*)?(?:\n|$)/iy;

/** Removes leading comments. The line feeds stay, so that errors name the lines of the file. */
export function withoutComments(octets: Uint8Array): Uint8Array {
  const text = latin1Text(octets);
  let end = 0;
  for (COMMENT_RE.lastIndex = 0; end < text.length && COMMENT_RE.test(text); ) end = COMMENT_RE.lastIndex;
  return concatOctets([lineFeedsIn(text.slice(0, end)), octets.subarray(end)]);
}

/** A command in several lines, after what a logger writes before it, or after a prompt. */
const LOGGED_COMMAND_RE = /(?<=^(?:[^\n]{0,200}[\])-] )?)(?:\$ )?curl [^\n]{0,99}\\\r?$/m;

/** The text from a command in several lines on. The line feeds before it stay, so that errors name the lines of the file. */
export function fromCommand(octets: Uint8Array): Uint8Array {
  const text = latin1Text(octets);
  const start = Math.max(0, text.search(LOGGED_COMMAND_RE));
  return concatOctets([lineFeedsIn(text.slice(0, start)), octets.subarray(start)]);
}

function lineFeedsIn(text: string): Uint8Array {
  return utf8Octets(text.replace(/[^\n]/g, ""));
}

/** What a shell or a notebook shows before a command; `set -x` prints + before each command. */
const PROMPT_RE =
  /^(\s*)(?:(?:PS )?[A-Za-z]:\\[^>\r\n]{0,300}> ?|PS> ?|(?:\[?[\w.-]+@[^\r\n$#%]{1,300})?[$#%>] +|!(?=curl)|\+{1,9} (?=curl\s))/;
const BEFORE_COMMAND_RE =
  /^(\s*)(?:(?:sudo|time|command|exec|env|nohup|[A-Za-z_]\w*=(?:'[^']*'|"[^"]*"|[^\s'"(]+))[ \t]+(?=\S))+(?=(?:\S*[\\/])?(?:curl|wget)|https?[ \t])/;
const CONTINUATION_RE = /([\\^`]\r?\n)(?:>{1,2} |More\? )/g;

/** The text of a command without its prompts, and without words that only change how it runs. */
export function withoutPrompt(text: string): string {
  const [prompt] = PROMPT_RE.exec(text) ?? [];
  const command = text.replace(PROMPT_RE, "$1").replace(BEFORE_COMMAND_RE, "$1");
  return prompt === undefined ? command : command.replace(CONTINUATION_RE, "$1");
}

/** A quotation mark that an editor or a chat made typographic, in UTF-8. */
const TYPOGRAPHIC = String.raw`\xe2\x80[\x9c-\x9f]`;
const TYPOGRAPHIC_RE = new RegExp(
  `(?<=\\b(?:oauth_\\w{1,40}|realm)=)${TYPOGRAPHIC}([^"\xe2\\n]{0,9999})${TYPOGRAPHIC}`,
  "g",
);

/** The octets with plain quotation marks around the values of an Authorization header. */
export function withPlainQuotes(octets: Uint8Array): Uint8Array {
  const text = latin1Text(octets);
  const plain = text.replace(TYPOGRAPHIC_RE, '"$1"');
  return plain === text ? octets : latin1Octets(plain);
}
