/**
 * Asks publint and attw whether the package, as it would be published, works for everyone who imports it, and the
 * compiler whether a program that passes a signed request to fetch passes the type check. Fails if something is larger than
 * SIZE_LIMITS.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeSizes, FILE_LIMIT, measureSizes, type PackedPackage, tooLarge } from "./sizes.ts";

const folder = mkdtempSync(join(tmpdir(), "packaging-"));
try {
  const pack = ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder];
  const [packed] = JSON.parse(execFileSync("npm", pack, { encoding: "utf8" })) as [
    PackedPackage & { filename: string },
  ];
  const tarball = join(folder, packed.filename);
  run("node_modules/.bin/publint", ["run", tarball, "--strict"]);
  // The package supports only import, which this profile expresses.
  run("node_modules/.bin/attw", [tarball, "--profile", "esm-only", "--exclude-entrypoints", "vectors/*", "--no-emoji"]);
  typeCheckConsumer(tarball);
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

/** A strict program that uses the types of a browser together with those of Node. */
function typeCheckConsumer(tarball: string): void {
  const program = `
import { createSigner } from "countersign";
const signer = createSigner({ consumerKey: "k", signatureMethod: "HMAC-SHA1", consumerSecret: "s" });
const { url, method, headers, body } = signer.sign({ method: "POST", url: "https://gateway.example/", body: new Uint8Array(1) });
export const send = (): Promise<Response> => fetch(url, { method, headers, body });
`;
  writeFileSync(join(folder, "consumer.ts"), program);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const compilerOptions = {
    module: "nodenext",
    lib: ["es2022", "dom"],
    strict: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
  run("npm", ["install", "--offline", "--no-audit", "--loglevel=error", "--prefix", folder, tarball]);
  run("node_modules/.bin/tsc", ["-p", join(folder, "tsconfig.json")]);
  process.stdout.write("a consumer with fetch compiles\n");
}
