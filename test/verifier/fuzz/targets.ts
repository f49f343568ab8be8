/** Every adapter on the servers that it works with. A rejection is answered as the request asks in `x-answer`. */

import { createServer, type Server } from "node:http";
import { createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import fastify, { type FastifyInstance } from "fastify";
import { Hono } from "hono";
import { protect as protectExpress } from "../../../src/verifier/adapters/express.ts";
import { protect as protectFastify } from "../../../src/verifier/adapters/fastify.ts";
import type { AdapterOptions } from "../../../src/verifier/adapters/guard.ts";
import { protect } from "../../../src/verifier/adapters/node-http.ts";
import { type IncomingHead, protect as protectWeb } from "../../../src/verifier/adapters/web.ts";
import type { Accepted } from "../../../src/verifier/types.ts";

/** What an application behind an adapter gets from the program around it. */
export interface Surroundings {
  readonly options: AdapterOptions;
  /** Writes an accepted request as JSON. */
  readonly seen: (oauth: Accepted & { readonly rawBody: Uint8Array }) => string;
  /** Counts a promise until it is settled. */
  readonly pending: (promise: Promise<unknown>) => void;
}

/** A server of HTTP/1.1 or HTTP/2 that does not listen yet. */
export interface Target {
  readonly protocol: 1 | 2;
  /** Whether the adapter sees the request as received, and not as the platform rewrote it. @default true */
  readonly isAsReceived?: boolean;
  /** Whether the adapter gets a Web `Request`. @default false */
  readonly isWeb?: boolean;
  readonly build: (surroundings: Surroundings) => Server | Promise<Server>;
}

export const ACCEPTED: Readonly<Record<string, string>> = {
  "content-type": "application/json",
  "x-verdict": "accepted",
};

function honoServer(givesIncoming: boolean): Target["build"] {
  return ({ options, seen, pending }) => {
    const app = new Hono<{ Bindings: { incoming: IncomingHead } }>();
    const protectRequest = protectWeb(options);
    app.all("*", (context) => {
      const incoming = givesIncoming ? context.env.incoming : undefined;
      const answer = protectRequest(context.req.raw, (oauth) => context.body(seen(oauth), 200, ACCEPTED), incoming);
      pending(answer);
      return answer;
    });
    return createServer(getRequestListener(app.fetch));
  };
}

async function fastifyServer(app: FastifyInstance, { options, seen }: Surroundings): Promise<Server> {
  await app.register(protectFastify, options);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) => body);
  app.all("/*", (request, reply) => reply.headers(ACCEPTED).send(seen(request.oauth!)));
  await app.ready();
  return app.server;
}

/** The targets of each adapter: by its sub-path of the package, then by name. */
export const TARGETS_OF: Readonly<Record<string, Readonly<Record<string, Target>>>> = {
  "node-http": {
    "node:http": {
      protocol: 1,
      build({ options, seen, pending }) {
        const listener = protect(options, (_request, response, oauth) => {
          response.writeHead(200, ACCEPTED).end(seen(oauth));
        });
        return createServer((request, response) => pending(listener(request, response)));
      },
    },
    "node:http2": {
      protocol: 2,
      build({ options, seen, pending }) {
        const listener = protect<Http2ServerRequest, Http2ServerResponse>(options, (_request, response, oauth) => {
          response.writeHead(200, ACCEPTED).end(seen(oauth));
        });
        // It has what a test of it needs: the same events.
        return createHttp2Server((request, response) => pending(listener(request, response))) as unknown as Server;
      },
    },
  },
  express: {
    Express: {
      protocol: 1,
      build: ({ options, seen }) =>
        createServer(
          express().use(protectExpress(options), (request, response) => {
            response.set(ACCEPTED).end(seen(request.oauth!));
          }),
        ),
    },
  },
  fastify: {
    "Fastify on HTTP/1.1": { protocol: 1, build: (surroundings) => fastifyServer(fastify(), surroundings) },
    "Fastify on HTTP/2": {
      protocol: 2,
      // The two have different types.
      build: (surroundings) => fastifyServer(fastify({ http2: true }) as unknown as FastifyInstance, surroundings),
    },
  },
  web: {
    "Web Request": { protocol: 1, isAsReceived: false, isWeb: true, build: honoServer(false) },
    "Web Request with the message": { protocol: 1, isWeb: true, build: honoServer(true) },
  },
};

/** All targets by name. */
export const targets: Readonly<Record<string, Target>> = Object.assign({}, ...Object.values(TARGETS_OF));
