import { readFileSync, writeFileSync } from "node:fs";

/**
 * Writes each generated file that differs. With `--check` it writes nothing, names each of them, and sets the exit code.
 *
 * @param files - the text of each file
 * @param command - writes the files
 * @returns the paths of the files that differ
 */
export function writeGenerated(files: Readonly<Record<string, string>>, command: string): string[] {
  const stale = Object.keys(files).filter((path) => textOf(path) !== files[path]);
  for (const path of stale) {
    if (process.argv.includes("--check")) reportStale(path, command);
    else writeFileSync(path, files[path]!);
  }
  return stale;
}

export function reportStale(path: string, command: string): void {
  console.error(`${path} is out of date; run ${command}`);
  process.exitCode = 1;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
