/** `countersign driver`: prints a complete driver to edit, and the next command. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { PACKAGE_ROOT } from "../../platform/package-root.ts";
import { shellWord } from "../../requests/request-to-paste.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { unknownName } from "../input/similar-names.ts";
import { commandLine } from "../output/commands-to-paste.ts";
import { logMessage } from "../output/terminal.ts";
import { STARTERS, type Starter } from "./starters.ts";

/**
 * Prints the driver to stdout, and the next steps to stderr.
 *
 * @param language a name in {@link STARTERS}, in any case
 */
export function driver(language: string, { out }: Terminal): ExitCode {
  const name = language.toLowerCase();
  const starter = STARTERS.get(name);
  if (starter === undefined) {
    const names = [...STARTERS.keys()];
    const message = `expected one of ${names.join(", ")}, got ${JSON.stringify(language)}`;
    throw unknownName(message, name, names, "a driver in any other language follows docs/driver.md");
  }
  out(readFileSync(join(PACKAGE_ROOT, "examples", "drivers", starter.file), "utf8"));
  logMessage(...nextSteps(name, starter));
  return EXIT.ok;
}

function nextSteps(language: string, { library, saveAs, install, build, command }: Starter): string[] {
  const doctor = commandLine("doctor", [], {});
  return [
    `This driver tests ${library}. To try it as it is:`,
    `  ${commandLine("driver", [language], {})} > ${saveAs}`,
    `  ${install}`,
    ...(build === undefined ? [] : [`  ${build}`]),
    `  ${doctor} -- ${command.map(shellWord).join(" ")}`,
    `Then call your library instead of ${library}, and declare in hello what your library supports.`,
  ];
}
