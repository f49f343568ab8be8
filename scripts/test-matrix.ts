/**
 * `npm run test:matrix`: the built package on each supported line of Node. The lines are had as npm packages.
 *
 * Each runs the packed tarball in an empty folder: all vectors and laws through the command line, and the library.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LINES = process.argv.length > 2 ? process.argv.slice(2) : ["20", "22", "24", "26"];

/** What is tried beside the command line: one signature of each method, and the way back. */
const PROGRAM = `
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { createSigner, SIGNATURE_METHODS, verifySignature } from "countersign";
import { parseAuthorizationHeader, parseForm } from "countersign/oauth1";
import { generateCase, PROPERTIES, signInput } from "countersign/properties";
import { loadVectors } from "countersign/vectors";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
for (const signatureMethod of SIGNATURE_METHODS) {
  const isRsa = signatureMethod.startsWith("RSA");
  const signer = createSigner({ consumerKey: "k", signatureMethod, ...(isRsa ? { privateKey } : { consumerSecret: "s" }) });
  const request = { method: "POST", url: "https://gateway.example/a?b=c%20d", form: { "é": "1 2" } };
  const signed = await signer.signAsync(request);
  const { parameters } = parseAuthorizationHeader(signed.authorization);
  const received = { ...signed, form: parseForm(signed.body), protocolParameters: parameters };
  const key = isRsa ? { signatureMethod, publicKey } : { signatureMethod, consumerSecret: "s" };
  assert.equal(verifySignature(received, signed.signature, key), true, signatureMethod);
}
assert.equal(loadVectors().length > 1000, true);
assert.equal(PROPERTIES.length > 10, true);
assert.equal(typeof generateCase(signInput, 1, 1).request.url, "string");
console.log("library: every method signs and verifies");
`;

const folder = mkdtempSync(join(tmpdir(), "matrix-"));
let failed = false;
try {
  npm(".", "pack", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  npm(folder, "install", "--no-audit", "--no-fund", `./${tarball}`, "fast-check@4");
  writeFileSync(join(folder, "program.js"), PROGRAM);
  for (const line of LINES) failed = !tryOn(line) || failed;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

function tryOn(line: string): boolean {
  const node = (...args: string[]): string[] => ["--yes", "-p", `node@${line}`, "node", ...args];
  const runs = [
    run(node("--version")),
    run(node("program.js")),
    run(node("node_modules/countersign/dist/cli/main.js", "check", "--seed", "1", "--no-references")),
  ];
  const isGood = runs.every(({ status }) => status === 0);
  const told = runs.map(({ stdout, stderr, status }) => (status === 0 ? stdout : stdout + stderr).trim().split("\n"));
  process.stdout.write(
    `${isGood ? "✓" : "✗"} Node ${line} (${told[0]!.at(-1)}): ${told
      .slice(1)
      .map((lines) => lines.slice(isGood ? -3 : -20).join("; "))
      .join("; ")}\n`,
  );
  return isGood;
}

function run(args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync("npx", args, { cwd: folder, env: cleanEnvironment(), encoding: "utf8" });
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync("npm", [...args, "--loglevel=error"], {
    cwd,
    env: cleanEnvironment(),
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Without what npm puts into the environment of a script, which would steer the npm that the script calls. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:config|package|lifecycle)/i.test(name)),
  );
}
