import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Throws an error that says what to run if a build is missing, or older than a file of its source. */
export function requireBuild(built: string = "dist/live.html", source: string = "src"): void {
  const time = statSync(built, { throwIfNoEntry: false })?.mtimeMs;
  if (time === undefined) throw new Error(`${built} is missing: run npm run build first`);
  const changed = readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((name) => join(source, name))
    .find((path) => statSync(path).isFile() && statSync(path).mtimeMs > time);
  if (changed !== undefined) throw new Error(`${changed} is newer than ${built}: run npm run build first`);
}
