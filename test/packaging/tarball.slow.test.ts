/** @module-tag packaging */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installPackage } from "../installed.ts";
import { deadLinks, markdownIn, ONLY_IN_REPOSITORY } from "../markdown-links.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "installed-"));
  installPackage(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const installed = (...parts: string[]): string => join(folder, "node_modules", ...parts);

describe("the installed package", () => {
  test("brings no other package along", () => {
    expect(readdirSync(installed()).filter((name) => !name.startsWith("."))).toEqual(["countersign"]);
  });

  test("signs when it is imported", () => {
    const program = `
      import { sign } from "countersign";
      import { percentEncode } from "countersign/oauth1";
      const { signature } = sign(
        { method: "POST", url: "https://photos.example.net/initiate" },
        { consumerKey: "dpf43f3p2l4k3l03", signatureMethod: "HMAC-SHA1", consumerSecret: "kd94hf93k423kf44" },
        { timestamp: 137131200, nonce: "wIjqoS", version: null, protocolParameters: [["oauth_callback", "http://printer.example.com/ready"]] },
      );
      console.log(percentEncode(signature));`;
    writeFileSync(join(folder, "program.mjs"), program);
    const { stdout } = spawnSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" });
    expect(stdout.trim()).toBe("74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D");
  });

  test("verifies when it is imported, behind an adapter without framework, and once", () => {
    const program = `
      import { createVerifier, MemoryNonceStore, sign } from "countersign";
      import { protect } from "countersign/web";
      const verifier = createVerifier({
        origin: "https://gateway.example",
        nonceStore: new MemoryNonceStore(),
        credentials: ({ token }) => (token === undefined ? { consumerSecret: "s" } : undefined),
      });
      const { url, method, headers, body } = sign(
        { method: "POST", url: "https://gateway.example/pay", form: { amount: "10.42" } },
        { consumerKey: "k", signatureMethod: "HMAC-SHA1", consumerSecret: "s" },
      );
      const protectRequest = protect({ verifier });
      for (let times = 0; times < 2; times++) {
        const request = new Request(url, { method, headers, body });
        const result = await protectRequest(request, ({ parameters }) => parameters.at(-1).value);
        console.log(result instanceof Response ? result.status : result);
      }`;
    writeFileSync(join(folder, "verify.mjs"), program);
    const { stdout, stderr } = spawnSync(process.execPath, ["verify.mjs"], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual(["10.42", "401", ""]);
  });

  test("talks to the gateway simulator when both are imported", () => {
    const program = `
      import { createGatewayClient, endpointId } from "countersign/gateway";
      import { startGatewaySimulator } from "countersign/gateway/simulator";
      const gateway = await startGatewaySimulator();
      const { login, privateKey, endpoint, payment } = gateway.sample;
      const client = createGatewayClient({
        environment: { name: "integration", origin: gateway.origin },
        keys: { environment: "integration", login, privateKey },
        endpoint: endpointId(endpoint),
      });
      console.log((await client.createCardRef(payment)).status);
      await gateway.close();`;
    writeFileSync(join(folder, "gateway.mjs"), program);
    const { stdout, stderr } = spawnSync(process.execPath, ["gateway.mjs"], { cwd: folder, encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["approved\n", ""]);
  });

  test("is loaded by require, every sub-path, without a warning", () => {
    const program = `
      const subPaths = require("countersign/package.json").exports;
      for (const subPath of Object.keys(subPaths).filter((name) => subPaths[name].types && name !== "./redis" && name !== "./properties")) {
        const loaded = require("countersign" + subPath.slice(1));
        if (Object.keys(loaded).length === 0) throw new Error(subPath);
      }
      console.log(typeof require("countersign").verify);`;
    writeFileSync(join(folder, "required.cjs"), program);
    const { stdout, stderr } = spawnSync(process.execPath, ["required.cjs"], { cwd: folder, encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["function\n", ""]);
  });

  test("is imported by TypeScript that compiles to CommonJS", () => {
    const program = `
      import { type Accepted, createVerifier, MemoryNonceStore } from "countersign";
      import { protect } from "countersign/node-http";
      const verifier = createVerifier({ nonceStore: new MemoryNonceStore(), credentials: () => undefined });
      export const listener = protect({ verifier }, (_request, response, { consumerKey }: Accepted) => response.end(consumerKey));
      console.log(typeof listener);`;
    writeFileSync(join(folder, "consumer.cts"), program);
    const compilerOptions = {
      module: "nodenext",
      target: "es2023",
      strict: true,
      types: ["node"],
      typeRoots: [resolve("node_modules/@types")],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.cts"] }));
    const compiled = spawnSync(resolve("node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
    expect([compiled.stdout, compiled.status]).toEqual(["", 0]);
    expect(readFileSync(join(folder, "consumer.cjs"), "utf8")).toContain('require("countersign")');
    const { stdout, stderr } = spawnSync(process.execPath, ["consumer.cjs"], { cwd: folder, encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["function\n", ""]);
  });

  test("runs its command line, vectors and references included", () => {
    const { status, stdout } = spawnSync(
      installed(".bin", "countersign"),
      ["check", "--builtin", "countersign", "--seed", "1", "--runs", "5", "--verbose"],
      // The log of all questions is larger than what is kept of a pipe.
      { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/✓ countersign: [\d,]+ vectors/);
    expect(stdout).toMatch(/oauth-1\.0a 2\.\d/);
  });

  test("prints the page of a fault, and copies its vectors, which are packed", () => {
    const run = (...args: string[]): string =>
      execFileSync(installed(".bin", "countersign"), args, { cwd: folder, encoding: "utf8" });
    const page = readFileSync("docs/faults/key-without-ampersand.md", "utf8");
    const shown = run("faults", "show", "key-without-ampersand");
    for (const line of page.match(/^(?:correct|wrong) {2}.+$/gm)!) expect(shown).toContain(line);
    const counterexample = JSON.stringify({ property: "encoding-decodes-back", case: "an unusual text" });
    writeFileSync(join(folder, "counterexample.json"), counterexample);
    expect(run("vectors", "add", "counterexample.json", "--vectors", "mine")).toMatch(/^percent-encoding\//);
    expect(readFileSync(join(folder, "mine/requests.json"), "utf8")).toBe(
      readFileSync("vectors/requests.json", "utf8"),
    );
  });

  test("has documents without dead links", () => {
    const documents = markdownIn(installed("countersign"), ".");
    expect(documents).toEqual(expect.arrayContaining(["README.md", "docs/driver.md", "examples/drivers/README.md"]));
    expect(deadLinks(installed("countersign"), documents).filter((link) => !ONLY_IN_REPOSITORY.test(link))).toEqual([]);
  });

  test("has types for each entry, the vectors, and the licences of bundled code", () => {
    const { exports, dependencies } = JSON.parse(readFileSync(installed("countersign", "package.json"), "utf8"));
    expect(dependencies).toBeUndefined();
    for (const entry of [exports["."], exports["./oauth1"]]) {
      expect(existsSync(installed("countersign", entry.types))).toBe(true);
      expect(existsSync(installed("countersign", entry.default))).toBe(true);
    }
    expect(existsSync(installed("countersign", "vectors/report.schema.json"))).toBe(true);
    const licences = readFileSync(installed("countersign", "dist/cli/THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of ["commander", "node-forge", "oauth-1.0a", "picocolors"]) expect(licences).toContain(`${name} `);
    expect(existsSync(installed("countersign", "src"))).toBe(false);
  });
});
