import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { REQUIRED_STAGE } from "../../../src/conformance/vectors/index.ts";

const readme = readFileSync("vectors/README.md", "utf8");

/** The first cells of the table with this heading row. */
function firstCells(heading: string): string[] {
  const rows = readme.slice(readme.indexOf(heading)).split("\n\n")[0]!.split("\n").slice(2);
  return rows.flatMap((row) => row.split(" | ")[0]!.match(/`[^`]+`/g) ?? []).map((name) => name.slice(1, -1));
}

describe("vectors/README.md", () => {
  test("shows the consumer of the core vectors in Python as it is", () => {
    expect(/^```python\n([\s\S]*?)^```/m.exec(readme)?.[1]).toBe(readFileSync("examples/vectors/core.py", "utf8"));
  });

  test("names every consumer", () => {
    const linked = [...readme.matchAll(/\]\(\.\.\/examples\/vectors\/(.+?)\)/g)].map(([, name]) => name!);
    expect([...new Set(linked)].sort()).toEqual(readdirSync("examples/vectors").sort());
  });

  test("describes every file", () => {
    const files = readdirSync("vectors").filter((name) => name !== "README.md");
    expect(firstCells("| file | content |").sort()).toEqual(files.sort());
  });

  test("describes every operation, with the required stage of its answer", () => {
    // `verify` is asked of drivers only: it is made of the vectors for verifiers.
    const { verify: _, ...operations } = REQUIRED_STAGE;
    expect(firstCells("| operation | members of `input` |")).toEqual(Object.keys(operations));
    for (const [operation, stage] of Object.entries(operations)) {
      const row = readme.split("\n").find((line) => line.startsWith(`| \`${operation}\` |`))!;
      expect(row.split(" | ")[2]).toMatch(new RegExp(`^\`${stage}\``));
    }
  });
});
