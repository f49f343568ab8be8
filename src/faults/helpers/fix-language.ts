/** Selects the code of a fix in the reader's programming language. */

import type { Fix } from "../fault.ts";

/** The code of a fix in one language. */
export interface FixCall {
  readonly language: string;
  readonly call: string;
}

/** Other names of the languages for which fixes contain code, in lower case. */
const ALIASES: Readonly<Record<string, string>> = {
  js: "JavaScript",
  node: "JavaScript",
  "node.js": "JavaScript",
  ts: "JavaScript",
  typescript: "JavaScript",
  py: "Python",
  rb: "Ruby",
  golang: "Go",
  kt: "Kotlin",
  android: "Kotlin",
  ios: "Swift",
  pl: "Perl",
  csharp: "C#",
  cs: "C#",
  ".net": "C#",
  dotnet: "C#",
};

/**
 * The code of a fix in the first of the languages for which it contains code.
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

/** The code of a fix in several languages, first in those for which the mistake is typical. */
export function typicalCalls(fix: Fix, typical: readonly string[]): FixCall[] {
  const languages = [...typical, ...Object.keys(fix.calls ?? {})];
  const calls = languages.flatMap((language) => fixInLanguage(fix, [language]) ?? []);
  return [...new Map(calls.map((call) => [call.language, call])).values()].slice(0, MOST_CALLS);
}

/** Languages by the products in User-Agent headers, in lower case. */
const BY_PRODUCT: Readonly<Record<string, string>> = {
  "python-requests": "Python",
  "python-urllib": "Python",
  "python-httpx": "Python",
  python: "Python",
  aiohttp: "Python",
  httpx: "Python",
  okhttp: "Java",
  java: "Java",
  "java-http-client": "Java",
  "apache-httpclient": "Java",
  dalvik: "Java",
  ktor: "Kotlin",
  "ktor-client": "Kotlin",
  guzzlehttp: "PHP",
  php: "PHP",
  symfony: "PHP",
  "symfony-httpclient": "PHP",
  ruby: "Ruby",
  faraday: "Ruby",
  "rest-client": "Ruby",
  "go-http-client": "Go",
  "go-resty": "Go",
  axios: "JavaScript",
  "node-fetch": "JavaScript",
  undici: "JavaScript",
  node: "JavaScript",
  "node.js": "JavaScript",
  deno: "JavaScript",
  bun: "JavaScript",
  postmanruntime: "JavaScript", // Postman scripts are JavaScript
  ".net": "C#",
  dotnet: "C#",
  restsharp: "C#",
  "libwww-perl": "Perl",
  "lwp::simple": "Perl",
  "http-tiny": "Perl",
  mojolicious: "Perl",
  cfnetwork: "Swift",
  alamofire: "Swift",
  dart: "Dart",
};

/** Matches the boundaries of products and comments. */
const BETWEEN_PRODUCTS_RE = /[\s();,]+/;

/**
 * The programming language of a client, from its User-Agent header.
 *
 * @returns `undefined` for an unknown client, for curl, which programs in many languages call, and for browsers
 */
export function languageOfUserAgent(text: string): string | undefined {
  if (/^mozilla\//i.test(text)) return undefined;
  const products = text.split(BETWEEN_PRODUCTS_RE).map((part) => part.split("/", 1)[0]!.toLowerCase());
  return products.map((product) => own(BY_PRODUCT, product)).find((language) => language !== undefined);
}

/** How a program can be recognised. Only the first words of a command name its language. */
const BY_COMMAND: readonly (readonly [language: string, RegExp])[] = [
  ["Python", /(?:^|\/)python[\d.]*$|\.py$/],
  ["PHP", /(?:^|\/)php[\d.]*$|\.php$/],
  ["Ruby", /(?:^|\/)ruby[\d.]*$|\.rb$/],
  ["JavaScript", /(?:^|\/)(?:node|deno|bun|npm|npx)$|\.[cm]?[jt]s$/],
  ["Go", /(?:^|\/)go$|\.go$/],
  ["Java", /(?:^|\/)java$|\.ja(?:r|va)$/],
  ["Perl", /(?:^|\/)perl$|\.pl$/],
  ["C#", /(?:^|\/)(?:dotnet|mono)$|\.cs$/],
];

/** The language of a program, as far as its command shows it. */
export function languageOfCommand(command: readonly string[]): string | undefined {
  return BY_COMMAND.find(([, pattern]) => command.slice(0, 4).some((word) => pattern.test(word)))?.[0];
}

/** Reads only own properties, because the text comes from a client and may be `constructor`. */
function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
