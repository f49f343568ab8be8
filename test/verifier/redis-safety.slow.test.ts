/**
 * The nonce store on Redis when nonces could be missing: lost data, different tolerances, unsafe settings; its errors.
 *
 * @module-tag redis
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { makeCertificate } from "../../src/request-log/certificate.ts";
import type { NonceClaim } from "../../src/verifier/nonce-store.ts";
import { NonceStoreError, RedisNonceStore } from "../../src/verifier/stores/redis-nonce-store.ts";
import { createVerifier } from "../../src/verifier/verifier.ts";
import { isInstalled } from "../programs.ts";
import { signedRequest } from "../signed-request.ts";
import { ORIGIN, SHOP } from "./adapters/verifiers.ts";
import { RedisServer } from "./redis-server.ts";

const PATIENT = { timeoutMilliseconds: 60_000 };
const PATIENT_CONNECT = { ...PATIENT, connectTimeoutMilliseconds: 60_000 };
const NOW = Math.floor(Date.now() / 1000);

/** A claim of a verifier with a tolerance, a clock skew of 60 s and this time. */
function claimAt(now: number, nonce: string, tolerance = 300, timestamp: number = now): NonceClaim {
  return { consumerKey: "client", nonce, timestamp, expiresAt: timestamp + tolerance + 61, now };
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => {
    expect(error).toBeInstanceOf(NonceStoreError);
    return (error as NonceStoreError).code;
  });
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});

async function startServer(settings: readonly string[] = []): Promise<RedisServer> {
  const server = await RedisServer.start(settings);
  closing.push(() => server.remove());
  return server;
}

async function connectTo(
  { url }: { readonly url: string },
  options: Parameters<typeof RedisNonceStore.connect>[1] = {},
): Promise<RedisNonceStore> {
  const store = await RedisNonceStore.connect(url, { ...PATIENT_CONNECT, ...options });
  closing.push(() => store.close());
  return store;
}

async function adminOf(server: RedisServer) {
  const client = await createClient({ url: server.url }).connect();
  closing.push(() => client.destroy());
  return client;
}

