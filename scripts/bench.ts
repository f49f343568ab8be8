/**
 * `npm run bench -- NAME`: runs one of the programs that measure. Without a name it is `speed`; options go to the program.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROGRAMS: Readonly<Record<string, string>> = {
  speed: "bench/main.ts",
  page: "bench/docs.ts",
};

const given = process.argv.slice(2);
const isNamed = given[0] !== undefined && !given[0].startsWith("-");
const [name, options] = isNamed ? [given[0]!, given.slice(1)] : ["speed", given];
const program = PROGRAMS[name];
if (program === undefined) {
  process.stderr.write(`expected one of ${Object.keys(PROGRAMS).join(", ")}, got ${name}\n`);
  process.exit(2);
}
const args = [fileURLToPath(import.meta.resolve("tsx/cli")), `scripts/${program}`, ...options];
process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
