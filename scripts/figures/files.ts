import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { COUNTERSIGN } from "../../src/platform/index.ts";
import { foundTable, type Measured } from "./found.ts";
import { proofsTable } from "./proofs.ts";
import { fillReadme } from "./readme.ts";

/** The README with its figures and the output of its commands. */
export function readmeFiles(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "figures-"));
  try {
    const before = readFileSync("README.md", "utf8");
    const found = foundTable(JSON.parse(readFileSync("docs/data/interop.json", "utf8")) as Measured);
    const tables = { figures: proofsTable(), found };
    return { "README.md": fillReadme(before, tables, (commands) => run(commands, folder)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Runs a code block of the README in an empty folder. `npx --no -- countersign` runs the source of this checkout, and
 * `npm run` a script of it; `npm ci` was run before. The output is that of the installed package.
 */
function run(commands: string, folder: string): string {
  const [loader, main] = [resolve("node_modules/tsx/dist/cli.mjs"), resolve("src/cli/main.ts")];
  const npx = `npx() { shift 3; "${process.execPath}" "${loader}" "${main}" "$@"; }\n`;
  const npm = `npm() { [ "$1" = ci ] || command npm --prefix "${resolve(".")}" "$@"; }\n`;
  const { stdout, stderr } = spawnSync("bash", ["-c", npx + npm + commands], { cwd: folder, encoding: "utf8" });
  if (stderr !== "") process.stderr.write(stderr);
  return stdout.replaceAll(COUNTERSIGN, "npx --no -- countersign");
}
