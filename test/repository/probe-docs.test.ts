/** docs/probe.md lists every check, and every option that it names exists. */

import { readFileSync } from "node:fs";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { addProbe } from "../../src/cli/commands/probe.ts";
import { CHECKS } from "../../src/conformance/probe/index.ts";
import { loadRules } from "../../src/conformance/vectors/index.ts";

const DOCUMENT = readFileSync("docs/probe.md", "utf8");
const rules = loadRules();

describe("docs/probe.md", () => {
  test("lists the checks in their order, with what they send and the section", () => {
    const section = DOCUMENT.slice(DOCUMENT.indexOf("\n## Checks\n"));
    const rows = [...section.matchAll(/^\| `([a-z-]+)` \| (.+) \| (\S+) \|$/gm)].map(([, ...cells]) => cells);
    const sectionOf = (rule: string): string => rules.get(rule)!.id.replace(/^rfc5849-|-\d+$/g, "");
    const expected = CHECKS.map(({ id, title, rule }) => [id, title, sectionOf(rule)]);
    expect(rows).toEqual([...expected, ["late-replay", "request sent again after all others", "3.3"]]);
  });

  test("names only options that the command has", () => {
    const program = new Command();
    addProbe(program);
    const known = program.commands[0]!.options.map(({ long }) => long);
    const named = new Set(DOCUMENT.match(/(?<![-\w])--[a-z][a-z-]+/g));
    // An option of npx.
    named.delete("--yes");
    for (const option of named) expect(known).toContain(option);
  });
});
