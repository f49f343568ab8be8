import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { filesBelow } from "../files-below.ts";

const FILES = [
  ...[".ci/run", "README.md", "action.yml", "package.json", "scripts/release/README.md"],
  ...filesBelow(".github/workflows", ".yml"),
  ...filesBelow("docs", ".md"),
  ...[".md", ".mjs", ".py"].flatMap((ending) => filesBelow("examples", ending)),
];

/** The commands that run `check`, each with the lines on which it continues. */
function checksIn(text: string): string[] {
  const start = /(?:npx --no -- countersign|npm run -s countersign --|src\/cli\/main\.ts) check ["-]/;
  return text
    .replace(/\\+\n/g, " ")
    .split("\n")
    .filter((line) => start.test(line));
}

const NAMES_IMPLEMENTATION = / check.*(?: --builtin | --module | -- )/;

describe("a shown command that runs check", () => {
  test("names the implementation, because check has no default", () => {
    const commands = FILES.flatMap((file) => checksIn(readFileSync(file, "utf8")));
    expect(commands.length).toBeGreaterThan(25);
    expect(commands.filter((command) => !NAMES_IMPLEMENTATION.test(command))).toEqual([]);
  });

  test("is read with the lines on which it continues", () => {
    const [one] = checksIn("npx --no -- countersign check --seed 1 \\\n  -- ./driver");
    expect(one).toMatch(NAMES_IMPLEMENTATION);
  });
});
