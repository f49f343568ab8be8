/**
 * Builds `dist`: the library file by file, the command line as one file with what it needs, and the licences of that.
 *
 * @module
 */

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const COMMAND_LINE = "dist/cli/main.js";

rmSync("dist", { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], {
  stdio: "inherit",
});

const { metafile } = await build({
  entryPoints: ["src/cli/main.ts"],
  outfile: COMMAND_LINE,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  metafile: true,
  define: bundledVersions(["oauth-1.0a", "node-forge"]),
  // CommonJS packages inside call require for the modules of Node.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);',
  },
});
// npm sets the run bit at install time, but a checkout is used without that.
chmodSync(COMMAND_LINE, 0o755);
writeFileSync("dist/cli/THIRD-PARTY-LICENSES.txt", licences(packagesOf(Object.keys(metafile.inputs))));

/** The versions of the references are read from their package.json, which the bundle does not have beside it. */
function bundledVersions(names: readonly string[]): Record<string, string> {
  const versions = Object.fromEntries(names.map((name) => [name, packageOf(`node_modules/${name}`).version]));
  return { __BUNDLED_VERSIONS__: JSON.stringify(versions) };
}

function packagesOf(inputs: readonly string[]): string[] {
  const folders = inputs.map((input) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

function packageOf(folder: string): { name: string; version: string; license?: string } {
  return JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
}

function licences(folders: readonly string[]): string {
  return folders
    .map((folder) => {
      const { name, version, license } = packageOf(folder);
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined && license === undefined) throw new Error(`${name} has no licence to list`);
      const text =
        file !== undefined && existsSync(`${folder}/${file}`) ? readFileSync(`${folder}/${file}`, "utf8") : "";
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
