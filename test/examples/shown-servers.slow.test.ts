/**
 * Every server that a page, a docstring or an example shows, under attack. The servers are found in the texts, so a new one
 * is attacked, too; if it cannot be started as it is, the test of it fails.
 *
 * @module-tag commands
 */

import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ATTACKS, ask, expectAlive, request } from "./shown-servers/attacks.ts";
import { isServer, SHOWN_SERVERS, type ShownServer } from "./shown-servers/find.ts";
import { clientOf, failingStart, type Start, start, type Target, WRITTEN } from "./shown-servers/start.ts";
import { spellings, withoutHost } from "./shown-servers/targets.ts";

/** Needs its framework, which is not installed here: framework-recipes.slow.test.ts probes it. */
const OF_FRAMEWORKS = new Set(["examples/servers/nestjs/main.ts"]);
/** Has no handler of its own, and no key that a client of the test knows. */
const SIMULATOR = "docs/gateway-client.md 1";
const servers = SHOWN_SERVERS.filter(({ name }) => !OF_FRAMEWORKS.has(name));

const closing: (() => unknown)[] = [() => rmSync(WRITTEN, { recursive: true, force: true })];
let backend = "";
beforeAll(async () => {
  const server = createServer((_request, response) => response.end("from the server\n"));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  backend = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closing.push(() => server.close());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function running(server: ShownServer, given: Start, test: (target: Target) => Promise<void>): Promise<void> {
  const target = await start(server, { env: { BACKEND: backend } }, given);
  try {
    await test(target);
  } finally {
    await target.close();
  }
}

describe("the servers that the documentation shows", () => {
  test("are found, in the pages, the docstrings and the examples", () => {
    const names = SHOWN_SERVERS.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["README.md 5", "docs/gateway-verifying.md 1"]));
    expect(names).toEqual(expect.arrayContaining(["examples/signing/service.mjs", "examples/servers/koa.ts"]));
    for (const code of ["app = Flask(__name__)", "http.ListenAndServe(a, b)", "HttpServer.create(a, 0)", "php -S :80"])
      expect(isServer(code)).toBe(true);
  });
});

describe("an attack", () => {
  test("ends a server that does not expect it", async () => {
    const code = `
      import { createServer } from "node:http";
      export const server = createServer(async (request, response) => {
        for await (const chunk of request) chunk.length;
        response.end();
      });`;
    const fragile = { name: "fragile", code, text: "" };
    for (const name of ["a body that is cut", "a hang-up in the body", "chunks that are none"] as const) {
      await running(fragile, {}, async (target) => {
        await expectAlive(target);
        await ATTACKS[name]!(target);
        await expect(expectAlive(target)).rejects.toThrow();
        await expect.poll(() => target.ended()).toMatch(/fragile ended with 1: [\s\S]*aborted/);
      });
    }
  });
});

describe.each(servers)("$name", (server) => {
  test("answers its client and survives every attack", () =>
    running(server, {}, async (target) => {
      await expectAlive(target);
      for (const [name, attack] of Object.entries(ATTACKS)) {
        const survive = async (): Promise<void> => {
          await attack(target);
          await expectAlive(target);
        };
        await survive().catch(({ message }: Error) => expect.fail(`${name}: ${message}`));
      }
    }));
});

const verifying = servers.filter((server) => clientOf(server).origin !== "");

describe.each(verifying)("$name", (server) => {
  /** A `Request` has the path resolved (docs/servers.md), and nothing else is given to this server. */
  const isRewritten = !server.text.includes("incoming") && server.text.includes("countersign/web");

  test("takes no other target for the signed one, and none without a signature", () =>
    running(server, {}, async (target) => {
      const { path } = target.client;
      for (const spelling of spellings(path)) {
        const { status: unsigned } = await ask(target, request(target, { target: spelling, isSigned: false }));
        expect(unsigned, `unsigned ${spelling}`).not.toBe(200);
        const isSame = withoutHost(spelling) === path;
        const isResolved =
          isRewritten && new URL(spelling, "http://h").pathname + new URL(spelling, "http://h").search === path;
        if (isSame || isResolved) continue;
        const { status } = await ask(target, request(target, { target: spelling }));
        expect(status, `signed for ${path}, sent to ${spelling}`).not.toBe(200);
      }
      await expectAlive(target);
    }));

  test("answers no client on a route that the adapter does not cover", () =>
    running(server, { isUnprotected: true }, async (target) => {
      const { status } = await ask(target, request(target, { isSigned: false }));
      expect(status).toBeGreaterThanOrEqual(400);
    }));
});

