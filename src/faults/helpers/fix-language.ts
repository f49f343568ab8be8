/** Selects the code of a fix in the reader's programming language. */

import type { Fix } from "../fault.ts";

/** The code of a fix in one language. */
export interface FixCall {
  readonly language: string;
  readonly call: string;
}

/** The language of each word, from space-separated lists. */
function byWord(words: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([language, list]) => list.split(" ").map((word) => [word, language])),
  );
}

/** Other names of the languages for which fixes contain code, in lower case. */
const ALIASES = byWord({
  JavaScript: "js node node.js ts typescript",
  Python: "py",
  Ruby: "rb",
  Go: "golang",
  Kotlin: "kt android",
  Swift: "ios",
  "Objective-C": "objc objectivec",
  PowerShell: "pwsh",
  Rust: "rs",
  Elixir: "ex exs",
  Perl: "pl",
  "C#": "csharp cs .net dotnet",
});

/**
 * The code of a fix in the first of the given languages that it supports.
 *
 * @param languages - names in any case, which may be abbreviated (`js`) or followed by a function (`Java URLEncoder`)
 * @returns `undefined` if the fix has no code in any of them
 */
export function fixInLanguage({ calls = {} }: Fix, languages: readonly string[]): FixCall | undefined {
  for (const language of languages) {
    const word = language.trim().split(/\s/, 1)[0]!.toLowerCase();
    const wanted = (own(ALIASES, word) ?? word).toLowerCase();
    const found = Object.entries(calls).find(([name]) => name.toLowerCase() === wanted);
    if (found !== undefined) return { language: found[0], call: found[1] };
  }
  return undefined;
}

/** Calls that are shown if the language of the client is not known. */
const MOST_CALLS = 3;

/** The code of a fix in several languages; languages where the mistake is typical come first. */
export function typicalCalls(fix: Fix, typical: readonly string[]): FixCall[] {
  const languages = [...typical, ...Object.keys(fix.calls ?? {})];
  const calls = languages.flatMap((language) => fixInLanguage(fix, [language]) ?? []);
  return [...new Map(calls.map((call) => [call.language, call])).values()].slice(0, MOST_CALLS);
}

/** Languages by the products in User-Agent headers, in lower case. */
const BY_PRODUCT = byWord({
  Python: "python-requests python-urllib python-httpx python aiohttp httpx",
  Java: "okhttp java java-http-client apache-httpclient dalvik",
  Kotlin: "ktor ktor-client",
  PHP: "guzzlehttp php symfony symfony-httpclient",
  Ruby: "ruby faraday rest-client",
  Go: "go-http-client go-resty",
  // Postman scripts are JavaScript.
  JavaScript: "axios node-fetch undici node node.js deno bun postmanruntime",
  "C#": ".net dotnet restsharp",
  Perl: "libwww-perl lwp::simple http-tiny mojolicious",
  Swift: "cfnetwork alamofire",
  Dart: "dart",
  PowerShell: "windowspowershell powershell",
  Rust: "reqwest ureq hyper",
  Elixir: "hackney httpoison tesla finch",
});

/** Matches the boundaries of products and comments. */
const BETWEEN_PRODUCTS_RE = /[\s();,]+/;

/**
 * The programming language of a client, from its User-Agent header.
 *
 * @returns `undefined` for an unknown client, for browsers, and for curl, which programs in many languages call
 */
export function languageOfUserAgent(text: string): string | undefined {
  if (/^mozilla\//i.test(text)) return undefined;
  const products = text.split(BETWEEN_PRODUCTS_RE).map((part) => part.split("/", 1)[0]!.toLowerCase());
  return products.map((product) => own(BY_PRODUCT, product)).find((language) => language !== undefined);
}

/** How to recognise the language of a program by the first words of its command. */
const BY_COMMAND: readonly (readonly [language: string, RegExp])[] = [
  ["Python", /(?:^|\/)python[\d.]*$|\.py$/],
  ["PHP", /(?:^|\/)php[\d.]*$|\.php$/],
  ["Ruby", /(?:^|\/)ruby[\d.]*$|\.rb$/],
  ["JavaScript", /(?:^|\/)(?:node|deno|bun|npm|npx)$|\.[cm]?[jt]s$/],
  ["Go", /(?:^|\/)go$|\.go$/],
  ["Java", /(?:^|\/)java$|\.ja(?:r|va)$/],
  ["Perl", /(?:^|\/)perl$|\.pl$/],
  ["C#", /(?:^|\/)(?:dotnet|mono)$|\.cs$/],
  ["Tcl", /(?:^|\/)tclsh[\d.]*$|\.tcl$/],
  ["Bash", /(?:^|\/)(?:ba|da|k|z)?sh$|\.sh$/],
];

/** The language of a program, if its command shows one. */
export function languageOfCommand(command: readonly string[]): string | undefined {
  return BY_COMMAND.find(([, pattern]) => command.slice(0, 4).some((word) => pattern.test(word)))?.[0];
}

/** Reads only own properties, because the key comes from a client and may be `constructor`. */
function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
