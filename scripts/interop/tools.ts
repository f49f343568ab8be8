/** Programs and Debian packages of this machine. */

import { spawnSync } from "node:child_process";
import { execa } from "execa";

/** Runs a program to its end; what it said on both outputs. Rejects with that where it fails. */
export async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { all } = await execa(program, args, { env, all: true, stdin: "ignore" });
  return all;
}

/** The installed version of a Debian package; `undefined` where it is not installed. */
export function installedVersion(name: string): string | undefined {
  const { stdout } = spawnSync("dpkg-query", ["-s", name], { encoding: "utf8" });
  return /^Status: .* installed$/m.test(stdout ?? "") ? /^Version: (.*)$/m.exec(stdout)?.[1] : undefined;
}

/** The same, for one that must be there. */
export function packageVersion(name: string): string {
  const version = installedVersion(name);
  if (version === undefined) throw new Error(`expected the Debian package ${name}, and it is not installed`);
  return version;
}

/** Installs Debian packages: as root, or where sudo asks for no password. Rejects with what to do otherwise. */
export async function install(names: readonly string[]): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"];
  const [program = "", ...args] = apt;
  try {
    await run(program, [...args, "update"]);
    await run(program, [...args, "install", "-y", "--no-install-recommends", ...names]);
  } catch (error) {
    const reason = (error as Error).message.split("\n")[0];
    throw new Error(`could not install ${names.join(" ")} (${reason}); install them, or leave them out with --only`, {
      cause: error,
    });
  }
}