describe.each(servers.filter(({ name }) => name !== SIMULATOR))("$name", (server) => {
  test("answers an error of its handler with 500, and goes on", () =>
    running(server, failingStart(server), async (target) => {
      for (let times = 0; times < 2; times++) {
        const { status, answer } = await ask(target, request(target, { headers: { "x-fail": "1" } }));
        expect(status, target.ended() ?? answer).toBeGreaterThanOrEqual(500);
      }
      expect(target.ended()).toBeUndefined();
    }));
});

describe("the recipe of docs/gateway-verifying.md", () => {
  test("lets nothing but the path choose HMAC", () =>
    running(SHOWN_SERVERS.find(({ name }) => name === "docs/gateway-verifying.md 1")!, {}, async (target) => {
      const [v2, v4] = ["/paynet/api/v2/sale/39915", "/processing/api/v4/create-card-ref/39915"] as const;
      const queries = ["?x=/v2/", "?/v2/", `?${v2}`, "?x=%2Fv2%2F", "?/../../v2/sale/39915"];
      const others = [v4, ...queries.map((query) => v4 + query), ...spellings(v4).filter((one) => !one.includes("#"))];
      const mixed = [
        "/processing/api/v4/v2/39915",
        "/processing/api/v4/x/../../v2/sale/39915",
        "/paynet/api/V2/sale/39915",
      ];
      const absolute = [`http://gateway.example${v4}?x=/v2/`, `http://v2/v2/${v4}`];
      // The signer signs no other ones, so no signature is valid for them.
      const signable = [...others, ...mixed, ...absolute].filter((target) => /^\/[^\\#]*$/.test(withoutHost(target)));
      for (const signed of signable) {
        const { status } = await ask(target, request(target, { signed: withoutHost(signed), target: signed }));
        expect([400, 403, 404], signed).toContain(status);
      }
      expect((await ask(target, request(target, { signed: `${v4}?x=/v2/` }))).status).toBe(403);
      const answered = await ask(target, request(target, { signed: `${v2}?x=/v4/` }));
      expect(answered.answer).toContain("merchant v2 sale 39915: amount");
    }));
});

describe("the recipe for Koa", () => {
  const code = readFileSync("examples/servers/koa.ts", "utf8").replace(/^app\.listen[\s\S]*/m, "");
  const text = "";
  // As koa-mount 4.2 does it: the path of the context changes, and with it the URL of the message.
  const underKoa = `${code}
    import compose from "koa-compose";
    new Koa().use(async (context, next) => {
      const { path } = context;
      if (!path.startsWith("/api/")) return next();
      context.path = path.slice("/api".length);
      await compose(app.middleware)(context, async () => {
        context.path = path;
        await next();
      });
      context.path = path;
    }).listen();`;
  const underExpress = `${code}
    import express from "express";
    express().use("/api", app.callback()).listen();`;

  test("logs errors of its handler, and no client that disconnects in the middle of its body", async () => {
    const server = SHOWN_SERVERS.find(({ name }) => name === "examples/servers/koa.ts")!;
    await running(server, failingStart(server), async (target) => {
      for (const name of ["a body that is cut", "a hang-up in the body"] as const) await ATTACKS[name]!(target);
      await expectAlive(target);
      expect(target.log()).toBe("");
      await ask(target, request(target, { headers: { "x-fail": "1" } }));
      await expect.poll(() => target.log()).toContain("Error");
    });
  });

  test.each([
    ["Koa", underKoa],
    ["Express", underExpress],
  ])("verifies the path that the client sent when it is mounted in %s", (_outer, mounted) =>
    running({ name: "examples/servers/koa.ts", code: mounted, text }, {}, async (target) => {
      const key = { ...target, client: { ...target.client, secret: "control-key" } };
      expect((await ask(key, request(key, { signed: "/api/pay" }))).status).toBe(200);
      expect((await ask(key, request(key, { signed: "/pay", target: "/api/pay" }))).status).toBe(401);
    }),
  );
});
