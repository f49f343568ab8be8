/**
 * The same small application in each framework, on a real socket: it answers an accepted request with what the adapter gave it.
 */

import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import express, { type ErrorRequestHandler } from "express";
import fastify, { type FastifyError, type FastifyInstance } from "fastify";
import { Hono } from "hono";
import { protect as protectExpress } from "../../../src/verifier/adapters/express.ts";
import { protect as protectFastify } from "../../../src/verifier/adapters/fastify.ts";
import { type AdapterOptions, protect as protectListener } from "../../../src/verifier/adapters/node-http.ts";
import { type IncomingHead, protect as protectWeb, type Verified } from "../../../src/verifier/adapters/web.ts";
import { tls } from "./certificate.ts";

/** What the application answers. */
export interface Seen {
  readonly consumerKey: string;
  readonly parameters: readonly (readonly [name: string, value: string, origin: string])[];
  readonly body: string;
  readonly rawBody: string;
}

/** A server that listens. */
export interface Running {
  readonly origin: string;
  readonly port: number;
  readonly encrypted: boolean;
  /** How often the application was reached. */
  readonly handled: () => number;
  /**
   * The errors that the framework got; with node:http, the process. A server here must not filter them: a client that
   * disconnects causes no error in an adapter, so the adapter does not call what comes next, and reports nothing.
   */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

/** A mistake in front of the verifier. */
export type Spoiler = "none" | "parses-the-body";

/** Starts the application in one framework. */
export type Start = (options: AdapterOptions, encrypted: boolean, spoiler?: Spoiler) => Promise<Running>;

type Build = (options: AdapterOptions, state: State, spoiler: Spoiler) => RequestListener | Promise<RequestListener>;

interface State {
  handled: number;
  readonly errors: unknown[];
  /** What closing the server does first. */
  readonly closing: (() => unknown)[];
}

/** An accepted request of any adapter. */
type AnyVerified = Omit<Verified, "rawBody"> & { readonly rawBody: Uint8Array };

function seen({ consumerKey, parameters, body, rawBody }: AnyVerified, state: State): Seen {
  state.handled += 1;
  return {
    consumerKey,
    parameters: parameters.map(({ name, value, origin }) => [String(name), String(value), origin]),
    body,
    rawBody: Buffer.from(rawBody).toString("latin1"),
  };
}

function starter(build: Build): Start {
  return async (options, encrypted, spoiler = "none") => {
    const state: State = { handled: 0, errors: [], closing: [] };
    const listener = await build(options, state, spoiler);
    const server = encrypted ? createHttpsServer(tls, listener) : createHttpServer(listener);
    const port = await listen(server);
    return {
      origin: `${encrypted ? "https" : "http"}://127.0.0.1:${port}`,
      port,
      encrypted,
      handled: () => state.handled,
      errors: state.errors,
      close: async () => {
        for (const end of state.closing) end();
        await close(server);
      },
    };
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const nodeHttp = starter((options, state, spoiler) => {
  const listener = protectListener(options, (_request, response, oauth) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(seen(oauth, state)));
  });
  const note = (warning: Error): number => state.errors.push(warning);
  process.on("warning", note);
  state.closing.push(() => process.off("warning", note));
  return async (request, response) => {
    if (spoiler === "parses-the-body") for await (const _chunk of request);
    await listener(request, response);
  };
});

function expressAt(mount: string): Start {
  return starter((options, state, spoiler) => {
    const app = express();
    if (spoiler === "parses-the-body") app.use(express.json(), express.urlencoded());
    const router = express.Router();
    router.use(protectExpress(options), (request, response) => {
      response.json(seen(request.oauth!, state));
    });
    app.use(mount, router);
    const onError: ErrorRequestHandler = (error, _request, response, _next) => {
      state.errors.push(error);
      response.sendStatus(500);
    };
    return app.use(onError);
  });
}

const fastifyServer = starter(async (options, state, spoiler) => {
  let app: RequestListener | undefined;
  const instance: FastifyInstance = fastify({
    serverFactory: (handler) => {
      app = handler;
      return createHttpServer(handler);
    },
  });
  if (spoiler === "parses-the-body") {
    instance.addHook("preParsing", async (_request, _reply, payload) => {
      for await (const _chunk of payload);
    });
  }
  instance.setErrorHandler((error: FastifyError, _request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode === 500) state.errors.push(error);
    return reply.code(statusCode).send();
  });
  await instance.register(protectFastify, options);
  instance.all("/*", async (request) => seen(request.oauth!, state));
  await instance.ready();
  return app!;
});

function hono(givesIncoming: boolean): Start {
  return starter((options, state, spoiler) => {
    const app = new Hono<{ Bindings: { incoming: IncomingHead } }>();
    const protectRequest = protectWeb(options);
    if (spoiler === "parses-the-body") {
      app.use(async (context, next) => {
        await context.req.parseBody();
        await next();
      });
    }
    app.all("*", (context) => {
      const incoming = givesIncoming ? context.env.incoming : undefined;
      return protectRequest(context.req.raw, (oauth) => context.json(seen(oauth, state)), incoming);
    });
    app.onError((error, context) => {
      state.errors.push(error);
      return context.text("", 500);
    });
    return getRequestListener(app.fetch);
  });
}

/** The servers of each adapter: by its sub-path of the package, then by name. */
export const SERVERS_OF: Readonly<Record<string, Readonly<Record<string, Start>>>> = {
  "node-http": { "node:http": nodeHttp },
  express: { Express: expressAt("/"), "Express, mounted": expressAt("/api") },
  fastify: { Fastify: fastifyServer },
  web: { "Hono on Web Request": hono(false), "Hono on Web Request, as received": hono(true) },
};

/** All servers by name. */
export const SERVERS: Readonly<Record<string, Start>> = Object.assign({}, ...Object.values(SERVERS_OF));
