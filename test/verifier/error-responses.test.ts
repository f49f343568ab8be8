/** What frameworks send to the client for an `AuthenticationError` that the application does not handle. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterEach, describe, expect, test, vi } from "vitest";
import { AuthenticationError, createVerifier, MemoryNonceStore, REJECTION_CODES } from "../../src/index.ts";
import { publicResponseOf, reject } from "../../src/verifier/rejections.ts";
import { NOW, ORIGIN, SECRET, signedRequest } from "../signed-request.ts";

/** Sends one request to an application whose handler throws the error. */
type Respond = (error: unknown) => Promise<{ readonly status: number; readonly body: string }>;

const FRAMEWORKS: Readonly<Record<string, Respond>> = {
  async Fastify(error) {
    const app = fastify();
    app.get("/", async () => {
      throw error;
    });
    const { statusCode, body } = await app.inject("/");
    return { status: statusCode, body };
  },
  Express: (error) => respondWithExpress(error, "test"), // with the stack; in development Express also logs the error
  "Express in production": (error) => respondWithExpress(error, "production"),
  async Hono(error) {
    vi.spyOn(console, "error").mockImplementation(() => {}); // Hono logs the error
    const app = new Hono().get("/", () => {
      throw error;
    });
    const response = await app.request("/");
    return { status: response.status, body: await response.text() };
  },
};

async function respondWithExpress(error: unknown, env: string): ReturnType<Respond> {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const app = express().set("env", env);
  app.get("/", () => {
    throw error;
  });
  const server = createServer(app);
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return { status: response.status, body: await response.text() };
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

afterEach(() => void vi.restoreAllMocks());

/** The error for a request of an unknown client, and for one of a known client with the wrong key. */
async function errorsOfStrangers(): Promise<unknown[]> {
  const verifier = createVerifier({
    origin: ORIGIN,
    now: () => NOW,
    nonceStore: new MemoryNonceStore(),
    credentials: ({ consumerKey }) => (consumerKey === "ck" ? { consumerSecret: SECRET } : undefined),
  });
  const requests = [signedRequest({ protocol: { oauth_consumer_key: "unknown" } }), signedRequest({ key: "wrong&" })];
  const errors: unknown[] = [];
  for (const request of requests) await verifier.authenticate(request).catch((error) => errors.push(error));
  expect(errors.map((error) => (error as AuthenticationError).verdict.code)).toEqual([
    "consumer-unknown",
    "signature-mismatch",
  ]);
  return errors;
}

describe.each(Object.entries(FRAMEWORKS))("the error handling of %s", (name, respond) => {
  test("does not reveal which clients exist", async () => {
    const [unknown, known] = await errorsOfStrangers();
    expect(await respond(unknown)).toEqual(await respond(known));
  });

  test("sends only what the public response contains", async () => {
    for (const code of REJECTION_CODES) {
      const problem = { code, message: "for the operator" };
      const { status, body } = await respond(new AuthenticationError(reject([problem], { consumerKey: "claimed" })));
      const expected = publicResponseOf(code);
      if (name !== "Hono") expect(status).toBe(expected.status);
      expect(body).not.toMatch(new RegExp(`${code}|operator|claimed`));
      if (name === "Fastify") {
        const { statusCode, message, error, ...rest } = JSON.parse(body);
        expect({ statusCode, message, rest }).toEqual({ statusCode: status, message: expected.message, rest: {} });
        expect(error).toBeTypeOf("string");
      }
    }
  });
});
