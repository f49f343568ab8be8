/**
 * Runs the recipes of docs/ci.md with real test suites, where their tools are installed.
 *
 * @module-tag clients
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isInstalled, PYTHON } from "../programs.ts";

const DOCUMENT = readFileSync("docs/ci.md", "utf8");
const folder = mkdtempSync(join(tmpdir(), "recipes-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RECIPES = [
  {
    name: "pytest",
    files: ["conftest.py", "test_client.py"],
    programs: ["pytest", "requests-oauthlib"],
    /** The file, and what of it is replaced by the secret as it is read from a file: a mistake that a search finds at once. */
    wrong: ["test_client.py", 'os.environ["GATEWAY_SECRET"]', 'os.environ["GATEWAY_SECRET"] + "\\n"'],
  },
  {
    name: "PHPUnit",
    files: ["bootstrap.php", "ClientTest.php"],
    programs: ["phpunit", "php-oauth"],
    wrong: ["ClientTest.php", 'getenv("GATEWAY_SECRET")', 'getenv("GATEWAY_SECRET") . "\\n"'],
  },
] as const;

const textOf = (name: string): string => readFileSync(join("examples/capture", name), "utf8");

/** Runs the command of a recipe with Debian's Python and the command line of this checkout. */
function runRecipe(name: string): { readonly status: number | null; readonly output: string } {
  const [command] = new RegExp(`^npx --no -- countersign capture .*${name.toLowerCase()}.*$`, "m").exec(DOCUMENT)!;
  const words = command!
    .replace("npx --no -- countersign", resolve("dist/cli/main.js"))
    .replace("python3", PYTHON)
    .split(" ");
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

describe.each(RECIPES)("the recipe for $name", ({ name, files, wrong, programs }) => {
  test.skipIf(!isInstalled(...programs))(
    "passes with a client that signs right, and fails with one that does not",
    () => {
      for (const file of files) writeFileSync(join(folder, file), textOf(file));
      const right = runRecipe(name);
      expect(right.output).toContain("✓ the command ended with exit code 0; 1 request, and it is valid\n");
      expect(right.status).toBe(0);
      expect(readFileSync(join(folder, "signatures.xml"), "utf8")).toContain('tests="1" failures="0"');
      const [file, from, to] = wrong;
      writeFileSync(join(folder, file), textOf(file).replace(from, to));
      const failed = runRecipe(name);
      expect(failed.status).toBe(1);
      expect(readFileSync(join(folder, "signatures.xml"), "utf8")).toContain('tests="1" failures="1"');
    },
  );
});
