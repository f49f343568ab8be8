/**
 * The servers in examples/ do what they say: they are compiled, started as programs, and asked.
 *
 * @module-tag commands
 */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../scripts/free-port.ts";
import { createSigner } from "../../../src/index.ts";

const FOLDER = "examples/servers";
const SERVERS = ["node-http", "express", "fastify", "hono"] as const;

interface Running {
  readonly child: ChildProcess;
  readonly origin: string;
  /** What it writes to stderr. */
  readonly log: string[];
}

const servers = new Map<string, Running>();
beforeAll(async () => {
  for (const name of SERVERS) servers.set(name, await start(name));
});
afterAll(() => {
  for (const { child } of servers.values()) child.kill();
});

async function start(name: string): Promise<Running> {
  const log: string[] = [];
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const args = ["--import", "tsx", `${FOLDER}/${name}.ts`];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ORIGIN: origin, PORT: String(port), TSX_TSCONFIG_PATH: `${FOLDER}/tsconfig.json` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => log.push(text));
  await new Promise((resolve, reject) => {
    child.stdout.once("data", resolve);
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}: ${log.join("")}`)));
  });
  return { child, origin, log };
}

describe("the example servers", () => {
  test("compile", () => {
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", FOLDER], { stdio: "pipe" });
  });

  test.each(SERVERS)("%s answers who signs, and once", async (name) => {
    const { origin } = servers.get(name)!;
    const signer = createSigner({
      consumerKey: "merchant",
      signatureMethod: "HMAC-SHA1",
      consumerSecret: "control-key",
    });
    const { url, method, headers, body } = signer.sign({
      method: "POST",
      url: `${origin}/pay`,
      form: { amount: "10.42" },
    });
    const request = (): Promise<Response> => fetch(url, { method, headers, body: body ?? null });
    const accepted = await request();
    expect([accepted.status, await accepted.text()]).toEqual([200, expect.stringContaining("merchant")]);
    const replayed = await request();
    expect([replayed.status, replayed.headers.get("www-authenticate")]).toEqual([401, 'OAuth realm="pay"']);
    const unsigned = await fetch(url, {
      method,
      body: body ?? null,
      headers: { "content-type": headers["content-type"]! },
    });
    expect(unsigned.status).toBe(401);
  });

  test.each(SERVERS)("%s explains a wrong signature in its log only", async (name) => {
    const { origin, log } = servers.get(name)!;
    // This client signs https, and sends http.
    const { method, headers, body } = createSigner({
      consumerKey: "merchant",
      signatureMethod: "HMAC-SHA1",
      consumerSecret: "control-key",
    }).sign({ method: "POST", url: `${origin.replace("http:", "https:")}/pay`, form: { amount: "10.42" } });
    const response = await fetch(`${origin}/pay`, { method, headers, body: body ?? null });
    expect([response.status, await response.text()]).toEqual([401, "The request is not authorized.\n"]);
    await expect.poll(() => log.join("")).toMatch(/https/);
    expect(log.join("")).not.toContain("control-key");
  });
});
