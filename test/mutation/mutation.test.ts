import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { changedLines } from "../../scripts/mutation/changed-lines.ts";
import { sampleLines } from "../../scripts/mutation/sample-lines.ts";
import { type Equivalent, scoreOf } from "../../scripts/mutation/score.ts";
import { testsOf } from "../../scripts/mutation/tests-of.ts";

describe("the lines that a change touches", () => {
  test("are those of source files that are still there", () => {
    const diff = [
      ...["--- src/oauth1/form.ts", "+++ b/src/oauth1/form.ts", "@@ -3 +3,2 @@ function", "-a", "+b", "+c"],
      ...["@@ -9,2 +10,0 @@", "-gone", "-gone", "@@ -20,0 +21 @@", "+new"],
      ...["--- src/gone.ts", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-x", "-y"],
      ...["--- test/a.test.ts", "+++ b/test/a.test.ts", "@@ -1 +1 @@", "-x", "+y"],
      ...["--- src/inspector/main.ts", "+++ b/src/inspector/main.ts", "@@ -1 +1 @@", "-x", "+y"],
    ].join("\n");
    expect(changedLines(diff)).toEqual(["src/oauth1/form.ts:3-4", "src/oauth1/form.ts:21-21"]);
    expect(changedLines("")).toEqual([]);
  });
});

describe("a sample of lines", () => {
  const source = [
    "/** What. */",
    'import x from "x";',
    "",
    "const a = 1;",
    "const b = 2;",
    "  }",
    "});",
    "return a + b;",
  ];
  const sources = new Map([["src/a.ts", source.join("\n")]]);

  test("has lines of code only, and all if fewer are there", () => {
    expect(sampleLines(sources, 10, 1)).toEqual(["src/a.ts:4-4", "src/a.ts:5-5", "src/a.ts:8-8"]);
  });

  test("is the same for a seed, and another for another seed", () => {
    const many = new Map([["src/b.ts", Array.from({ length: 300 }, (_, at) => `const a${at} = 1;`).join("\n")]]);
    const sample = sampleLines(many, 20, 1);
    expect(sample).toHaveLength(20);
    expect(sampleLines(many, 20, 1)).toEqual(sample);
    expect(sampleLines(many, 20, 2)).not.toEqual(sample);
  });
});

describe("the tests for a file", () => {
  test.each([
    ["src/oauth1/form.ts:1-2", ["test/oauth1/**/*.test.ts"]],
    ["src/cli/commands/check.ts", ["test/cli/**/*.test.ts"]],
    ["src/model/run.ts", ["test/model/**/*.test.ts", "test/conformance/vectors/**/*.test.ts"]],
    ["src/index.ts", ["test/oauth1/**/*.test.ts", "test/verifier/**/*.test.ts"]],
  ])("of %s are in the folder of the same name, or nearest to it", (file, tests) => {
    expect(testsOf(file)).toEqual(tests);
  });
});

describe("the score", () => {
  const at = (line: number, from: number, to: number) => ({
    start: { line, column: from },
    end: { line, column: to },
  });
  const report = {
    files: {
      "src/a.ts": {
        source: "if (a) {\n  return b + 1;\n}\n",
        mutants: [
          { mutatorName: "ConditionalExpression", replacement: "true", status: "Killed", location: at(1, 5, 6) },
          { mutatorName: "ConditionalExpression", replacement: "false", status: "Timeout", location: at(1, 5, 6) },
          { mutatorName: "ArithmeticOperator", replacement: "b - 1", status: "Survived", location: at(2, 10, 15) },
          { mutatorName: "ArithmeticOperator", replacement: "b * 1", status: "NoCoverage", location: at(2, 10, 15) },
          { mutatorName: "BlockStatement", replacement: "{}", status: "RuntimeError", location: at(1, 8, 9) },
        ],
      },
    },
  };
  const equivalent: Equivalent = {
    ...{ file: "src/a.ts", line: "return b + 1;" },
    ...{ original: "b + 1", replacement: "b * 1", reason: "b is 1" },
  };

  test("counts what could be run, and shows each survivor with its place", () => {
    expect(scoreOf(report, [])).toEqual({
      ...{ mutants: 4, killed: 2, equivalent: 0 },
      survivors: [
        "src/a.ts:2:10 Survived ArithmeticOperator\n  - b + 1\n  + b - 1",
        "src/a.ts:2:10 NoCoverage ArithmeticOperator\n  - b + 1\n  + b * 1",
      ],
    });
  });

  test("leaves out a mutant that is listed as equivalent, and no other one", () => {
    expect(scoreOf(report, [equivalent])).toMatchObject({ mutants: 3, killed: 2, equivalent: 1 });
    for (const other of [{ file: "src/b.ts" }, { line: "return b;" }, { original: "b" }, { replacement: "b / 1" }]) {
      expect(scoreOf(report, [{ ...equivalent, ...other }])).toMatchObject({ mutants: 4, equivalent: 0 });
    }
  });
});

test("each mutant that is listed as equivalent has a reason and a line that exists", () => {
  const listed = JSON.parse(readFileSync("scripts/mutation/equivalent.json", "utf8")) as Equivalent[];
  for (const { file, line, original, replacement, reason } of listed) {
    const lines = readFileSync(file, "utf8").split("\n");
    expect(lines.map((one) => one.trim())).toContain(line);
    expect(line).toContain(original);
    expect(replacement).not.toBe(original);
    expect(reason.length).toBeGreaterThan(20);
  }
});
