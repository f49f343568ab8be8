/**
 * `npm run test:matrix`: tests the built package on each supported major version of Node. npm supplies the versions.
 *
 * The packed tarball is installed in an empty folder. Each version runs all vectors and properties through the command line,
 * a program that uses the library, and a test in Jest with the configuration that docs/commonjs.md shows.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const VERSIONS = process.argv.length > 2 ? process.argv.slice(2) : ["20", "22", "24", "26"];

const JEST_PACKAGES = ["jest@30", "@babel/plugin-transform-modules-commonjs@7"];

/** Uses the library: signs and verifies one request with each signature method. */
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

/** A test in CommonJS, as users of Jest write it. */
const JEST_TEST = `
const { createVerifier, MemoryNonceStore } = require("countersign");
const { protect } = require("countersign/express");

test("the package is loaded by require", async () => {
  const verifier = createVerifier({ nonceStore: new MemoryNonceStore(), credentials: () => undefined });
  const request = { method: "GET", url: "https://gateway.example/", headers: {} };
  await expect(verifier.authenticate(request)).rejects.toMatchObject({ code: "protocol-parameters-missing" });
  expect(typeof protect({ verifier })).toBe("function");
});
`;

const [, JEST_CONFIGURATION = ""] =
  /\/\/ jest\.config\.js\n([\s\S]*?)```/.exec(readFileSync("docs/commonjs.md", "utf8")) ?? [];

const folder = mkdtempSync(join(tmpdir(), "matrix-"));
let failed = false;
try {
  npm(".", "pack", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  npm(folder, "install", "--no-audit", "--no-fund", `./${tarball}`, "fast-check@4", ...JEST_PACKAGES);
  writeFileSync(join(folder, "program.js"), PROGRAM);
  writeFileSync(join(folder, "jest.config.cjs"), JEST_CONFIGURATION);
  writeFileSync(join(folder, "required.test.cjs"), JEST_TEST);
  for (const version of VERSIONS) failed = !passesOn(version) || failed;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

function passesOn(version: string): boolean {
  const node = (...args: string[]): string[] => ["--yes", "-p", `node@${version}`, "node", ...args];
  const runs = [
    run(node("--version")),
    run(node("program.js")),
    run(node("node_modules/jest/bin/jest.js", "--testMatch", "**/required.test.cjs")),
    run(node("node_modules/countersign/dist/cli/main.js", "check", "--seed", "1", "--no-references")),
  ];
  const passes = runs.every(({ status }) => status === 0);
  const outputs = runs.map(({ stdout, stderr, status }) =>
    (status === 0 ? stdout : stdout + stderr).trim().split("\n"),
  );
  process.stdout.write(
    `${passes ? "✓" : "✗"} Node ${version} (${outputs[0]!.at(-1)}): ${outputs
      .slice(1)
      .map((lines) => lines.slice(passes ? -3 : -20).join("; "))
      .join("; ")}\n`,
  );
  return passes;
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

/** The environment without npm's own variables, which would configure the npm that this script calls. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:config|package|lifecycle)/i.test(name)),
  );
}
