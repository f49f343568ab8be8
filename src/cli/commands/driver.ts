/** `countersign driver`: its options and its help text. */

import type { Command } from "commander";
import { driver } from "../driver/driver.ts";
import { LANGUAGES, STARTERS } from "../driver/starters.ts";
import { processTerminal } from "../output/terminal.ts";
import { define } from "./command.ts";

export function addDriver(program: Command): void {
  const libraries = STARTERS.flatMap(({ language, library }) =>
    library === undefined ? [] : [`${language} ${library}`],
  );
  define(
    program
      .command("driver <language> [library]")
      .description(
        `print a complete driver to edit, and the next command; in ${LANGUAGES.join(", ")}. ` +
          `With a library, print the driver for it: ${libraries.join(", ")}`,
      ),
    {
      examples: ["countersign driver python > driver.py", "countersign driver python oauthlib > driver.py"],
      async run(language: string, library: string | undefined) {
        return driver(language, library, processTerminal());
      },
    },
  );
}
