/**
 * A program: serves what the module exports that is its argument, unless that listens itself. Whatever port is asked for,
 * it listens on a free one of this machine, and sends the number to its parent.
 */

import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, Server } from "node:net";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import type { Middleware } from "../../../src/verifier/adapters/express.ts";
import { answerAsFunctionUrl } from "../in-front.ts";

const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
  this.once("listening", () => process.send!((this.address() as AddressInfo).port));
  const callback = args.find((value) => typeof value === "function") as () => void;
  return listen.call(this, { port: 0, host: "127.0.0.1" }, callback);
} as typeof listen;

const serve = (listener: RequestListener): unknown => createServer(listener).listen();
const serveFetch = (handle: Parameters<typeof getRequestListener>[0]): unknown => serve(getRequestListener(handle));

/** How the exports of the examples are served, by their names. */
const STARTERS: Readonly<Record<string, (exported: never) => unknown>> = {
  server: (server: Server) => server.listen(),
  handle: serveFetch,
  POST: serveFetch,
  handler: (handler: Parameters<typeof answerAsFunctionUrl>[0]) => serve(answerAsFunctionUrl(handler)),
  app(app: { fetch: Parameters<typeof serveFetch>[0] } | { listen(options: object): unknown } | RequestListener) {
    if (typeof app === "function") return serve(app);
    return "fetch" in app ? serveFetch(app.fetch) : app.listen({ port: 0 });
  },
  middleware: (middleware: Middleware) =>
    serve(express().use(middleware, (request, response) => void response.send(`${request.oauth!.consumerKey}`))),
};

const exported = (await import(pathToFileURL(process.argv[2]!).href)) as Readonly<Record<string, never>>;
for (const [name, value] of Object.entries(exported)) STARTERS[name]?.(value);
