/** @module-tag commands */

import { exec, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAuthorizationHeader, parseForm, verifySignature } from "../../src/oauth1/index.ts";
import { isInstalled } from "../programs.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-"));
  writeFileSync(join(folder, "secret"), "s3cret & more\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const MAIN = resolve("dist/cli/main.js");

function countersign(
  args: readonly string[],
  { input, env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", ...env },
    ...(input === undefined ? {} : { input }),
  });
  return { status, stdout, stderr };
}

describe("the built command line", () => {
  test("signs a form from standard input", () => {
    const args = ["sign", "--url", "https://gateway.example/pay", "--consumer-key", "merchant", "--form-file", "-"];
    const { status, stdout } = countersign([...args, "--consumer-secret-file", "secret", "--transport", "body"], {
      input: "c=%E9&d=1+2\n",
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^c=%E9&d=1%202&oauth_consumer_key=merchant&/);
  });

  test("repeats in its next command that the request comes from standard input", () => {
    const authorization = 'OAuth oauth_signature_method="PLAINTEXT",oauth_signature="x%26"';
    const input = `GET /a HTTP/1.1\nHost: shop.example\nAuthorization: ${authorization}\n`;
    expect(countersign(["explain"], { input, env: { COUNTERSIGN_CONSUMER_SECRET: "s" } }).stdout).toContain(
      "countersign explain - --",
    );
  });

  test("ends with the exit code of its result although nobody reads its messages", async () => {
    const words = [
      "check",
      "--builtin",
      "mutant:tilde-encoded",
      "--filter",
      "percent-encoding",
      "--no-causes",
      "--verbose",
    ];
    const program = spawn(process.execPath, [MAIN, ...words, "--seed", "1", "--runs", "0"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    program.stdout.resume();
    program.stderr.once("data", () => program.stderr.destroy());
    expect(await once(program, "exit")).toEqual([1, null]);
  });

  test.runIf(isInstalled("curl"))(
    "prints a curl command that sends what was signed, whatever its characters mean to a shell",
    { tags: ["clients"] },
    async () => {
      const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          const { method = "", url = "", headers } = request;
          response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString("latin1") }));
        });
      });
      await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
      const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
      const note = 'it\'s $HOME `x` "é" !1';
      const args = [
        "sign",
        "--url",
        `${origin}/a/../b[1]?q=%5Bx%5D`,
        "--consumer-key",
        "it's",
        "--form",
        `note=${note}`,
      ];

      const { stdout: line } = countersign([...args, "--realm", "", "--curl"], {
        env: { COUNTERSIGN_CONSUMER_SECRET: "s" },
      });
      const { stdout } = await promisify(exec)(line.trim(), { shell: "/bin/sh" });
      server.close();

      const { method, url, headers, body } = JSON.parse(stdout);
      const { parameters, realm } = parseAuthorizationHeader(headers.authorization);
      const signature = parameters.find(([name]) => name === "oauth_signature")![1] as string;
      const request = { method, url: origin + url, form: parseForm(body), protocolParameters: parameters };
      expect(realm).toBe("");
      expect(request.form).toEqual([["note", note]]);
      expect(verifySignature(request, signature, { signatureMethod: "HMAC-SHA1", consumerSecret: "s" })).toBe(true);
    },
  );

  test("has no colours and no progress without a terminal", () => {
    const { stdout, stderr } = countersign([
      "check",
      "--builtin",
      "countersign",
      "--seed",
      "1",
      "--runs",
      "0",
      "--filter",
      "ipv6",
    ]);
    expect(stdout).not.toContain("\x1b");
    expect(stderr).toBe("");
  });

  test("ends at once after an unexpected error, with 70", () => {
    const text = "::error::thrown";
    writeFileSync(
      join(folder, "defect.mjs"),
      `export const implementation = {
        percentEncode: () => new Promise(() => {}),
      };
      setInterval(() => {}, 1000);
      setTimeout(() => { throw ${JSON.stringify(text)}; }, 100);`,
    );
    const { status, stderr } = countersign(["check", "--seed", "1", "--module", "defect.mjs"]);
    expect(status).toBe(70);
    expect(stderr).toContain("this is a bug in Countersign\n");
    expect(stderr).not.toMatch(/^\s*::/m);
  });
});
