/** What a program was seen to send: as text, and as the beginning of a driver. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Varied } from "../../conformance/capture/vary/index.ts";
import { PACKAGE_ROOT } from "../../platform/package-root.ts";
import { plural } from "../../redaction/visible.ts";
import { STARTERS } from "../driver/starters.ts";
import { commandLine } from "../output/commands-to-paste.ts";
import { logMessage } from "../output/terminal.ts";
import { UsageError } from "../process/exit-codes.ts";

/** How a program can be recognised. Only the first words of a command name its language. */
const LANGUAGES: readonly (readonly [language: string, RegExp])[] = [
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
export function languageOf(command: readonly string[]): string | undefined {
  return LANGUAGES.find(([, pattern]) => command.slice(0, 4).some((word) => pattern.test(word)))?.[0];
}

/** Lines about what the program sends, and where the values arrive. */
export function seenShape(
  { first, destinations, starts }: Varied,
  placeholders: readonly { readonly name: string }[],
): string[] {
  const { arrived = [] } = first ?? {};
  const requests = arrived.map(({ captured: { method, url, kind } }) => `sends ${method} ${url}  ${kind}`);
  const fields = placeholders.map(({ name }) => {
    const own = destinations.filter(({ placeholder }) => placeholder === name);
    const places = own.map(({ place, name: field }) => (field === "" ? `the ${place}` : `${field} of the ${place}`));
    return `  {${name}} arrives in ${places.join(", ") || "no field unchanged; it is not compared"}`;
  });
  return [...requests, ...(arrived.length === 0 ? [] : fields), `  ${plural(starts, "start")}`];
}

/** Writes a driver without a library, in the language of the program, whose hello declares what the program sends. */
export function writeDriver(path: string, { first }: Varied, language: string | undefined, name: string): void {
  const starter = STARTERS.find((one) => one.library === undefined && one.language === language?.toLowerCase());
  const [kind = ""] = first?.arrived.flatMap(({ captured }) => captured.kind || []) ?? [];
  const [method, transport] = kind.split(", ");
  if (method === undefined || transport === undefined) {
    logMessage("countersign: no driver is written, because no signed request arrived");
    return;
  }
  if (existsSync(path)) throw new UsageError(`--write-driver must name a new file, and ${JSON.stringify(path)} exists`);
  const { file, command } = starter ?? STARTERS[0]!;
  const text = readFileSync(join(PACKAGE_ROOT, "examples", "drivers", file), "utf8");
  const hasToken = first!.arrived.some(({ request }) =>
    request?.headers.some(([, value]) => /oauth_token=/.test(value)),
  );
  const declared = text
    .replace(
      /("name"|name)(\s*(?:=>|:)\s*)"mine"/,
      (_all, member, between) => `${member}${between}${JSON.stringify(name)}`,
    )
    .replace(/(signatureMethods.*?)"HMAC-SHA1"/, `$1"${method}"`)
    .replace(/(transports.*?)"header"/, `$1"${transport}"`)
    .replace(/(without.*?"realm")/, hasToken ? "$1" : '$1, "token"');
  writeFileSync(path, declared);
  const start = command.map((word) => (word === starter?.saveAs ? path : word)).join(" ");
  logMessage(
    `countersign: ${path} declares what the program sends; call its code at the marked lines, and run the whole suite:`,
    `  ${commandLine("check", [], { seed: "1" })} -- ${start}`,
  );
}
