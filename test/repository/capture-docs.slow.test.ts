/** @module-tag clients */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { capture } from "../../src/cli/capture/capture.ts";
import { EXIT } from "../../src/cli/process/exit-codes.ts";
import { fakeTerminal } from "../cli/fake-terminal.ts";
import { EXPECTED } from "../conformance/capture/clients.ts";
import { isInstalled, PYTHON } from "../programs.ts";

/** Inside the checkout, so that the clients find the package by its name. */
const FOLDER = "test/.examples-capture";
const KEY = join(FOLDER, "key.pem");
beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(KEY, EXPECTED.privateKey);
  vi.stubEnv("NODE", process.execPath);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(FOLDER, { recursive: true, force: true });
});

/** Writes a copy that runs the command line of this checkout, and returns its path. */
function client(name: string): string {
  const code = readFileSync(join("examples/capture", name), "utf8");
  const path = join(FOLDER, name);
  // What the command prints is no part of the test's output.
  const quiet = code.replaceAll("| sh\n", "| sh >/dev/null 2>&1\n");
  writeFileSync(path, quiet.replaceAll("npx --no -- countersign", `"$NODE" ${resolve("dist/cli/main.js")}`));
  return path;
}

describe("examples/capture", () => {
  const clients = [
    { name: "client.py", command: PYTHON, isThere: isInstalled("requests-oauthlib") },
    { name: "client.sh", command: "sh", isThere: isInstalled("curl") },
    { name: "client.mjs", command: process.execPath, isThere: true },
  ];
  test.each(clients.filter(({ isThere }) => isThere))(
    "has a client in $name that sends two valid requests",
    async ({ name, command }) => {
      const terminal = fakeTerminal();
      const status = await capture(
        [command, client(name)],
        { consumerKey: "capture", maxRequests: "10", privateKeyFile: KEY },
        terminal,
      );
      expect(terminal.text()).toContain("✓ the command ended with exit code 0; 2 requests, all of them valid\n");
      expect(status).toBe(EXIT.ok);
    },
  );
});
