/** Commands that can be pasted into a POSIX shell. */

import type { Result } from "../../conformance/runner/index.ts";
import type { SignedRequest } from "../../index.ts";

/** Quotes a word if it needs quotes. In single quotes, only the single quote itself is special. */
export function shellWord(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Writes a curl command that sends exactly what was signed. Two options keep curl from changing the URL: no globbing,
 * dot segments stay.
 *
 * @param bodyFile a body that is not a form
 */
export function curlCommand(
  { method, url, headers, body }: SignedRequest,
  bodyFile?: { readonly file: string; readonly contentType: string },
): string {
  const sent = bodyFile === undefined ? headers : { ...headers, "content-type": bodyFile.contentType };
  const form = typeof body === "string" ? ["--data-raw", body] : [];
  const words = [
    ...["curl", "--globoff", "--path-as-is"],
    ...(method === "HEAD" ? ["--head"] : ["--request", method]),
    ...Object.entries(sent).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    ...(bodyFile === undefined ? form : ["--data-binary", `@${bodyFile.file}`]),
    url,
  ];
  return words.map(shellWord).join(" ");
}

/** In a checkout the command line runs from its source. */
const COUNTERSIGN = import.meta.url.endsWith(".ts") ? "npm run -s countersign --" : "npx countersign";

/**
 * Returns the function that writes the command which repeats a failure.
 *
 * @param command such as `check`
 * @param options of that command; absent and false ones are left out
 * @param program the program after `--`
 */
export function rerunCommand(
  command: string,
  options: { readonly [option: string]: string | boolean | undefined },
  program: readonly string[] = [],
): (failure: Result) => string | undefined {
  const given = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, shellWord(value)];
  });
  const start = [COUNTERSIGN, command, ...given].join(" ");
  const end = program.length === 0 ? "" : ` -- ${program.map(shellWord).join(" ")}`;
  return ({ repeat }) => repeat && `${start} ${repeat.map(shellWord).join(" ")}${end}`;
}
