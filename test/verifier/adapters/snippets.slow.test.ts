/**
 * The servers that people copy from docs/servers.md: each is started as it is there, and probed.
 *
 * @module-tag commands
 */

import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Express } from "express";
import type { FastifyInstance } from "fastify";
import type { Hono } from "hono";
import { afterEach, describe, expect, test } from "vitest";
import { CHECKS } from "../../../src/conformance/probe/index.ts";
import { probeServer } from "../../conformance/probe/probe-server.ts";
import { load } from "../../repository/examples.ts";

let close: (() => unknown) | undefined;
afterEach(() => close?.());

/** The TypeScript below a heading of the document. */
function snippetBelow(heading: string): string {
  const text = readFileSync("docs/servers.md", "utf8");
  const [, code] = /^```ts\n([\s\S]*?)^```/m.exec(text.slice(text.indexOf(`\n### ${heading}\n`))) ?? [];
  return code!;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => server.closeAllConnections() ?? server.close();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener));

/** How each snippet is served, and what it names its server. */
const SNIPPETS: Readonly<Record<string, readonly [name: string, start: (value: unknown) => Promise<string>]>> = {
  "node:http": ["server", (server) => listen(server as Server)],
  "Express 5": ["app", (app) => serve(app as Express)],
  "Fastify 5": [
    "app",
    (app) => {
      close = () => (app as FastifyInstance).close();
      return (app as FastifyInstance).listen({ port: 0, host: "127.0.0.1" });
    },
  ],
  "Without an adapter": ["server", (server) => listen(server as Server)],
  "Hono and other frameworks with Web `Request`": ["app", (app) => serve(getRequestListener((app as Hono).fetch))],
};

/** What the code around an adapter can get wrong. test/conformance/probe/probe.test.ts sends every check to the adapters. */
const CHECKED = new Set([
  ...["unsigned", "form-changed", "query-changed", "path-changed", "method-changed", "media-type-changed"],
  ...["unsigned-body", "repeated-name", "two-places", "large-request", "signed-for-another-origin", "host-header"],
  ...["client-enumeration", "timestamp-near", "timestamp-far", "replay"],
]);

describe("a server copied from docs/servers.md", () => {
  test.each(Object.entries(SNIPPETS))(
    "passes the probe: %s",
    async (heading, [name, start]) => {
      const module = await load(`${snippetBelow(heading)}\nexport { ${name} };`);
      const url = await start(module[name]);
      const { failures, stopped, requests } = await probeServer({
        url,
        credentials: { consumerKey: "merchant", consumerSecret: "control-key" },
        request: { origin: "https://gateway.example", host: "gateway.example", path: "/pay" },
        checks: CHECKS.filter(({ id }) => CHECKED.has(id)),
      });
      expect(failures.map(({ id, message }) => [id, message])).toEqual([]);
      expect(stopped).toBeUndefined();
      expect(requests).toBeGreaterThan(100);
    },
    900_000,
  );
});
