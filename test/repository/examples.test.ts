import { readFileSync, rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { examples, FOLDER, REDIS_URL, run, withAssertions } from "./examples.ts";

describe("the examples", () => {
  afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

  const quick = examples.filter(({ code }) => !code.includes(REDIS_URL));
  test.each(quick.map(({ name, code }) => [name, code] as const))(
    "%s runs and gives what it says",
    { tags: ["deep"] },
    (_name, code) => run(code),
  );

  test("every public function has an example that states a value", () => {
    const sources = ["src/index.ts", "src/oauth1/index.ts"].map((file) => readFileSync(file, "utf8"));
    const index = sources.join("\n").replace(/\/\*\*[\s\S]*?\*\//g, "");
    const functions = [...index.matchAll(/\b(?<!type )([a-z]\w+)(?=,|\s*\})/g)].map((match) => match[1]!);
    const stated = examples
      .filter(({ code }) => code.includes("// =>"))
      .map(({ code }) => code)
      .join("\n");
    expect(functions).toContain("percentEncode");
    expect(functions.filter((name) => !stated.includes(`${name}(`))).toEqual([]);
  });

  test("an example that states a wrong value fails", () => {
    expect(withAssertions('f(1); // => "x"')).toBe('__expect(f(1)).toEqual("x");');
    expect(withAssertions('f({\n  a: 1,\n}); // => "x"')).toBe('__expect(f({\n  a: 1,\n})).toEqual("x");');
    expect(withAssertions('f(2);\n// => "y"')).toBe('__expect(f(2)).toEqual("y");');
  });
});
