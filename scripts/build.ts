/**
 * Builds `dist`: the library, with a module for each entry and modules that entries share; the platform for browsers; the
 * command line, with the suite as a function, in modules that are loaded when a command needs them; the pages; the packed
 * files; and the licences of the third-party packages in the bundles.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build, type Metafile, type Plugin, transform } from "esbuild";
import { listedVectors } from "../src/cli/vectors/listed-vectors.ts";
import type { PackedFiles } from "../src/platform/package-files.ts";
import { buildInspector, buildListPage } from "./inspector.ts";

const FOLDER = "dist/cli";
const BROWSER_FOLDER = "dist/browser";
const VECTOR_LIST = "dist/vector-list.json.br";
const TARGET = "node20.19";

/** Packages of which our modules use only a part. With an entry for that part, esbuild puts it into a separate module. */
const PARTS: Readonly<Record<string, string>> = {
  commander: 'export { Command, CommanderError, Option } from "commander"',
  "fast-check": 'export { array, asyncProperty, check, oneof, record, sample, string, uniqueArray } from "fast-check"',
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

/** The options of each bundle: names and short lines are kept, because stack traces quote them, but white space is removed. */
const BUNDLE = {
  outdir: "dist",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: TARGET,
  metafile: true,
  legalComments: "none",
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
} as const;

/** No bundle contains the platform, because package.json maps `#platform` to that of Node or of browsers. */
const platformByCondition: Plugin = {
  name: "platform-by-condition",
  setup({ onResolve }) {
    onResolve({ filter: /\/platform\/index\.ts$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "#platform", external: true },
    );
  },
};

rmSync("dist", { recursive: true, force: true });
declare();
packFiles();

const library = await build({
  ...BUNDLE,
  entryPoints: { ...libraryEntries(), "platform/index": "src/platform/index.ts" },
  chunkNames: "shared/[hash]",
  external: ["@redis/client", "fast-check", "fastify"],
  plugins: [platformByCondition],
});
// Loading a module has no effect, so an import without names is not needed. Other bundlers warn about such imports.
for (const path of Object.keys(library.metafile.outputs)) {
  writeFileSync(path, readFileSync(path, "utf8").replace(/\bimport"[^"]+";/g, ""));
}

const { metafile } = await build({
  ...BUNDLE,
  entryPoints: [
    { in: "src/cli/main.ts", out: "main" },
    { in: "src/conformance/suite/index.ts", out: "conformance" },
    ...Object.keys(PARTS).map((name) => ({ in: `part-of:${name}`, out: `part-of-${name.replace("/", "-")}` })),
  ],
  outdir: FOLDER,
  chunkNames: "[name]-[hash]",
  // An optional peer dependency, which users of `gateway --redis` install.
  external: ["@redis/client"],
  plugins: [partsOfPackages],
  define: { ...bundledVersions(["oauth-1.0a", "node-forge"]), __VECTOR_LIST__: JSON.stringify(VECTOR_LIST) },
  // Bundled CommonJS packages call require for modules of Node.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);',
  },
});
// Modules that contain only the code of packages are minified.
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
  ...BUNDLE,
  entryPoints: [{ in: "src/platform/browser.ts", out: "platform" }],
  outdir: BROWSER_FOLDER,
  platform: "browser",
  target: "es2023",
});
const inspector = await buildInspector();
writeFileSync("dist/inspector.html", inspector.html);
const listPage = await buildListPage();
writeFileSync("dist/live.html", listPage.html);
writeLicences(BROWSER_FOLDER, browser.metafile, inspector.metafile, listPage.metafile);

/** Writes declarations without checking types, which `npm run typecheck` does; removes those that no entry reaches. */
function declare(): void {
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], {
    stdio: "inherit",
  });
  const used = new Set(entries().flatMap(({ types }) => (types === undefined ? [] : [resolve(types)])));
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

/** The entries of package.json. */
function entries(): { types?: string; default?: string }[] {
  return Object.values(JSON.parse(readFileSync("package.json", "utf8")).exports);
}

/** The source of each entry of the library, by its path below `dist`; the suite is built with the command line. */
function libraryEntries(): Record<string, string> {
  const names = entries().flatMap(({ default: path }) => /^\.\/dist\/(.+)\.js$/.exec(path ?? "")?.[1] ?? []);
  return Object.fromEntries(names.filter((name) => !name.startsWith("cli/")).map((name) => [name, `src/${name}.ts`]));
}

/** Packs files that only programs read: the vectors, and the pages that `countersign faults show` prints. */
function packFiles(): void {
  const paths = ["vectors", "docs/faults"].flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  const unused = /README\.md$|^vectors\/(?:agreement|ids\.lock)\.json$/;
  const packed: PackedFiles = Object.fromEntries(
    paths.filter((path) => !unused.test(path)).map((path) => [path, readFileSync(path, "utf8")]),
  );
  writeFileSync("dist/packed.json.br", compressed(packed));
  writeFileSync(VECTOR_LIST, compressed(listedVectors()));
}

function compressed(value: unknown): Buffer {
  // The best quality, 11, takes forty times as long and saves a tenth of the size.
  return brotliCompressSync(JSON.stringify(value), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
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
