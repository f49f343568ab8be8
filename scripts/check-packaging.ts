/**
 * Asks publint whether the package, as it would be published, works for everyone who imports it, and the compiler whether
 * programs pass the type check: one that passes a signed request to fetch, and one that imports everything. Fails if
 * something is larger than SIZE_LIMITS.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeSizes, FILE_LIMIT, measureSizes, type PackedPackage, tooLarge } from "./sizes.ts";

/** A strict program that uses the types of a browser together with those of Node. */
const WITH_FETCH = `
import { createSigner } from "countersign";
const signer = createSigner({ consumerKey: "k", signatureMethod: "HMAC-SHA1", consumerSecret: "s" });
const { url, method, headers, body } = signer.sign({ method: "POST", url: "https://gateway.example/", body: new Uint8Array(1) });
export const send = (): Promise<Response> => fetch(url, { method, headers, body });
`;

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

/** Checks the programs as Node resolves imports, and as bundlers do. */
function typeCheckConsumers(tarball: string): void {
  writeFileSync(join(folder, "with-fetch.ts"), WITH_FETCH);
  writeFileSync(join(folder, "with-every-entry.ts"), withEveryEntry());
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  run("npm", ["install", "--offline", "--no-audit", "--loglevel=error", "--prefix", folder, tarball]);
  for (const resolution of [{ module: "nodenext" }, { module: "esnext", moduleResolution: "bundler" }]) {
    const compilerOptions = {
      ...resolution,
      target: "es2022",
      lib: ["es2022", "dom"],
      strict: true,
      // The types of optional peer dependencies are not installed.
      skipLibCheck: true,
      noEmit: true,
      types: ["node"],
      typeRoots: [resolve("node_modules/@types")],
    };
    const files = ["with-fetch.ts", "with-every-entry.ts"];
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    run("node_modules/.bin/tsc", ["-p", join(folder, "tsconfig.json")]);
  }
  process.stdout.write("programs that import the package compile\n");
}
