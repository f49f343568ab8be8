/**
 * Asks publint whether the package, as it would be published, works for everyone who imports it, and the compiler whether
 * programs pass the type check: those in test/packaging/consumers, of which one is for browsers, and one that imports every
 * entry. Fails if something is larger than SIZE_LIMITS.
 */

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeSizes, FILE_LIMIT, measureSizes, type PackedPackage, tooLarge } from "./sizes.ts";

/** Programs that use the package. They are only compiled. */
const CONSUMERS = resolve("test/packaging/consumers");

const folder = mkdtempSync(join(tmpdir(), "packaging-"));
try {
  const pack = ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder];
  const [packed] = JSON.parse(execFileSync("npm", pack, { encoding: "utf8" })) as [
    PackedPackage & { filename: string },
  ];
  const tarball = join(folder, packed.filename);
  run("node_modules/.bin/publint", ["run", tarball, "--strict"]);
  typeCheckConsumers(tarball);
  const sizes = await measureSizes(packed);
  process.stdout.write(`${describeSizes(sizes)}files: ${packed.entryCount} of ${FILE_LIMIT}\n`);
  const problems = tooLarge(sizes);
  if (packed.entryCount > FILE_LIMIT) problems.push(`${packed.entryCount} files, at most ${FILE_LIMIT} are allowed`);
  if (problems.length > 0) {
    process.stderr.write(`${problems.join("\n")}\n`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: "inherit" });
}

/** Imports every entry with types; the compiler fails for one whose types it does not find. */
function withEveryEntry(): string {
  const entries: Record<string, string | { types: string }> = JSON.parse(readFileSync("package.json", "utf8")).exports;
  const names = Object.keys(entries).filter((name) => typeof entries[name] === "object");
  return names.map((name, index) => `export * as entry${index} from "${name.replace(".", "countersign")}";\n`).join("");
}

/** Compiles the programs of {@link CONSUMERS} as Node.js resolves imports, and as bundlers do. */
function typeCheckConsumers(tarball: string): void {
  cpSync(CONSUMERS, folder, { recursive: true });
  writeFileSync(join(folder, "every-entry.ts"), withEveryEntry());
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  run("npm", ["install", "--offline", "--no-audit", "--loglevel=error", "--prefix", folder, tarball]);
  const bundler = { module: "esnext", moduleResolution: "bundler" };
  // The types of optional peer dependencies are not installed.
  const node = { types: ["node"], typeRoots: [resolve("node_modules/@types")], skipLibCheck: true };
  compile(["node.ts", "every-entry.ts"], { module: "nodenext", ...node });
  compile(["node.ts", "every-entry.ts"], { ...bundler, ...node });
  compile(["browser.ts"], { ...bundler, types: [] });
  process.stdout.write("programs that import the package compile\n");
}

function compile(files: readonly string[], options: Readonly<Record<string, unknown>>): void {
  const compilerOptions = { target: "es2022", lib: ["es2022", "dom"], strict: true, noEmit: true, ...options };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  run("node_modules/.bin/tsc", ["-p", join(folder, "tsconfig.json")]);
}
