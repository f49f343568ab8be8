/** `countersign driver`: prints a complete driver to edit, and the next command. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { PACKAGE_ROOT } from "../../platform/package-root.ts";
import { shellWord } from "../../requests/request-to-paste.ts";
import { unknownName } from "../input/similar-names.ts";
import { commandLine } from "../output/commands-to-paste.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, type ExitCode } from "../process/exit-codes.ts";
import { LANGUAGES, STARTERS, type Starter, savedAs } from "./starters.ts";

/**
 * Prints the driver to stdout, and the next steps to stderr.
 *
 * @param language one of {@link LANGUAGES}, in any case
 * @param library a library of {@link STARTERS} in this language, in any case; without it, the driver needs no library
 */
export function driver(language: string, library: string | undefined, { out }: Terminal): ExitCode {
  const elsewhere = "a driver in any other language or for any other library follows docs/driver.md";
  const name = known(language, LANGUAGES, elsewhere);
  const starters = STARTERS.filter((one) => one.language === name);
  const libraries = starters.flatMap((one) => one.library ?? []);
  const chosen = library === undefined ? undefined : known(library, libraries, elsewhere);
  const starter = starters.find((one) => one.library === chosen)!;
  out(starterText(starter));
  logMessage(...nextSteps(starter, libraries));
  return EXIT.ok;
}

/** Finds a name in any case. */
function known(text: string, names: readonly string[], otherwise: string): string {
  const name = text.toLowerCase();
  if (names.includes(name)) return name;
  const message = `expected one of ${names.join(", ")}, got ${JSON.stringify(text)}`;
  throw unknownName(message, name, names, otherwise);
}

/** The text of a driver. */
export function starterText({ file }: Starter): string {
  return readFileSync(join(PACKAGE_ROOT, "examples", "drivers", file), "utf8");
}

/** The commands that try a driver, each with an indent. @param path where the driver is saved */
export function tryingCommands(starter: Starter, path = savedAs(starter)): string[] {
  const { install, build, program } = starter;
  const toStart = program === undefined ? "./driver" : [...program, path].map(shellWord).join(" ");
  const commands = [
    install,
    build?.replace(savedAs(starter), shellWord(path)),
    `${commandLine("doctor", [], {})} -- ${toStart}`,
    `${commandLine("check", [], { seed: "1" })} -- ${toStart}`,
  ];
  return commands.flatMap((one) => (one === undefined ? [] : [`  ${one}`]));
}

function nextSteps(starter: Starter, libraries: readonly string[]): string[] {
  const { language, library } = starter;
  const print = (...words: string[]) => commandLine("driver", [language, ...words], {});
  return [
    `This driver ${library === undefined ? "needs no OAuth library" : `tests ${library}`}. To try it as it is:`,
    `  ${print(...(library === undefined ? [] : [library]))} > ${savedAs(starter)}`,
    ...tryingCommands(starter),
    `Then call your library instead of ${library ?? "the code in sign"}, and declare in hello what your library supports.`,
    ...(library === undefined
      ? [`For comparison, a driver for a real library:`, ...libraries.map((one) => `  ${print(one)}`)]
      : []),
  ];
}
