/** Programs that use the installed package, one for each way to load it. */

import { readFileSync } from "node:fs";

/** Uses the library: signs and verifies one request with each signature method. */
const PROGRAM: string = `
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

/** Loads the package by require. */
const REQUIRED = `
const { createVerifier, percentEncode, sign } = { ...require("countersign"), ...require("countersign/oauth1") };
if (typeof createVerifier !== "function" || percentEncode("ü") !== "%C3%BC") throw new Error("not loaded");
console.log("CommonJS: loaded by require, " + typeof sign);
`;

/** Is compiled to CommonJS: the compiler writes require. */
const TYPESCRIPT = `
import { type Accepted, createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/node-http";
const verifier = createVerifier({ nonceStore: new MemoryNonceStore(), credentials: () => undefined });
export const listener = protect({ verifier }, (_request, response, { consumerKey }: Accepted) => response.end(consumerKey));
console.log("TypeScript in CommonJS: " + typeof listener);
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
  /\/\/ jest\.config\.js\n([\s\S]*?)```/.exec(readFileSync("docs/README.md", "utf8")) ?? [];

/** The program that a bundler puts into a page. The request is the one in RFC 5849 1.2. */
const PAGE = `
import { sign } from "countersign";
import { percentEncode } from "countersign/oauth1";
import { diagnose } from "countersign/diagnosis";
const { signature } = sign(
  { method: "POST", url: "https://photos.example.net/initiate" },
  { consumerKey: "dpf43f3p2l4k3l03", signatureMethod: "HMAC-SHA1", consumerSecret: "kd94hf93k423kf44" },
  { timestamp: 137131200, nonce: "wIjqoS", version: null, protocolParameters: [["oauth_callback", "http://printer.example.com/ready"]] },
);
console.log(percentEncode(signature), typeof diagnose);
`;

/** The output of the bundled page. */
export const PAGE_OUTPUT = "74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D function";

/** A program that bundles the page for browsers, by bundler. It writes `NAME.bundle.mjs`. */
const BUNDLERS: Readonly<Record<string, string>> = {
  esbuild: `
import { build } from "esbuild";
await build({ entryPoints: ["page.js"], bundle: true, format: "esm", platform: "browser", outfile: "esbuild.bundle.mjs" });`,
  vite: `
import { build } from "vite";
const output = { entryFileNames: "vite.bundle.mjs" };
await build({ logLevel: "error", build: { outDir: ".", emptyOutDir: false, rollupOptions: { input: "page.js", output } } });`,
  webpack: `
import webpack from "webpack";
const output = { path: process.cwd(), filename: "webpack.bundle.mjs" };
await new Promise((resolve, reject) =>
  webpack({ mode: "production", target: "web", entry: "./page.js", output }, (error, stats) =>
    error || stats.hasErrors() ? reject(error ?? new Error(stats.toString())) : resolve(),
  ),
);`,
};

export const BUNDLER_NAMES: readonly string[] = Object.keys(BUNDLERS);

/** Every file of the folder in which the package is used, by name. */
export const FILES: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ private: true, type: "module" }),
  "program.js": PROGRAM,
  "required.cjs": REQUIRED,
  "compiled.cts": TYPESCRIPT,
  "jest.config.cjs": JEST_CONFIGURATION,
  "required.test.cjs": JEST_TEST,
  "page.js": PAGE,
  ...Object.fromEntries(Object.entries(BUNDLERS).map(([name, text]) => [`${name}.mjs`, text])),
};
