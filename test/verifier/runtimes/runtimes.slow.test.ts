/**
 * The built package on runtimes other than Node.js, under attack. The runtimes are in the folder COUNTERSIGN_RUNTIMES:
 * `npm install` there with the package.json beside this file.
 *
 * @module-tag runtimes
 */

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Running } from "../adapters/servers.ts";
import { ATTACKS } from "./attacks.ts";
import { isInstalled, type RuntimeName, type RuntimeServer, startRuntime, versionOf } from "./servers.ts";

const NAMES: readonly RuntimeName[] = ["deno", "bun", "workerd"];
const missing = NAMES.filter((name) => !isInstalled(name));
if (missing.length > 0) {
  const message = `not installed: ${missing.join(", ")}, see test/verifier/runtimes/package.json`;
  if (process.env.COUNTERSIGN_RUNTIMES !== undefined) throw new Error(message);
  console.warn(message);
}

describe.each(NAMES.map((name) => ({ name })))("$name", ({ name }) => {
  describe.skipIf(!isInstalled(name))("with countersign/web", () => {
    let server: RuntimeServer | undefined;
    let running: Running;
    beforeAll(async () => {
      server = await startRuntime(name);
      const { port } = server;
      running = { port, encrypted: false, origin: "", handled: () => 0, errors: [], close: async () => {} };
    });
    afterAll(() => server?.close());

    test("is the version of the table in the docs", () => {
      const docs = readFileSync("docs/servers.md", "utf8");
      expect(docs.includes(`| ${name} | ${versionOf(name)} |`)).toBe(true);
    });

    test.each(ATTACKS)("$name", async ({ run, expected }) => {
      expect(await run(running)).toEqual(expected);
    });
  });
});
