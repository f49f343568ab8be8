/** Every option that docs/probe.md names exists. */

import { readFileSync } from "node:fs";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { addProbe } from "../../src/cli/commands/probe.ts";

const DOCUMENT = readFileSync("docs/probe.md", "utf8");

describe("docs/probe.md", () => {
  test("names only options that the command has", () => {
    const program = new Command();
    addProbe(program);
    const known = program.commands[0]!.options.map(({ long }) => long);
    const named = new Set(DOCUMENT.match(/(?<![-\w])--[a-z][a-z-]+/g));
    // An option of npx.
    for (const option of ["--no", "--yes"]) named.delete(option);
    for (const option of named) expect(known).toContain(option);
  });
});