describe.skipIf(!isInstalled("redis-server"))("the store after a loss of data", () => {
  test("a replay is not accepted until no verifier accepts its timestamp", async () => {
    const server = await startServer();
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const store = await connectTo(server);
    const claims = Array.from({ length: 100 }, (_, index) => claimAt(NOW, `${index}`, 300, NOW + (index % 2) * 300));
    expect(new Set(await Promise.all(claims.map((claim) => store.claim(claim))))).toEqual(new Set(["fresh"]));
    await (await adminOf(server)).flushAll();
    const later = claims.map((claim) => codeOf(store.claim({ ...claim, now: NOW + 5 })));
    expect(new Set(await Promise.all(later))).toEqual(new Set(["nonces-lost"]));
    expect(await codeOf(store.claim(claimAt(NOW + 360, "new")))).toBe("nonces-lost");
    expect(await store.claim(claimAt(NOW + 367, "new"))).toBe("fresh");
    const last = claims.map((claim) => codeOf(store.claim({ ...claim, now: NOW + 367 })));
    expect(new Set(await Promise.all(last))).toEqual(new Set(["full", "nonces-lost"]));
  });

  test("a server that restarts empty accepts no replay, and a server with persistence goes on", async () => {
    for (const [appendonly, expected] of [
      ["no", "nonces-lost"],
      ["yes", "used"],
    ] as const) {
      const server = await startServer(["--appendonly", appendonly]);
      await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
      const first = await connectTo(server, { onWarning: () => {} });
      expect(await first.claim(claimAt(NOW, "nonce"))).toBe("fresh");
      await server.kill();
      await server.start();
      const second = await connectTo(server, { onWarning: () => {} });
      expect(await codeOf(second.claim(claimAt(NOW, "nonce")))).toBe(expected);
    }
  });

  test("the wait begins with the first claim for all nonces, and the message says until when", async () => {
    const store = await connectTo(await startServer(), { onWarning: () => {} });
    expect(await codeOf(store.claim(claimAt(NOW, "first")))).toBe("nonces-lost");
    const answers = Array.from({ length: 200 }, (_, index) => store.claim(claimAt(NOW + 362, `${index}`)));
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["fresh"]));
    const error = await store.claim(claimAt(NOW + 361, "late")).catch((thrown: Error) => thrown.message);
    expect(error).toContain(new Date(1000 * (NOW + 361)).toISOString());
    expect(error).toContain("RedisNonceStore.initialize(url)");
  });

  test("the wait is as long as the widest tolerance, also of a verifier that comes later", async () => {
    const store = await connectTo(await startServer());
    expect(await codeOf(store.claim(claimAt(NOW, "narrow")))).toBe("nonces-lost");
    expect(await store.claim(claimAt(NOW + 400, "narrow"))).toBe("fresh");
    // Before the loss, this verifier may have accepted timestamps as far ahead.
    expect(await codeOf(store.claim(claimAt(NOW + 400, "wide", 900, NOW + 900)))).toBe("nonces-lost");
    expect(await store.claim(claimAt(NOW + 970, "wide", 900))).toBe("fresh");
  });

  test("the loss of one bucket, as of one node of a cluster, stops its claims only", async () => {
    const server = await startServer();
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const store = await connectTo(server);
    const admin = await adminOf(server);
    await admin.del(await admin.keys("countersign:nonce:{A}*"));
    const answers = Array.from({ length: 640 }, (_, index) => codeOf(store.claim(claimAt(NOW, `${index}`))));
    const counted = await Promise.all(answers);
    expect(counted.filter((answer) => answer === "nonces-lost").length).toBeGreaterThan(0);
    expect(counted.filter((answer) => answer === "nonces-lost").length).toBeLessThan(40);
    expect(counted.filter((answer) => answer !== "nonces-lost" && answer !== "fresh")).toEqual([]);
  });

  test("can be initialized if Redis is new, and no longer once it has recorded a nonce", async () => {
    const server = await startServer();
    const prefix = "other:";
    const warnings: string[] = [];
    const store = await connectTo(server, { prefix, onWarning: (message) => warnings.push(message) });
    expect(await codeOf(store.claim(claimAt(NOW, "nonce")))).toBe("nonces-lost");
    expect(await codeOf(store.claim(claimAt(NOW, "another")))).toBe("nonces-lost");
    expect(warnings).toEqual([expect.stringContaining(`Until ${new Date(1000 * (NOW + 361)).toISOString()}, `)]);
    await RedisNonceStore.initialize(server.url, { ...PATIENT_CONNECT, prefix });
    await RedisNonceStore.initialize(await adminOf(server), { ...PATIENT, prefix });
    expect(await store.claim(claimAt(NOW, "nonce"))).toBe("fresh");
    expect(await codeOf(RedisNonceStore.initialize(server.url, { prefix }))).toBe("already-initialized");
    expect(await store.claim(claimAt(NOW, "nonce"))).toBe("used");
  });

  test("a Redis that lost the nonces of some buckets only cannot be initialized", async () => {
    const server = await startServer();
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const store = await connectTo(server);
    const claims = Array.from({ length: 640 }, (_, index) => claimAt(NOW, `${index}`));
    await Promise.all(claims.map((claim) => store.claim(claim)));
    const admin = await adminOf(server);
    await admin.del((await admin.keys("countersign:nonce:*")).filter((key) => !key.includes("{A}")));
    expect(await codeOf(RedisNonceStore.initialize(server.url, PATIENT_CONNECT))).toBe("already-initialized");
    const answers = await Promise.all(claims.map((claim) => codeOf(store.claim(claim))));
    expect(new Set(answers)).toEqual(new Set(["nonces-lost", "used"]));
  });

  test("a server that does not know the script gets its text", async () => {
    const server = await startServer();
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const store = await connectTo(server);
    await (await adminOf(server)).scriptFlush();
    expect(await store.claim(claimAt(NOW, "nonce"))).toBe("fresh");
  });
});

