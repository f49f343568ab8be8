/**
 * Builds `dist`: the library file by file, and bundled for browsers; the command line as modules that are loaded when a
 * command needs them; the inspector; and the licences of the third-party packages inside of the bundles.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build, type Metafile, type Plugin, transform } from "esbuild";
import { browserPlatform } from "./browser-platform.ts";
import { buildInspector } from "./inspector.ts";

const FOLDER = "dist/cli";
const BROWSER_FOLDER = "dist/browser";
/** What package.json exports with the condition `browser`. */
const BROWSER_ENTRIES = ["index", "oauth1/index", "diagnosis/index", "gateway/index"];
const TARGET = "node20.19";

/** Packages of which our modules use a part. An entry for that part makes esbuild put it into a module of its own. */
const PARTS: Readonly<Record<string, string>> = {
  commander: 'export { Command, CommanderError, Option } from "commander"',
  ajv: 'export { Ajv } from "ajv"',
  execa: 'export { execa } from "execa"',
  "fast-check": 'export { array, asyncProperty, check, oneof, record, sample, string, uniqueArray } from "fast-check"',
};
const PART_RE = /^part-of:/;

const partsOfPackages: Plugin = {
  name: "parts-of-packages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: PART_RE }, ({ path }) => ({ path: path.replace(PART_RE, ""), namespace: "part" }));
    onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => ({ contents: PARTS[path]!, resolveDir: "." }));
  },
};

rmSync("dist", { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], {
  stdio: "inherit",
});

const { metafile } = await build({
  entryPoints: [
    { in: "src/cli/main.ts", out: "main" },
    ...Object.keys(PARTS).map((name) => ({ in: `part-of:${name}`, out: `part-of-${name}` })),
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
  entryPoints: BROWSER_ENTRIES.map((name) => ({ in: `src/${name}.ts`, out: name })),
  outdir: BROWSER_FOLDER,
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "browser",
  format: "esm",
  target: "es2023",
  metafile: true,
  legalComments: "none",
  plugins: [browserPlatform],
});
const inspector = await buildInspector();
writeFileSync("dist/inspector.html", inspector.html);
writeLicences(BROWSER_FOLDER, browser.metafile, inspector.metafile);

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
