import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  changedLines,
  type Equivalent,
  isEquivalent,
  isOnLines,
  sampleOf,
  type TestFile,
  testsFor,
} from "../../scripts/mutation/choose.ts";
import { type Mutant, mutantsOf, withSwitches } from "../../scripts/mutation/mutants.ts";
import { type Result, summaryOf, survivorText } from "../../scripts/mutation/report.ts";

const changesIn = (source: string): string[][] =>
  mutantsOf("src/a.ts", source).map(({ original, mutated }) => [original, mutated]);

describe("mutants", () => {
  test.each<[source: string, ...changes: [original: string, mutated: string][]]>([
    ["a === b;", ["a === b", "a !== b"]],
    ["a < b;", ["a < b", "a <= b"]],
    ["a && b || c;", ["a && b || c", "a && b && c"], ["a && b", "a || b"]],
    ["a ?? b;", ["a ?? b", "a"]],
    ["x = a + b;", ["x = a + b;", ""], ["a + b", "a - b"]],
    ["x = a + `b`;", ["x = a + `b`;", ""], ["`b`", '""']],
    ["x += 1;", ["x += 1;", ""], ["x += 1", "x -= 1"], ["1", "2"]],
    ["if (a) b;", ["a", "true"], ["a", "false"]],
    ["while (a) b;", ["a", "false"]],
    ["for (; a; ) b;", ["a", "false"]],
    ["!a;", ["!a", "a"]],
    ["[true, 0, 10n, null];", ["true", "false"], ["0", "1"], ["10n", "11n"]],
    ['["", "x"];', ['""', '"mutant"'], ['"x"', '""']],
    [
      "(/^[^a]+$/gi);",
      ...["/[^a]+$/gi", "/^[^a]+/gi", "/^[^a]$/gi", "/^[a]+$/gi", "/^[^a]+$/i"].map((mutated): [string, string] => [
        "/^[^a]+$/gi",
        mutated,
      ]),
    ],
    ["a();", ["a();", ""]],
    ["await a();", ["await a();", ""]],
    ["(a?.b![c]?.(d)?.[e]);", ["a?.b![c]?.(d)?.[e]", "a.b![c](d)[e]"]],
    ["function f() {\n  return a;\n}", ["the whole body", "return;"]],
  ])("of %j", (source, ...changes) => {
    expect(changesIn(source)).toEqual(changes);
  });

  test.each([
    ['import a from "a"; export { b } from "b"; export * from "c"; import("d");'],
    ['"use strict";'],
    ["type A = 1 | true | `x`; interface B { a: 'c' }"],
    ["const a: 1 = b as 2;"],
    ["({ a: b, 'c': d });"],
    ["delete a?.b;"],
    ["class A extends B { constructor() {} }"],
    ['const a = ["Text for people", `more of it`];'],
  ])("are not in %j", (source) => {
    expect(changesIn(source)).toEqual([]);
  });

  test("are named by the functions around them, and counted where they are the same", () => {
    const source = "const a = 1;\nclass B {\n  c(): void {\n    const d = () => [1, 1];\n  }\n}\n";
    const places = mutantsOf("src/a.ts", source).map(({ within, mutated, nth, line }) => [within, mutated, nth, line]);
    expect(places).toEqual([
      ["a", "2", 0, 1],
      ["B.c", "return;", 0, 3],
      ["B.c.d", "2", 0, 4],
      ["B.c.d", "2", 1, 4],
    ]);
  });

  test("take effect one at a time, also inside of another one", () => {
    const source = 'if (n > 1) log("big"); else log("small");';
    const mutants = mutantsOf("src/a.ts", source).map((mutant, index) => ({ ...mutant, id: index + 1 }));
    const logged = new Map<string, string>();
    for (const { id, original, mutated } of [{ id: 0, original: "", mutated: "" }, ...mutants]) {
      let text = "";
      const log = (word: string) => {
        text += `[${word}]`;
      };
      const run = new Function("isActiveMutant", "n", "log", withSwitches(source, mutants));
      for (const n of [1, 2]) run((one: number) => one === id, n, log);
      logged.set(`${original} → ${mutated}`, text);
    }
    expect(Object.fromEntries(logged)).toEqual({
      " → ": "[small][big]",
      "n > 1 → true": "[big][big]",
      "n > 1 → false": "[small][small]",
      "n > 1 → n >= 1": "[big][big]",
      "1 → 2": "[small][small]",
      'log("big"); → ': "[small]",
      '"big" → ""': "[small][]",
      'log("small"); → ': "[big]",
      '"small" → ""': "[][big]",
    });
  });

  test("in a file with a syntax error are an error", () => {
    expect(() => mutantsOf("src/a.ts", "if (")).toThrow(/^src\/a\.ts: /);
  });
});