describe.skipIf(!isInstalled("redis-server"))("verifiers with different tolerances", () => {
  test("a nonce is kept for the widest tolerance, whatever the tolerance of its claim is", async () => {
    const server = await startServer();
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const store = await connectTo(server);
    const admin = await adminOf(server);
    for (const [tolerance, seconds] of [
      [300, 421],
      [900, 1021],
      [300, 1021],
    ] as const) {
      // Enough for each of the 64 buckets.
      await Promise.all(
        Array.from({ length: 640 }, (_, index) => store.claim(claimAt(NOW, `${tolerance} ${index}`, tolerance))),
      );
      const times = await Promise.all((await admin.keys("*{?}?*")).map((key) => admin.pTTL(key)));
      expect(times).toHaveLength(640);
      expect(Math.min(...times)).toBeGreaterThan(1000 * (seconds - 60));
      expect(Math.max(...times)).toBeLessThanOrEqual(1000 * seconds);
      await admin.del(await admin.keys("*{?}?*"));
    }
  });

  test("what was kept for a narrower tolerance is not accepted when a wider one begins", async () => {
    const server = await startServer();
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const store = await connectTo(server, { marginSeconds: 0 });
    expect(await store.claim(claimAt(NOW, "old", 300))).toBe("fresh");
    await (await adminOf(server)).del(await (await adminOf(server)).keys("*{?}?*")); // as after 361 s
    const replay = { ...claimAt(NOW, "old", 900), now: NOW + 361 };
    expect(await store.claim(replay)).toBe("full");
    // What the narrower verifier could accept, the wider one accepts at once.
    expect(await store.claim({ ...claimAt(NOW + 10, "old", 900), now: NOW + 361 })).toBe("fresh");
    // From then on, nonces are kept for it.
    expect(await store.claim({ ...claimAt(NOW + 800, "old", 900), now: NOW + 1700 })).toBe("fresh");
  });

  test("one with 900 s accepts no replay of what one with 1 s accepted", async () => {
    const server = await startServer();
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const store = await connectTo(server, { marginSeconds: 0 });
    let time = NOW;
    const verifierWith = (clockToleranceSeconds: number) =>
      createVerifier({
        origin: ORIGIN,
        nonceStore: store,
        clockToleranceSeconds,
        clockSkewSeconds: 0,
        now: () => time,
        credentials: () => ({ consumerSecret: SHOP.consumerSecret }),
      });
    const narrow = verifierWith(1);
    const wide = verifierWith(900);
    const protocol = { oauth_timestamp: String(NOW) };
    const received = signedRequest({ method: "GET", origin: ORIGIN, target: "/status", credentials: SHOP, protocol });
    expect((await narrow.verify(received)).accepted).toBe(true);
    await new Promise((done) => setTimeout(done, 2100));
    time += 3;
    expect(await (await adminOf(server)).keys("*{?}?*")).toEqual([]);
    expect(await wide.verify(received)).toMatchObject({ accepted: false, code: "nonce-store-full" });
  });
});

