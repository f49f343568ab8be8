/** The package as npm installs it from its tarball, in an empty folder. */

import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** npm as this run has it; without the settings that npm itself puts into the environment of scripts. */
function npm(cwd: string, ...args: string[]): string {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:config|package|lifecycle)/i.test(name)),
  );
  return execFileSync("npm", [...args, "--loglevel=error"], { cwd, env, encoding: "utf8" });
}

/** Installs the build that all tests share into an empty folder, and returns the path of its tarball there. */
export function installPackage(folder: string): string {
  npm(".", "pack", "--ignore-scripts", "--pack-destination", folder);
  const tarball = `./${readdirSync(folder).find((name) => name.endsWith(".tgz"))!}`;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  npm(folder, "install", "--save-dev", "--offline", "--no-audit", tarball);
  return tarball;
}
