import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { GENERATED } from "../../scripts/generated-files.ts";

describe("the generated files", () => {
  test.each(Object.keys(GENERATED))(
    "are as `npm run generate -- %s` writes them",
    { tags: ["deep", "recorded"] },
    async (name) => {
      for (const [path, text] of Object.entries(await GENERATED[name]!())) {
        expect(existsSync(path) ? readFileSync(path, "utf8") : undefined, path).toBe(text);
      }
    },
  );

  test("have their generators in generate:all, before the figures that count them", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    const [written = ""] = scripts["generate:all"]!.split(" && ");
    expect(Object.keys(GENERATED).filter((name) => !written.split(" ").includes(name))).toEqual([]);
  });
});
