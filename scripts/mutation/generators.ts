/** Runs the programs of `npm run generate -- --check`, in a copy of the project whose source has the switches of the mutants. */

import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { NumberedMutant, TestFile } from "./choose.ts";
import { withSwitches } from "./mutants.ts";
import type { Level } from "./suite.ts";

/** The programs that read what `src` computes. The others describe its types or count files. */
const NAMES = ["vectors", "faults", "openapi", "rules", "schemas"];
/** A program that takes this much longer than without a mutant does not end. */
const SLOWER = 10;

/** Defines the switch of the mutants in a program, and writes the numbers of those that it reaches. */
const SWITCH = `
  import { appendFileSync } from "node:fs";
  const reached = new Set();
  globalThis.isActiveMutant = (id) => reached.add(id) && id === Number(process.env.MUTANT);
  process.on("exit", () => appendFileSync(process.env.REACHED, [...reached, ""].join("\\n")));
`;

export async function openGenerators(mutants: readonly NumberedMutant[]): Promise<Level> {
  const folder = mkdtempSync(join(tmpdir(), "mutation-"));
  const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8", maxBuffer: 1e9 }).trim().split("\n");
  for (const file of tracked) cpSync(file, join(folder, file), { dereference: false });
  for (const shared of ["node_modules", "dist"]) symlinkSync(resolve(shared), join(folder, shared));
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const inside = mutants.filter((mutant) => mutant.file === file);
    writeFileSync(join(folder, file), withSwitches(readFileSync(file, "utf8"), inside));
  }
  const list = join(folder, "reached");

  const check = async (name: string, mutant: number, timeout = 0) => {
    writeFileSync(list, "");
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(SWITCH)}`;
    const env = { ...process.env, NODE_OPTIONS, MUTANT: String(mutant), REACHED: list };
    const args = [join("node_modules", "tsx", "dist", "cli.mjs"), "scripts/generate.ts", name, "--check"];
    const run = promisify(execFile)(process.execPath, args, { cwd: folder, env, timeout: Math.ceil(timeout) });
    const passed = await run.then(
      () => true,
      () => false,
    );
    return { passed, reached: new Set(readFileSync(list, "utf8").split("\n").map(Number)) };
  };

  const files: TestFile[] = [];
  const failures: string[] = [];
  for (const id of NAMES) {
    const start = performance.now();
    const { passed, reached } = await check(id, 0);
    const milliseconds = performance.now() - start;
    const test = { id, name: `generate -- ${id} --check`, milliseconds, reached };
    if (!passed) failures.push(test.name);
    else
      files.push({ project: "generate", path: "scripts/generate.ts", milliseconds, reached: new Set(), tests: [test] });
  }
  return {
    files,
    failures,
    openRunner: async () => ({
      async run(mutant, selections) {
        for (const { id, name, milliseconds } of selections.flatMap(({ tests }) => tests)) {
          if (!(await check(id, mutant.id, SLOWER * milliseconds)).passed) return name;
        }
        return undefined;
      },
      close: async () => {},
    }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
