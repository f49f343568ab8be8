/**
 * A program: servers of HTTP/2 that protect every path. Its arguments are the framework (`node` or `fastify`) and, for each
 * server, the number of octets in the body of its rejections. It prints their ports.
 */

import { createServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { protect as protectFastify } from "../../../src/verifier/adapters/fastify.ts";
import { type AdapterOptions, protect } from "../../../src/verifier/adapters/node-http.ts";
import { createTestVerifier } from "./verifiers.ts";

const [framework, ...lengths] = process.argv.slice(2);

/** Starts a server, and returns its port. */
async function listen(length: number): Promise<number> {
  const body = "x".repeat(length);
  const options: AdapterOptions = {
    verifier: createTestVerifier(),
    rejectionResponse: ({ publicResponse: { status } }) => ({ status, headers: {}, body }),
  };
  if (framework === "fastify") {
    // The two have different types.
    const app = fastify({ http2: true }) as unknown as FastifyInstance;
    await app.register(protectFastify, options);
    app.all("/*", async () => "accepted");
    await app.listen({ port: 0, host: "127.0.0.1" });
    return (app.server.address() as AddressInfo).port;
  }
  const server = createServer(
    protect<Http2ServerRequest, Http2ServerResponse>(options, (_request, response) => void response.end("accepted")),
  );
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

process.stdout.write(`${await Promise.all(lengths.map(Number).map(listen))}\n`);
