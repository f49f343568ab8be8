/**
 * Runs the commands of docs/ci.md in an empty folder with the package installed, and its recipes with real test suites,
 * where their tools are installed.
 *
 * @module-tag clients
 */

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { installPackage } from "../installed.ts";
import { isInstalled, PYTHON } from "../programs.ts";

const DOCUMENT = readFileSync("docs/ci.md", "utf8");
const folder = mkdtempSync(join(tmpdir(), "recipes-"));
afterAll(() => rmSync(folder, { recursive: true }));

const blocksOf = (language: string): string[] =>
  [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, block]) => block!);

/** The commands of a GitLab job or of steps in GitHub Actions; a matrix of those is for several machines. */
function commandsIn(yaml: string): string[] {
  const { countersign, ...rest } = [parse(yaml)].flat()[0] as { countersign?: { script: string[] } };
  if (countersign !== undefined) return [countersign.script.join("\n")];
  if (!("uses" in rest)) return [];
  return [(parse(yaml) as { run?: string }[]).flatMap(({ run }) => run ?? []).join("\n")];
}

const groovyCommands = (groovy: string): string =>
  [...groovy.matchAll(/^ *sh '(.*)'$/gm)].map(([, line]) => line).join("\n");

/** What a person puts into a shell: without the address that only an owner can fill in, and without the recipes below. */
const COMMANDS = [
  ...blocksOf("sh"),
  ...blocksOf("yaml").flatMap(commandsIn),
  ...blocksOf("groovy").map(groovyCommands),
].filter((commands) => !/HOST\/OWNER|pytest|phpunit/.test(commands));

describe("the commands of docs/ci.md", () => {
  const empty = mkdtempSync(join(tmpdir(), "empty-"));
  afterAll(() => rmSync(empty, { recursive: true }));

  /** With Debian's interpreter as `python3`. */
  const env = { ...process.env, SEED: "1", PATH: `${join(empty, "bin")}:${process.env.PATH}` };
  const run = (commands: string) => spawnSync("bash", ["-e", "-c", commands], { cwd: empty, encoding: "utf8", env });

  beforeAll(() => {
    installPackage(empty);
    mkdirSync(join(empty, "bin"));
    symlinkSync(PYTHON, join(empty, "bin", "python3"));
    for (const [language, file] of [
      ["python", "driver.py"],
      ["php", "driver.php"],
    ] as const)
      expect(run(`npx --no -- countersign driver ${language} > ${file}`).status).toBe(0);
    const driver = `#!${PYTHON}\n${readFileSync(join(empty, "driver.py"), "utf8")}`;
    for (const file of ["driver.py", "driver", "other-driver.py"]) writeFileSync(join(empty, file), driver);
    const pay = `#!${PYTHON}\n${readFileSync("examples/capture/vary/pay.py", "utf8")}`;
    for (const file of ["pay.py", "pay"]) writeFileSync(join(empty, file), pay);
    for (const file of ["driver", "pay"]) chmodSync(join(empty, file), 0o755);
    writeFileSync(join(empty, "own-reading.mjs"), 'export const implementation = { percentEncode: ({ text }) => "" };');
    cpSync("examples/checker/checker.py", join(empty, "checker.py"));
    cpSync("vectors", join(empty, "vectors"), { recursive: true });
  }, 60_000);

  test.skipIf(!isInstalled("python", "requests-oauthlib", "php"))(
    "work one after the other, in an empty folder with the package installed",
    { timeout: 600_000 },
    () => {
      expect(COMMANDS).toHaveLength(12);
      for (const commands of COMMANDS) {
        const { status, stdout, stderr } = run(commands);
        expect({ commands, status, output: stdout + stderr }).toEqual({ commands, status: 0, output: stdout + stderr });
      }
    },
  );
});

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
