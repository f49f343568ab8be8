/** @module-tag clients */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillReadme, shellBlocks } from "../../scripts/figures/readme.ts";
import { freePort } from "../../scripts/free-port.ts";
import { sign } from "../../src/index.ts";
import { isInstalled } from "../programs.ts";

const README = readFileSync("README.md", "utf8");

/** Set-up and whole runs: .ci/run has these two commands. */
const RUN_BY_CI = ["npm ci && npm run conformance", "npm ci && npm test"];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "readme-"));
  symlinkSync(resolve("examples"), join(folder, "examples"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a block with the built command line in the place of `npx --no -- countersign`. */
function run(commands: string): { status: number | null; output: string } {
  const npx = `npx() { shift 3; "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"; }\n`;
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", npx + commands], { cwd: folder, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

/** Only its owner can put something at the address. */
const INSTALL = "npm install git+";

const blocks = shellBlocks(README).filter(
  (commands) => !RUN_BY_CI.includes(commands.trim()) && !commands.startsWith(INSTALL),
);

describe("README", () => {
  test.runIf(isInstalled("python", "curl", "openssl 3"))(
    "has commands that work one after the other, and end as they should",
    { timeout: 600_000 },
    () => {
      const results = blocks.map((commands) => ({ commands, ...run(commands) }));
      for (const { commands, status, output } of results) {
        // A wrong signature, which is what the README explains, is exit code 1.
        const expected = commands.includes("explain request.txt") ? 1 : 0;
        expect({ commands, status, output }).toEqual({ commands, status: expected, output });
      }
      expect(results[0]!.output).toMatch(/ \(asterisk-bare\)$/m);
      expect(results[1]!.output).toContain("✓ pay.sh: 10 cases, 10 passed, 0 failed");
      expect(results[2]!.output).toMatch(/ \(asterisk-bare\)$.*^ {4}sent .*^ {4}signed /ms);
      expect(readFileSync(join(folder, "pay.sh"), "utf8")).toMatch(/^curl /);
    },
  );

  test("has a server that answers a signed request, and rejects it when it is sent again", async () => {
    const program = /```js\n([^`]*MemoryNonceStore[\s\S]*?)```/.exec(README)![1]!;
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const source = program
      .replaceAll(/"countersign(\/node-http)?"/g, (_, adapter) =>
        JSON.stringify(resolve(adapter === undefined ? "dist/index.js" : "dist/verifier/adapters/node-http.js")),
      )
      .replaceAll("http://localhost:8080", origin)
      .replace("listen(8080)", `listen(${port}, () => console.log("listening"))`);
    writeFileSync(join(folder, "server.mjs"), source);
    const server = spawn(process.execPath, ["server.mjs"], { cwd: folder });
    try {
      await once(server.stdout, "data");
      const {
        url,
        method,
        headers,
        body = "",
      } = sign(
        { method: "POST", url: `${origin}/pay`, form: { amount: "10.42" } },
        { consumerKey: "merchant", signatureMethod: "HMAC-SHA1", consumerSecret: "kd94hf93k423kf44" },
      );
      const init = { method, headers, body };
      const first = await fetch(url, init);
      expect(await first.text()).toBe("merchant pays 10.42\n");
      expect(README).toContain("`merchant pays 10.42`");
      expect((await fetch(url, init)).status).toBe(401);
    } finally {
      server.kill();
    }
  });

  test("is filled where a program writes a part, and refused with one without commands or output", () => {
    const text =
      '<!-- figures -->\nold\n<!-- end of figures -->\n<!-- found -->\n<!-- end of found -->\n```sh\na\n```\n<!-- output from "x" -->\n<!-- end of output -->\n';
    const tables = { figures: "| new |", found: "| row |" };
    const filled = fillReadme(text, tables, (commands) => (commands === "a\n" ? "first\nx 1\n  2.2 s\ny\n" : ""));
    expect(filled).toContain("<!-- figures -->\n\n| new |\n\n<!-- end of figures -->");
    expect(filled).toContain("<!-- found -->\n\n| row |\n\n<!-- end of found -->");
    expect(filled).toContain('<!-- output from "x" -->\n\n```\n…\nx 1\ny\n```\n\n<!-- end of output -->');
    expect(fillReadme(filled, tables, () => "first\nx 1\ny\n")).toBe(filled);
    expect(() => fillReadme(text, tables, () => "nothing")).toThrow('no line that begins with "x"');
    expect(() => fillReadme("", tables, () => "")).toThrow("no place for a table; add <!-- figures -->");
  });
});
