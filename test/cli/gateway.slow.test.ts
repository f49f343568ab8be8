/** @module-tag commands */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { gatewayCommand } from "../../src/cli/gateway/gateway.ts";
import type { GatewayCommandOptions } from "../../src/cli/options/gateway.ts";
import { createGatewayClient, endpointId } from "../../src/gateway/index.ts";
import { fileSchema } from "../../src/gateway/simulator/data-shapes.ts";
import { sign } from "../../src/index.ts";
import { expectOwnerOnly } from "../owner-only.ts";
import { isInstalled } from "../programs.ts";
import { RedisServer } from "../verifier/redis-server.ts";
import { countersign } from "./countersign.ts";
import { fakeTerminal } from "./fake-terminal.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const MAIN = resolve("dist/cli/main.js");
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** A simulator in its own process, and what it has printed. */
interface Command {
  readonly printed: () => string;
  readonly errors: () => string;
  /** Waits until the output matches. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  stop(): void;
  readonly ended: Promise<number | null>;
}

function start(...args: string[]): Command {
  const child = spawn(process.execPath, [MAIN, "gateway", ...args], {
    env: { PATH: process.env.PATH, TMPDIR: folder },
  });
  children.push(child);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const ended = new Promise<number | null>((done) => child.on("close", done));
  const isOver = ended.then(() => true);
  return {
    printed: () => out,
    errors: () => err,
    ended,
    stop: () => child.kill("SIGTERM"),
    async says(pattern) {
      for (;;) {
        const found = pattern.exec(out);
        if (found !== null) return found;
        const more = new Promise<false>((done) => child.stdout.once("data", () => done(false)));
        if ((await Promise.race([isOver, more])) && !pattern.test(out)) {
          throw new Error(`the command ended without ${pattern}: ${out}${err}`);
        }
      }
    },
  };
}

/** Runs the command in this process while `use` works with what it has printed. */
async function withGateway(options: GatewayCommandOptions, use: (printed: string) => Promise<void>): Promise<void> {
  const terminal = fakeTerminal();
  const ended = gatewayCommand(options, terminal);
  await vi.waitFor(() => expect(terminal.text()).toContain("_countersign/\n"), 60_000);
  try {
    await use(terminal.text());
  } finally {
    process.emit("SIGHUP");
    expect(await ended).toBe(0);
  }
}

describe("countersign gateway", () => {
  test("creates a merchant, prints what a client needs, logs each request, and deletes its files", async () => {
    const command = start();
    const [, origin] = await command.says(/listens on (http:\/\/127\.0\.0\.1:\d+)[\s\S]*_countersign\/\n/);
    const printed = command.printed();
    const [, login, controlKey] = /login +(\S+)\n +control key +(\S+)/.exec(printed)!;
    const [, pkcs8, pkcs1] = /private key +(\S+) \(PKCS#8\), (\S+) \(PKCS#1\)/.exec(printed)!;
    expect(readFileSync(pkcs1!, "utf8")).toMatch(/^-----BEGIN RSA PRIVATE KEY/);
    expectOwnerOnly(pkcs8!);
    const client = createGatewayClient({
      environment: { name: "integration", origin: origin! },
      keys: { environment: "integration", login: login!, controlKey, privateKey: readFileSync(pkcs8!) },
      endpoint: endpointId(/endpoint +(\d+)/.exec(printed)![1]!),
    });
    const first = { clientOrderId: "invoice-1", orderId: "1001" };
    expect(await client.createCardRef(first)).toMatchObject({ status: "approved" });
    expect(await client.createCardRef(first, { signatureMethod: "HMAC-SHA1" })).toMatchObject({ status: "approved" });
    expect(printed).toMatch(/^ {2}curl .*client_orderid=invoice-1&orderid=1001/m);
    const wrong = await fetch(`${origin}/processing/api/v4/create-card-ref/39915`, { method: "POST" });
    expect(wrong.status).toBe(403);
    await command.says(
      /#3 403 POST \/processing\/api\/v4\/create-card-ref\/39915 rejected: protocol-parameters-missing\n {3}protocol-parameters-missing: /,
    );
    const url = `${origin!.replace("http:", "https:")}/processing/api/v4/create-card-ref/39915`;
    const form = { client_orderid: "invoice-1", orderid: "1001" };
    const credentials = { consumerKey: login!, consumerSecret: controlKey!, signatureMethod: "HMAC-SHA1" } as const;
    const signed = sign({ method: "POST", url, form }, credentials);
    await fetch(url.replace("https:", "http:"), {
      method: "POST",
      headers: signed.headers,
      body: signed.body as string,
    });
    await command.says(/#4 403 [\s\S]*\n {3}[^\n]*other-scheme/);
    command.stop();
    expect(await command.ended).toBe(0);
    expect(existsSync(pkcs8!)).toBe(false);
    expect(command.printed()).toMatch(/^#1 200 POST \S+: create-card-ref approved$/m);
    expect(command.printed()).not.toContain("\x1b");
  });

  test("writes the requests as HAR when it ends, in which `countersign explain` finds the mistake", async () => {
    const har = join(folder, "log.har");
    const command = start("--listen", "127.0.0.1:0", "--har", har);
    const [, origin] = await command.says(/listens on (http:\/\/127\.0\.0\.1:\d+)[\s\S]*_countersign\/\n/);
    const [, login, controlKey] = /login +(\S+)\n +control key +(\S+)/.exec(command.printed())!;
    const url = `${origin}/processing/api/v4/create-card-ref/39915`;
    const credentials = { consumerKey: login!, consumerSecret: controlKey!, signatureMethod: "HMAC-SHA1" } as const;
    const form = { client_orderid: "invoice-1", orderid: "1001", credit_card_number: "4444333322221111" };
    const { headers, body } = sign({ method: "POST", url: url.replace("http:", "https:"), form: {} }, credentials);
    expect((await fetch(url, { method: "POST", headers, body: body as string })).status).toBe(403);
    const other = sign({ method: "POST", url, form }, credentials);
    await fetch(url, { method: "POST", headers: other.headers, body: other.body as string });
    await command.says(/^#2 /m);
    command.stop();
    expect(await command.ended).toBe(0);
    expect(command.errors()).not.toContain("WARNING");
    expectOwnerOnly(har);
    const text = readFileSync(har, "utf8");
    expect(text).not.toMatch(/444433332222/);
    expect(text).not.toContain(controlKey);
    const explained = await promisify(execFile)(process.execPath, [MAIN, "explain", har, "--entry", "1"], {
      env: { PATH: process.env.PATH, COUNTERSIGN_CONSUMER_SECRET: controlKey },
    }).catch((error: { stdout: string }) => error);
    expect(explained.stdout).toContain("other-scheme");
  });

  test.each([
    [["--har", "/nowhere/log.har"], /--har must be a file that can be written/],
    [["--listen", "8080"], /--listen must be an IP address and a port[\s\S]*0\.0\.0\.0:8080/],
    [["--listen", "192.0.2.7:0"], /cannot listen on port 0 of 192\.0\.2\.7: EADDRNOTAVAIL/],
  ])("ends before it listens if an option cannot be used: %j", async (args, message) => {
    const { status, stderr } = await countersign(["gateway", ...args]);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  // In this process, which makes the key of the sample once.
  test
    .skipIf(!isInstalled("curl"))
    .each<GatewayCommandOptions>([
      {},
      { pathPrefix: ["/checkout/api"] },
      { pathPrefix: ["/a/b", "/c"] },
      { pathPrefix: [""] },
      { origin: "https://gate.example.com/", pathPrefix: ["/paynet/api"] },
      { hostName: "gateway.test" },
      { tls: true, hostName: "gateway.test" },
    ])("prints a valid curl line: %j", { tags: ["clients"] }, async (options) => {
    await withGateway(options, async (printed) => {
      const [, line] = /\n {2}((?:CURL_CA_BUNDLE=\S+ )?curl .*)\n/.exec(printed)!;
      const { stdout } = await promisify(execFile)("sh", ["-c", `${line} --silent --show-error --max-time 10`]);
      expect(stdout).toMatch(/&status=approved/);
      const expected = options.pathPrefix?.[0] ?? "/processing/api";
      expect(/address +\S+?:\d+(\S*)\/v4\/create-card-ref\/ENDPOINTID/.exec(printed)![1]).toBe(expected);
    });
  });

  test("prints the signed origin, and that its request fails with --fail", async () => {
    await withGateway({ origin: "https://gate.example.com", fail: "502" }, async (printed) => {
      expect(printed).toMatch(/signed origin +https:\/\/gate\.example\.com\n/);
      expect(printed).toMatch(/a valid request, .*; it fails on demand \(502\):\n/);
    });
  });

  test("answers with another status, tolerates another clock, and checks no rules of public documents", async () => {
    const options = { rejectionStatus: "401", clockTolerance: "7200", publicChecks: false };
    await withGateway(options, async (printed) => {
      const [, origin] = /listens on (\S+);/.exec(printed)!;
      const [, login, controlKey] = /login +(\S+)\n +control key +(\S+)/.exec(printed)!;
      const url = `${origin}/paynet/api/v4/payout/39915`;
      const credentials = { consumerKey: login!, consumerSecret: controlKey!, signatureMethod: "HMAC-SHA1" } as const;
      const hourAgo = Math.floor(Date.now() / 1000) - 3600;
      const form = { amount: "ten", currency: "EUR" };
      const { headers, body } = sign({ method: "POST", url, form }, credentials, { timestamp: hourAgo });
      const accepted = await fetch(url, { method: "POST", headers, body: String(body) });
      expect(await accepted.text()).toContain("type=async-response");
      expect((await fetch(url, { method: "POST", headers, body: "amount=9" })).status).toBe(401);
    });
  });

  test("uses the merchants of a file, applies --fail, and explains rejections in a header", async () => {
    const data = { merchants: [{ login: "shop", controlKey: "k3y-k3y", endpoints: [{ id: "7" }] }] };
    writeFileSync(join(folder, "data.json"), JSON.stringify(data));
    const command = start("--data", join(folder, "data.json"), "--explain", "--fail", "declined");
    const [, origin] = await command.says(/listens on (\S+);/);
    const client = createGatewayClient({
      environment: { name: "integration", origin: origin! },
      keys: { environment: "integration", login: "shop", controlKey: "k3y-k3y" },
      endpoint: endpointId("7"),
    });
    const call = client.panEligibilitySend({ clientOrderId: "p", sendingCardRefId: "1" });
    await expect(call).rejects.toMatchObject({ code: "declined" });
    const refused = await fetch(`${origin}/paynet/api/v4/payout/7`, { method: "POST" });
    expect(refused.headers.get("countersign-explanation")).toMatch(/^protocol-parameters-missing: /);
    expect(command.printed()).not.toMatch(/k3y-k3y|curl/);
  });

  test.each([
    [["--fail", "sometimes"], /--fail must be one of declined, /],
    [["--port", "x"], /--port must be a whole number/],
    [["--data", "nowhere.json"], /no such file/],
    [["--path-prefix", "foo"], /must be a path such as \/processing\/api, .*got "foo"/],
    [["--path-prefix", "/checkout/api/"], /without a slash at its end/],
    [["--origin", "gate.x"], /origin must be https:\/\/host\[:port\].*got "gate\.x"/],
    [["--redis", "redis://127.0.0.1:1"], /--redis: /],
    [["--clock-tolerance", "-1"], /--clock-tolerance must be a whole number/],
    [["--rejection-status", "404"], /--rejection-status must be one of 401, 403, got "404"/],
  ])("ends with 2 for %j", async (args, message) => {
    const { status, stderr } = await countersign(["gateway", ...args]);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  test("prints the published schema of its data", async () => {
    const { status, stdout } = await countersign(["gateway", "--schema"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(fileSchema());
    expect(JSON.parse(readFileSync("docs/data/gateway-data.schema.json", "utf8"))).toEqual(fileSchema());
  });
});

describe.skipIf(!isInstalled("redis-server"))("two simulators with one Redis", { tags: ["redis"] }, () => {
  test("share their nonces", async () => {
    const redis = await RedisServer.start();
    const payment = { clientOrderId: "a", orderId: "1", status: "approved", card: { cardRefId: "5" } };
    const shop = { login: "shop", controlKey: "k3y-k3y", endpoints: [{ id: "7" }], payments: [payment] };
    const data = { merchants: [shop] };
    try {
      writeFileSync(join(folder, "shared.json"), JSON.stringify(data));
      const simulators = [0, 1].map(() =>
        start("--data", join(folder, "shared.json"), "--redis", redis.url, "--origin", "https://gateway.example"),
      );
      const origins = await Promise.all(simulators.map(async (one) => (await one.says(/listens on (\S+);/))[1]!));
      // The client signs one address and sends to both simulators.
      const url = "https://gateway.example/processing/api/v4/create-card-ref/7";
      const request = { method: "POST", url, form: { client_orderid: "a", orderid: "1" } };
      const signed = sign(request, { consumerKey: "shop", consumerSecret: "k3y-k3y", signatureMethod: "HMAC-SHA1" });
      const { headers, body } = signed;
      const sendTo = (origin: string) =>
        fetch(url.replace("https://gateway.example", origin), { method: "POST", headers, body: String(body) });
      const statuses = [];
      for (const origin of origins) statuses.push((await sendTo(origin)).status);
      expect(statuses).toEqual([200, 403]);
      await simulators[1]!.says(/nonce-used/);
    } finally {
      await redis.remove();
    }
  });
});
