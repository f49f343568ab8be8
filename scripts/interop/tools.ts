/** Runs programs, and finds and installs packages. */

import { spawnSync } from "node:child_process";
import { execa } from "execa";

/** Runs a program and returns its stdout and stderr. Rejects with both if the exit code is not 0. */
export async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { all } = await execa(program, args, { env, all: true, stdin: "ignore" });
  return all;
}

/** The first dotted number in the program's output. */
export async function versionIn(program: string, args: readonly string[]): Promise<string> {
  const output = await run(program, args);
  return /\d+(?:\.\d+)+/.exec(output)?.[0] ?? output;
}

/** Installs npm packages, given as `name@version`, into a separate folder. Runs none of their scripts. */
export async function installNpm(names: readonly string[], folder: string): Promise<void> {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  await run("npm", ["install", "--prefix", folder, ...quiet, ...names]);
}

/** The installed version of a Debian package, or of one that provides it, as php8.2-oauth does
 * php-oauth; `undefined` if neither is installed. */
export function installedVersion(name: string): string | undefined {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of dpkg-query
  const format = "${db:Status-Status}\t${Version}\t${Package}, ${Provides}\n";
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f", format], { encoding: "utf8" });
  for (const line of (stdout ?? "").split("\n")) {
    const [status, version, names = ""] = line.split("\t");
    if (status === "installed" && names.split(", ").some((one) => one.split(" ")[0] === name)) return version;
  }
  return undefined;
}

/** Like {@link installedVersion}, but throws if the package is not installed. */
export function packageVersion(name: string): string {
  const version = installedVersion(name);
  if (version === undefined)
    throw new Error(`the Debian package ${name} is not installed; run apt-get install ${name}`);
  return version;
}