describe.skipIf(!isInstalled("redis-server"))("the check of the server", () => {
  test("warns of eviction and missing persistence, and says nothing of right settings", async () => {
    const warnings: string[] = [];
    const onWarning = (message: string): number => warnings.push(message);
    await connectTo(await startServer(), { onWarning });
    expect(warnings).toEqual([]);
    const settings = ["--maxmemory-policy", "allkeys-lru", "--appendonly", "no", "--appendfsync", "everysec"];
    await connectTo(await startServer(settings), { onWarning });
    expect(warnings).toEqual([
      expect.stringMatching(/^Redis: maxmemory-policy is "allkeys-lru"\. Set maxmemory-policy to noeviction; /),
      expect.stringMatching(/^Redis: appendonly is "no"\. Set appendonly to yes; /),
      expect.stringMatching(/^Redis: appendfsync is "everysec"\. Set appendfsync to always; /),
    ]);
  });

  test.each([
    ["--maxmemory-policy", "volatile-ttl"],
    ["--appendonly", "no"],
    ["--appendfsync", "no"],
  ])("refuses %s %s, and a client of the caller, too, with the first claim", async (name, value) => {
    const server = await startServer([name, value]);
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const refused = RedisNonceStore.connect(server.url, { ...PATIENT_CONNECT, serverCheck: "refuse" });
    expect(await codeOf(refused)).toBe("server-unsafe");
    const admin = await adminOf(server);
    const store = new RedisNonceStore(admin, { ...PATIENT, serverCheck: "refuse" });
    expect(await codeOf(store.claim(claimAt(NOW, "nonce")))).toBe("server-unsafe");
    await admin.configSet(
      name.slice(2),
      { "--maxmemory-policy": "noeviction", "--appendonly": "yes" }[name] ?? "always",
    );
    expect(await store.claim(claimAt(NOW, "nonce"))).toBe("fresh");
  });

  test("notices a minute later that a setting was changed", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const server = await startServer();
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const warnings: string[] = [];
    const store = await connectTo(server, { onWarning: (message) => warnings.push(message) });
    const strict = await connectTo(server, { serverCheck: "refuse" });
    await (await adminOf(server)).configSet("maxmemory-policy", "allkeys-lru");
    expect([await store.claim(claimAt(NOW, "a")), await strict.claim(claimAt(NOW, "b"))]).toEqual(["fresh", "fresh"]);
    expect(warnings).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(await codeOf(strict.claim(claimAt(NOW, "c")))).toBe("server-unsafe");
    expect(await store.claim(claimAt(NOW, "d"))).toBe("fresh");
    await expect.poll(() => warnings).toEqual([expect.stringMatching(/^Redis: maxmemory-policy is "allkeys-lru"\./)]);
  });

  test("says what a server without CONFIG does not show, and finds the rest with INFO", async () => {
    const warnings: string[] = [];
    const settings = ["--rename-command", "CONFIG", "", "--maxmemory-policy", "volatile-lru"];
    const server = await startServer(settings);
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const store = await connectTo(server, { onWarning: (message) => warnings.push(message) });
    expect(warnings).toEqual([
      expect.stringMatching(/^Redis: maxmemory-policy is "volatile-lru"\./),
      expect.stringMatching(/^Redis: appendfsync could not be checked, because Redis does not show it\./),
    ]);
    expect(await store.claim(claimAt(NOW, "nonce"))).toBe("fresh");
  });

  test("does not refuse what it could not check", async () => {
    const warnings: string[] = [];
    const server = await startServer(["--rename-command", "CONFIG", "", "--rename-command", "INFO", ""]);
    await connectTo(server, { serverCheck: "refuse", onWarning: (message) => warnings.push(message) });
    expect(warnings).toHaveLength(3);
    for (const warning of warnings) expect(warning).toContain("could not be checked");
  });

  test("warns with the first claim if the caller gives a client, and not if it is off", async () => {
    const server = await startServer(["--appendonly", "no"]);
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const client = await adminOf(server);
    for (const [serverCheck, count] of [
      ["warn", 1],
      ["off", 0],
    ] as const) {
      const warnings: string[] = [];
      const onWarning = (message: string): number => warnings.push(message);
      const store = new RedisNonceStore(client, { ...PATIENT, serverCheck, onWarning });
      await store.claim(claimAt(NOW, `first ${serverCheck}`));
      await store.claim(claimAt(NOW, `second ${serverCheck}`));
      await client.ping();
      await new Promise((done) => setImmediate(done));
      await expect.poll(() => warnings.length).toBe(count);
    }
  });

  test("refuses a check that does not exist", () => {
    const client = { withCommandOptions: () => undefined as never };
    expect(() => new RedisNonceStore(client, { serverCheck: true as never })).toThrow("serverCheck must be");
  });
});

