/** Runs servers for the tests of adapters, and reads answers from the wire. */

import { afterEach } from "vitest";
import type { AdapterOptions } from "../../../src/verifier/adapters/guard.ts";
import type { Verifier } from "../../../src/verifier/types.ts";
import type { ToSend } from "./clients.ts";
import type { Running, Spoiler, Start } from "./servers.ts";
import { SERVERS } from "./servers.ts";
import { createTestVerifier, toSend } from "./verifiers.ts";

/** A form that is signed. */
export const FORM = { method: "POST", target: "/api/pay", form: { amount: "10.42", note: "two words & ü" } };

/** Each framework over http and TLS. */
export const SETTINGS: readonly { name: string; framework: string; start: Start; encrypted: boolean }[] =
  Object.entries(SERVERS).flatMap(([name, start]) => [
    { name: `${name} over http`, framework: name, start, encrypted: false },
    { name: `${name} over TLS`, framework: name, start, encrypted: true },
  ]);

export function signedGet(origin: string): ToSend {
  return toSend({ method: "GET", origin, target: "/api/orders" });
}

export function withHeaders(request: ToSend, headers: Record<string, string>): ToSend {
  return { ...request, headers: { ...request.headers, ...headers } };
}

export function asText({ method, path, headers, body }: ToSend): string {
  const octets = Buffer.from(body as string);
  const lines = Object.entries({ host: "h", ...headers, "content-length": octets.length });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${octets}`;
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
}

/** One answer with its length, complete. */
export function isWhole(answer: string): boolean {
  const [, length] = /^content-length: (\d+)\r$/im.exec(answer) ?? [];
  return length !== undefined && answer.length >= answer.indexOf("\r\n\r\n") + 4 + Number(length);
}

/** Starts a server for each test and stops what the last one started. */
export function runnerOf(
  start: Start,
  encrypted: boolean,
  use: (running: Running) => void,
): (
  options?: Partial<AdapterOptions>,
  policy?: Parameters<typeof createTestVerifier>[0],
  spoiler?: Spoiler,
) => Promise<void> {
  const running: Running[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.close()));
  });
  return async (
    options: Partial<AdapterOptions> = {},
    policy: Parameters<typeof createTestVerifier>[0] = {},
    spoiler: Spoiler = "none",
  ): Promise<void> => {
    const verifier: Verifier = createTestVerifier(policy);
    const server = await start({ verifier, ...options }, encrypted, spoiler);
    running.push(server);
    use(server);
  };
}
