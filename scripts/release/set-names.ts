/** Sets the name of the package and the address of its repository: `npm run set-names -- NAME ADDRESS`. */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { checkNames, namesOf, renamed } from "./names.ts";

const [name = "", address = ""] = process.argv.slice(2);
checkNames({ name, address });
const from = namesOf(JSON.parse(readFileSync("package.json", "utf8")));
const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8", maxBuffer: 2 ** 26 }).split("\0");
for (const path of files.filter((file) => /\.(?:md|[cm]?[jt]sx?|json|ya?ml|html|sh)$|^\.ci\/|Dockerfile$/.test(file))) {
  // names.ts must keep the placeholder for the address.
  if (path === "scripts/release/names.ts") continue;
  const text = readFileSync(path, "utf8");
  const changed = renamed(path, text, from, { name, address });
  if (changed === text) continue;
  writeFileSync(path, changed);
  console.log(path);
}
