/**
 * Runs the recipe of docs/probe.md for CI against a right and a wrong server.
 *
 * @module-tag commands
 */

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { CLIENT } from "../conformance/probe/credentials.ts";
import type { RunningServer } from "../conformance/probe/serve.ts";
import { rightSteps, type Steps, serveSteps } from "../conformance/probe/steps.ts";

const [, yaml = ""] = /^```yaml\n([\s\S]*?)^```$/m.exec(readFileSync("docs/probe.md", "utf8")) ?? [];
const folder = mkdtempSync(join(tmpdir(), "probe-recipe-"));
afterAll(() => rmSync(folder, { recursive: true }));

let server: RunningServer | undefined;
afterEach(() => server?.close());

/** Runs the step that probes, with the command line of this checkout and another address and client. */
async function runRecipe(
  steps: Partial<Steps> = {},
  ...options: string[]
): Promise<{ readonly status: number | null; readonly junit: string }> {
  const job = (parse(yaml) as { jobs: { probe: { env: object; steps: { name?: string; run?: string }[] } } }).jobs
    .probe;
  expect(job.env).toHaveProperty("COUNTERSIGN_CONSUMER_SECRET");
  const { run = "" } = job.steps.find(({ name }) => name === "probe the server")!;
  server = await serveSteps({ ...rightSteps(), ...steps });
  const words = run
    .replace("npx --no -- countersign", resolve("dist/cli/main.js"))
    .replace("http://127.0.0.1:8080", server.url)
    .replace("--consumer-key test", `--consumer-key ${CLIENT.consumerKey}`)
    .split(" ");
  const env = { ...process.env, COUNTERSIGN_CONSUMER_SECRET: CLIENT.consumerSecret };
  const child = spawn(process.execPath, [...words, ...options], { cwd: folder, env, stdio: "ignore" });
  const status = await new Promise<number | null>((done) => child.once("exit", done));
  return { status, junit: readFileSync(join(folder, "probe.xml"), "utf8") };
}

describe("the recipe of docs/probe.md", () => {
  test("passes with a correct server", async () => {
    const { status, junit } = await runRecipe();
    expect(junit).toContain('failures="0"');
    expect(status).toBe(0);
  });

  test("fails with a server that takes requests twice", async () => {
    const { status, junit } = await runRecipe({ claimNonce: () => true }, "--only", "replay");
    expect(status).toBe(1);
    expect(junit).toContain("Someone who sees a request can send it again.");
  });
});
