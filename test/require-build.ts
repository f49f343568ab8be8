import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Throws an error that says what to run if a build is missing, or older than a file or folder of its source. A folder is as
 * new as the last file that was deleted from it.
 */
export function requireBuild(built: string = "dist/live.html", source: string = "src"): void {
  const time = statSync(built, { throwIfNoEntry: false })?.mtimeMs;
  if (time === undefined) throw new Error(`${built} is missing: run npm run build first`);
  const paths = readdirSync(source, { recursive: true, encoding: "utf8" }).map((name) => join(source, name));
  const changed = [source, ...paths].find((path) => statSync(path).mtimeMs > time);
  if (changed !== undefined) throw new Error(`${changed} is newer than ${built}: run npm run build first`);
}