describe("errors of the nonce store on Redis", () => {
  const PASSWORD = "s3cret-pass";

  /** All that a log could show of an error. */
  function shown(error: unknown): string {
    const { message, stack, cause } = error as Error;
    return [message, stack, JSON.stringify(error), cause === undefined ? "" : shown(cause)].join("\n");
  }

  test.each([
    ["an invalid address", `redis://user:${PASSWORD}@127.0.0.1:none`],
    ["another protocol", `http://user:${PASSWORD}@127.0.0.1:6379`],
    ["a closed port", `redis://user:${PASSWORD}@127.0.0.1:1`],
  ])("do not contain the password of %s", async (_what, url) => {
    const error = await RedisNonceStore.connect(url, { connectTimeoutMilliseconds: 300 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(NonceStoreError);
    expect(shown(error)).not.toContain(PASSWORD);
    expect(shown(error)).not.toContain("user");
  });

  test("do not contain the password that an old server repeats", async () => {
    const old = createServer((socket) => {
      const reply = `-ERR unknown command 'HELLO', with args beginning with: '3' 'AUTH' 'default' '${PASSWORD}' \r\n`;
      socket.on("error", () => {}).on("data", () => socket.write(reply));
    });
    await new Promise<void>((done) => void old.listen(0, "127.0.0.1", done));
    closing.push(() => old.close());
    const { port } = old.address() as { port: number };
    const errors: unknown[] = [];
    const url = `redis://:${PASSWORD}@127.0.0.1:${port}`;
    const options = { connectTimeoutMilliseconds: 1000, onError: (error: unknown) => void errors.push(error) };
    errors.push(await RedisNonceStore.connect(url, options).catch((thrown: unknown) => thrown));
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(shown(error)).not.toContain(PASSWORD);
  });

  test.skipIf(!isInstalled("redis-server"))("name a wrong or missing password at once", async () => {
    const server = await startServer();
    await (await adminOf(server)).configSet("requirepass", PASSWORD);
    for (const [user, message] of [
      [`:${PASSWORD}-wrong@`, "WRONGPASS invalid username-password pair or user is disabled."],
      ["", /^NOAUTH /],
    ] as const) {
      const url = server.url.replace("//", `//${user}`);
      const error = await RedisNonceStore.connect(url, PATIENT_CONNECT).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "redis-failed", cause: { message: expect.stringMatching(message) } });
      expect((error as Error).message).toBe(`Redis cannot be reached: ${((error as Error).cause as Error).message}`);
      expect(shown(error)).not.toContain(PASSWORD);
    }
    await connectTo({ url: server.url.replace("//", `//:${PASSWORD}@`) });
  });

  test.skipIf(!isInstalled("redis-server"))(
    "name a certificate that is not trusted, and a port that expects TLS",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "redis-tls-"));
      closing.push(() => rmSync(folder, { recursive: true }));
      const { cert, key } = await makeCertificate();
      writeFileSync(join(folder, "cert.pem"), cert);
      writeFileSync(join(folder, "key.pem"), key);
      const port = await freePort();
      const files = ["--tls-cert-file", join(folder, "cert.pem"), "--tls-key-file", join(folder, "key.pem")];
      await startServer(["--tls-port", `${port}`, ...files, "--tls-auth-clients", "no"]);
      for (const [url, cause] of [
        [`rediss://127.0.0.1:${port}`, { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }],
        [`redis://127.0.0.1:${port}`, { message: expect.stringMatching(/closed|ECONNRESET/) }],
      ] as const) {
        const options = { connectTimeoutMilliseconds: 1000 };
        const error = await RedisNonceStore.connect(url, options).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: "timeout", cause });
        const reason = ((error as Error).cause as Error).message;
        expect((error as Error).message).toBe(`Redis did not connect within 1000 ms: ${reason}`);
      }
    },
  );

  test.skipIf(!isInstalled("redis-server"))("have a code and a cause, and go to onError", async () => {
    const server = await startServer();
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    const errors: NonceStoreError[] = [];
    const store = await connectTo(server, { timeoutMilliseconds: 200, onError: (error) => errors.push(error) });
    server.freeze();
    const slow = await store.claim(claimAt(NOW, "slow")).catch((error: unknown) => error);
    server.thaw();
    expect(slow).toMatchObject({ code: "timeout", message: "Redis did not answer within 200 ms." });
    expect(errors).toEqual([slow]);
    await server.kill();
    const gone = await store.claim(claimAt(NOW, "gone")).catch((error: unknown) => error);
    expect(gone).toMatchObject({ code: "redis-failed", cause: expect.any(Error) });
    expect(errors).toContain(gone);
    await store.close();
    expect(await codeOf(store.claim(claimAt(NOW, "closed")))).toBe("closed");
  });
});
