/**
 * Builds `dist`: the library file by file; the platform for browsers; the command line as modules that are loaded when a
 * command needs them, which the suite as a function shares; the pages; and the licences of the third-party packages inside
 * of the bundles.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { build, type Metafile, type Plugin, transform } from "esbuild";
import { buildInspector, buildListPage } from "./inspector.ts";

const FOLDER = "dist/cli";
const BROWSER_FOLDER = "dist/browser";
const TARGET = "node20.19";

/** Packages of which our modules use a part. An entry for that part makes esbuild put it into a module of its own. */
const PARTS: Readonly<Record<string, string>> = {
  commander: 'export { Command, CommanderError, Option } from "commander"',
  ajv: 'export { Ajv } from "ajv"',
  execa: 'export { execa } from "execa"',
  "fast-check": 'export { array, asyncProperty, check, oneof, record, sample, string, uniqueArray } from "fast-check"',
  typebox:
    'import { Array, Integer, Literal, Object, Optional, String, Union } from "typebox"; export default { Array, Integer, Literal, Object, Optional, String, Union }',
  "typebox/value": 'export { Check, Errors } from "typebox/value"',
};
/** Modules of node-forge that we use; the package itself loads all of them, TLS and SSH included. */
const FORGE = ["pki", "hmac", "md.all"].map((name) => `require("node-forge/lib/${name}");`).join("\n");
const PART_RE = /^part-of:/;

const partsOfPackages: Plugin = {
  name: "parts-of-packages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: PART_RE }, ({ path }) => ({ path: path.replace(PART_RE, ""), namespace: "part" }));
    onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => ({ contents: PARTS[path]!, resolveDir: "." }));
    onResolve({ filter: /^node-forge$/ }, ({ path }) => ({ path, namespace: "forge" }));
    onLoad({ filter: /.*/, namespace: "forge" }, () => ({
      contents: `${FORGE}\nmodule.exports = require("node-forge/lib/forge");`,
      resolveDir: ".",
    }));
  },
};

rmSync("dist", { recursive: true, force: true });
// Documentation comments are in the declarations: the code does not repeat them.
compile("tsconfig.build.json", "--declaration", "false", "--removeComments");
compile("scripts/tsconfig.declarations.json", "--emitDeclarationOnly");
choosePlatformByCondition();
leaveOutUnusedDeclarations();

const { metafile } = await build({
  entryPoints: [
    { in: "src/cli/main.ts", out: "main" },
    { in: "src/conformance/suite/index.ts", out: "conformance" },
    ...Object.keys(PARTS).map((name) => ({ in: `part-of:${name}`, out: `part-of-${name.replace("/", "-")}` })),
  ],
  outdir: FOLDER,
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: TARGET,
  metafile: true,
  legalComments: "none",
  // An optional peer dependency: installed by those who use `gateway --redis`.
  external: ["@redis/client"],
  plugins: [partsOfPackages],
  define: bundledVersions(["oauth-1.0a", "node-forge"]),
  // CommonJS packages inside call require for the modules of Node.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);',
  },
});
// Our own code stays readable: stack traces quote it. Modules with nothing but the code of packages are minified.
for (const [path, { inputs }] of Object.entries(metafile.outputs)) {
  if (path.startsWith(`${FOLDER}/part-of-`)) rmSync(path);
  const sizes = Object.entries(inputs).map(([input, { bytesInOutput }]) => ({ input, bytesInOutput }));
  const ofPackages = sizes.filter(({ input }) => input.startsWith("node_modules/"));
  if (sumOf(ofPackages) < 0.9 * sumOf(sizes) || ofPackages.length === 0) continue;
  const { code } = await transform(readFileSync(path, "utf8"), { minify: true, format: "esm", target: TARGET });
  writeFileSync(path, code);
}
// npm makes the file executable when it installs the package; a checkout needs it too.
chmodSync(`${FOLDER}/main.js`, 0o755);
writeLicences(FOLDER, metafile);

const browser = await build({
  entryPoints: [{ in: "src/platform/browser.ts", out: "platform" }],
  outdir: BROWSER_FOLDER,
  bundle: true,
  platform: "browser",
  format: "esm",
  target: "es2023",
  metafile: true,
  legalComments: "none",
});
const inspector = await buildInspector();
writeFileSync("dist/inspector.html", inspector.html);
const listPage = await buildListPage();
writeFileSync("dist/live.html", listPage.html);
writeLicences(BROWSER_FOLDER, browser.metafile, inspector.metafile, listPage.metafile);

/** Emits without checking types, which `npm run typecheck` does. */
function compile(project: string, ...options: string[]): void {
  const tsc = "node_modules/typescript/bin/tsc";
  execFileSync(process.execPath, [tsc, "-p", project, "--noCheck", ...options], { stdio: "inherit" });
}

/** Removes the declarations that no entry of package.json leads to. */
function leaveOutUnusedDeclarations(): void {
  const entries: { types?: string }[] = Object.values(JSON.parse(readFileSync("package.json", "utf8")).exports);
  const used = new Set(entries.flatMap(({ types }) => (types === undefined ? [] : [resolve(types)])));
  for (const file of used) {
    const text = readFileSync(file, "utf8");
    for (const [, path] of text.matchAll(/(?:\bfrom |\bimport\()"(\.{1,2}\/[^"]+)\.(?:js|ts)"/g)) {
      used.add(resolve(file, "..", `${path}.d.ts`));
    }
  }
  for (const name of readdirSync("dist", { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".d.ts") && !used.has(resolve("dist", name))) rmSync(`dist/${name}`);
  }
}

/** The library imports `#platform`, which package.json maps to the platform for Node or for browsers. */
function choosePlatformByCondition(): void {
  for (const name of readdirSync("dist", { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js") || name.startsWith("platform")) continue;
    const text = readFileSync(`dist/${name}`, "utf8");
    writeFileSync(`dist/${name}`, text.replace(/(?<= from ")(?:\.\.\/)+platform\/index\.js(?=";$)/gm, "#platform"));
  }
}

function sumOf(sizes: readonly { readonly bytesInOutput: number }[]): number {
  return sizes.reduce((sum, { bytesInOutput }) => sum + bytesInOutput, 0);
}

/** In a checkout, the versions of the references are read from their package.json; the bundle does not have these files. */
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

function writeLicences(folder: string, ...built: readonly Metafile[]): void {
  const inputs = built.flatMap((one) => Object.keys(one.inputs));
  writeFileSync(`${folder}/THIRD-PARTY-LICENSES.txt`, licences(packagesOf(inputs)));
}

function licences(folders: readonly string[]): string {
  return folders
    .map((folder) => {
      const { name, version, license } = packageOf(folder);
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined && license === undefined) throw new Error(`${name} states no licence`);
      const text = file === undefined ? "" : readFileSync(`${folder}/${file}`, "utf8");
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
