import { readdirSync } from "node:fs";
import { join } from "node:path/posix";

/** The files below a folder whose names end so, as paths with slashes on every system, sorted. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name.replaceAll("\\", "/")))
    .sort();
}
