import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Mutant, mutantsOf, sampleOf } from "../../scripts/mutation/mutants.ts";
import { folderOfTests, isEquivalent, summaryOf } from "../../scripts/mutation/result.ts";

const changesIn = (source: string): string[][] =>
  mutantsOf("src/a.ts", source).map(({ original, mutated }) => [original, mutated]);

describe("mutants", () => {
  test.each<[source: string, ...changes: [original: string, mutated: string][]]>([
    ["x = a.trim().length;", ["a.trim()", "a"]],
    ["x = a.some(b);", ["some", "every"]],
    ["x = a.startsWith(b);", ["startsWith", "includes"]],
    ["x = a.has(b);", ["a.has(b)", "!a.has(b)"]],
    ["x = f(a, b, 'c');", ["a, b", "b, a"]],
    ["throw a;", ["throw a;", "{}"]],
    ["for (const a of b) continue;", ["continue;", "{}"]],
    ["a();", ["a();", "{}"]],
    ["await a();", ["await a();", "{}"]],
    ["x = a ? b : c;", ["b : c", "c : b"]],
    ["if (a) b;", ["a", "true"], ["a", "false"]],
    ["x = [a, ...b];", ["a,", ""], ["...b", ""]],
    ["x = { a, b: c };", ["a,", ""], ["b: c", ""]],
    ["function f() {\n  return a;\n}", ["a", "undefined"]],
    ["x = a && b;", ["a && b", "a"], ["a && b", "b"]],
    ["x = a ?? b;", ["a ?? b", "a"], ["a ?? b", "b"]],
    ["x = a < b;", ["a < b", "a <= b"]],
    ["x = 128;", ["128", "129"], ["128", "127"]],
    ["x = 0;", ["0", "1"], ["0", "(-1)"]],
    ["x = true;", ["true", "false"]],
    ["function f(a = b) {}", ["b", "undefined"]],
    ['x = "a text for people";', ['"a text for people"', '"sentence"']],
    ["x = `a text for people`;", ["`a text for people`", '"sentence"']],
    ["x = a`text for people`;"],
  ])("of %j", (source, ...changes) => {
    expect(changesIn(source)).toEqual(changes);
  });

  test.each([
    ['import a from "a"; export { b } from "b"; export * from "c"; import("d");'],
    ['x = "word";'],
    ["x = a === b;"],
    ["function f(a = undefined) { return undefined; }"],
    ["type A = 1 | true | `x y z`; interface B { a: 'c' }"],
    ["const a: 1 = b as 2;"],
    ["class A extends B { constructor() { super(); } }"],
  ])("are not in %j", (source) => {
    expect(changesIn(source)).toEqual([]);
  });

  test("have the whole file with the change, and its line", () => {
    const [mutant] = mutantsOf("src/a.ts", "const a = b;\nc();\nd = e;\n");
    expect(mutant).toMatchObject({ line: 2, source: "const a = b;\n{}\nd = e;\n" });
  });

  test("in a file with a syntax error are an error", () => {
    expect(() => mutantsOf("src/a.ts", "if (")).toThrow(/^src\/a\.ts: /);
  });

  test("that change nothing are listed with their reason, each for one place", () => {
    const entries = JSON.parse(readFileSync("scripts/mutation/equivalent.json", "utf8")) as Mutant[];
    for (const { file, original } of entries) {
      const found = mutantsOf(file, readFileSync(file, "utf8")).filter(isEquivalent);
      expect(found.map((mutant) => mutant.original)).toContain(original);
    }
  });
});

describe("a sample", () => {
  const all = Array.from({ length: 100 }, (_, n) => mutantsOf(`src/${n}.ts`, "x = a && b;")).flat();
  const names = (mutants: readonly Mutant[]) => mutants.map(({ file, mutated }) => `${file} ${mutated}`);

  test("is the same for a seed, whatever the order of the files, and another for another seed", () => {
    expect(sampleOf(all, 20, 1)).toHaveLength(20);
    expect(names(sampleOf(all.toReversed(), 20, 1))).toEqual(names(sampleOf(all, 20, 1)));
    expect(names(sampleOf(all, 20, 2))).not.toEqual(names(sampleOf(all, 20, 1)));
  });

  test("has about as many changes of one text as its share is", () => {
    const often = mutantsOf("src/a.ts", `x = [${"0, ".repeat(100)}1];`).filter(({ mutated }) => mutated === "1");
    const others = mutantsOf("src/b.ts", "x = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];").filter(
      ({ mutated }) => mutated !== "",
    );
    // 100 of 120 are changes of one text: about 17 of 20.
    for (let seed = 0; seed < 20; seed++) {
      const ofOne = sampleOf([...often, ...others], 20, seed).filter(({ file }) => file === "src/a.ts").length;
      expect(ofOne).toBeGreaterThan(10);
    }
  });

  test("of more than there are has all", () => {
    expect(sampleOf(all, 1000, 1)).toHaveLength(200);
  });
});

describe("the tests of a folder", () => {
  test("are in the folder of the same name, or in the nearest above it", () => {
    expect(folderOfTests("src/oauth1")).toBe("test/oauth1");
    expect(folderOfTests("src/oauth1/not-there")).toBe("test/oauth1");
    expect(folderOfTests("src")).toBe("test");
  });
});

describe("the summary", () => {
  test("is enough if each group of folders reaches its share", () => {
    const mutants = [..."abcde"].flatMap((name) => mutantsOf(`src/conformance/${name}.ts`, "a();"));
    expect(summaryOf(mutants, new Set())).toEqual({
      text: "src/conformance: 5 of 5 killed, required are 85 %\nsrc: 5 of 5 killed, required are 80 %",
      isEnough: true,
    });
    expect(summaryOf(mutants, new Set(mutants.slice(0, 1)))).toEqual({
      text: "src/conformance: 4 of 5 killed, required are 85 %\nsrc: 4 of 5 killed, required are 80 %",
      isEnough: false,
    });
  });
});