describe("a sample", () => {
  const source = (functions: readonly number[]): Mutant[] =>
    mutantsOf("src/a.ts", functions.map((n) => `function f${n}() {\n  return ${n};\n}\n`).join("\n"));
  const all = source(Array.from({ length: 100 }, (_, n) => n));
  const names = (mutants: readonly Mutant[]) => mutants.map(({ within, mutated }) => `${within} ${mutated}`);

  test("is the same for a seed, and another for another seed", () => {
    expect(sampleOf(all, 20, 1)).toHaveLength(20);
    expect(sampleOf(all, 20, 1)).toEqual(sampleOf(all, 20, 1));
    expect(names(sampleOf(all, 20, 2))).not.toEqual(names(sampleOf(all, 20, 1)));
  });

  test("stays the same when code moves", () => {
    const moved = source(Array.from({ length: 100 }, (_, n) => 99 - n));
    expect(names(sampleOf(moved, 20, 1)).toSorted()).toEqual(names(sampleOf(all, 20, 1)).toSorted());
  });

  test("of more than there are has all", () => {
    expect(sampleOf(all, 1000, 1)).toEqual(all);
  });
});

describe("changed lines", () => {
  test("are those of source files that are still there", () => {
    const diff = [
      ...["--- src/oauth1/form.ts", "+++ b/src/oauth1/form.ts", "@@ -3 +3,2 @@ function", "-a", "+b", "+c"],
      ...["@@ -9,2 +10,0 @@", "-gone", "-gone", "@@ -20,0 +21 @@", "+new"],
      ...["--- src/gone.ts", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-x", "-y"],
      ...["--- test/a.test.ts", "+++ b/test/a.test.ts", "@@ -1 +1 @@", "-x", "+y"],
    ].join("\n");
    expect(changedLines(diff)).toEqual([
      { file: "src/oauth1/form.ts", first: 3, last: 4 },
      { file: "src/oauth1/form.ts", first: 21, last: 21 },
    ]);
    expect(changedLines("")).toEqual([]);
  });

  test("have the mutants that begin or end on them, or are around them", () => {
    const mutants = mutantsOf("src/a.ts", "f(\n  1,\n  2,\n  3,\n);");
    const on = (file: string, line: number) =>
      mutants.filter((mutant) => isOnLines(mutant, [{ file, first: line, last: line }])).map(({ mutated }) => mutated);
    expect(on("src/a.ts", 3)).toEqual(["", "3"]);
    expect(on("src/b.ts", 3)).toEqual([]);
  });
});

describe("the report", () => {
  const [first, second] = mutantsOf("src/oauth1/a.ts", "const a = 1;\nconst b = true;\n") as [Mutant, Mutant];
  const [third] = mutantsOf("src/cli/b.ts", "f();") as [Mutant];
  const tests = Array.from({ length: 7 }, (_, n) => `test/a.test.ts > ${n + 1}`);

  test("shows a survivor with its place and the tests that reach it", () => {
    expect(survivorText({ ...second, reachedBy: tests }).split("\n")).toEqual([
      "src/oauth1/a.ts:2 survived, in b",
      ...["  - true", "  + false", "  tests that reach it:"],
      ...tests.slice(0, 5).map((name) => `    ${name}`),
      "    and 2 more",
    ]);
    expect(survivorText({ ...third, reachedBy: [] }).split("\n")).toEqual([
      "src/cli/b.ts:1 survived, in the module",
      ...["  - f();", "  + (removed)", "  no test reaches it"],
    ]);
  });

  test("counts what each level kills, for each folder", () => {
    const results: Result[] = [
      { ...first, killedBy: tests[0]!, level: "test", reachedBy: tests },
      { ...second, killedBy: tests[0]!, level: "test:deep", reachedBy: tests },
      { ...third, reachedBy: [] },
    ];
    expect(summaryOf(results, ["test", "test:deep"]).text.split("\n")).toEqual([
      "src/cli: 1 mutants, killed by test 0 (0 %), test:deep 0 (0 %)",
      "src/oauth1: 2 mutants, killed by test 1 (50 %), test:deep 2 (100 %)",
      "src/oauth1: 100 % killed, required are 97 %",
      "src/cli: 0 % killed, required are 85 %",
    ]);
  });
});

describe("enough mutants are killed", () => {
  const [mutant] = mutantsOf("src/oauth1/a.ts", "f();") as [Mutant];
  const results = (file: string, killed: number, survived: number): Result[] => [
    ...Array.from({ length: killed }, () => ({ ...mutant, file, killedBy: "a test", level: "test", reachedBy: [] })),
    ...Array.from({ length: survived }, () => ({ ...mutant, file, reachedBy: [] })),
  ];

  test.each([
    ["src/oauth1/a.ts", 97, 3, true],
    ["src/verifier/a.ts", 96, 4, false],
    ["src/faults/a.ts", 85, 15, true],
    ["src/faults/a.ts", 84, 16, false],
  ])("in %s if %i are and %i are not: %s", (file, killed, survived, isEnough) => {
    expect(summaryOf(results(file, killed, survived), ["test"]).isEnough).toBe(isEnough);
  });
});

describe("the tests for a mutant", () => {
  const [mutant] = mutantsOf("src/oauth1/a.ts", "f();").map((one) => ({ ...one, id: 1 })) as [Mutant & { id: number }];
  const file = (path: string, milliseconds: number, loads: boolean, calls: boolean): TestFile => {
    const of = (is: boolean) => new Set(is ? [1] : []);
    const tests = [calls, false].map((is, at) => ({
      id: `${at}`,
      name: `${path} ${at}`,
      milliseconds,
      reached: of(is),
    }));
    return { project: "quick", path, milliseconds, reached: of(loads), tests };
  };
  const chosen = (source: string, ...files: TestFile[]) =>
    testsFor({ ...mutant, file: source }, files).map(({ file: { path }, tests }) => [path, tests.length]);

  test("are those that reach it, the quickest files first", () => {
    const [slow, quick] = [file("test/cli/a.test.ts", 2, false, true), file("test/oauth1/b.test.ts", 1, false, true)];
    expect(chosen("src/oauth1/a.ts", slow, file("test/cli/c.test.ts", 1, false, false), quick)).toEqual([
      ["test/oauth1/b.test.ts", 1],
      ["test/cli/a.test.ts", 1],
    ]);
  });

  test("are all those of the nearest folder if it is reached while modules load", () => {
    const loads = (path: string) => file(path, 1, true, false);
    const [far, near, nearer] = [loads("test/cli/a.test.ts"), loads("test/a/b.test.ts"), loads("test/a/b/c.test.ts")];
    expect(chosen("src/a/b/d.ts", far, near, nearer)).toEqual([["test/a/b/c.test.ts", 2]]);
    expect(chosen("src/a/e/d.ts", far, near, nearer)).toEqual([
      ["test/a/b.test.ts", 2],
      ["test/a/b/c.test.ts", 2],
    ]);
    expect(chosen("src/f/d.ts", far, near, nearer)).toEqual([]);
  });
});

describe("the list of equivalent mutants", () => {
  const listed = JSON.parse(readFileSync("scripts/mutation/equivalent.json", "utf8")) as Equivalent[];

  test("has mutants that exist, each with a reason", () => {
    const found = new Map(
      [...new Set(listed.map(({ file }) => file))].map((file) => [file, mutantsOf(file, readFileSync(file, "utf8"))]),
    );
    for (const entry of listed) {
      const same = found.get(entry.file)!.filter((mutant) => isEquivalent(mutant, entry));
      expect(same, JSON.stringify(entry)).toHaveLength(1);
      expect(entry.reason.length).toBeGreaterThan(20);
    }
  });

  test("has no mutant twice", () => {
    const keys = listed.map(({ reason, ...key }) => JSON.stringify(key));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
