/**
 * The adapter for Fastify 5. It imports only types of Fastify.
 *
 * @module
 */

import type { Http2ServerRequest } from "node:http2";
import { Readable } from "node:stream";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import { bodyAlreadyRead } from "./adapter-error.ts";
import { type AdapterOptions, createGuard, type Guard } from "./guard.ts";
import {
  closeStreamAfterResponse,
  discardRest,
  type RejectedMessage,
  type Verified,
  verifyMessage,
} from "./verify-message.ts";

export * from "./public-names.ts";
export type { Verified } from "./verify-message.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The accepted request; set only in scopes of `countersign/fastify`. */
    oauth?: Verified | undefined;
  }
}

const HINT = "register the plugin before hooks that read, decompress or replace the payload";
const FORM = "application/x-www-form-urlencoded";

/**
 * The Fastify plugin. It protects all routes of the scope in which it is registered, and of its inner scopes. It sets
 * `request.oauth` on accepted requests and answers rejected requests itself. It does not change routes of outer scopes.
 *
 * It reads the body before Fastify parses it, whatever the method, and passes the same octets on, so parsers and schemas
 * work as usual. If there is no parser for forms, `request.body` contains the octets of a form; its fields are in
 * `request.oauth.parameters`.
 *
 * Registering the plugin rejects with an {@link AdapterError} `option-malformed`. If an earlier hook read or replaced the
 * payload, the request fails with an {@link AdapterError} `body-already-read`.
 *
 * @example
 * ```ts
 * import fastify from "fastify";
 * import { createVerifier, MemoryNonceStore } from "countersign";
 * import { protect } from "countersign/fastify";
 *
 * const verifier = createVerifier({
 *   origin: "https://gateway.example",
 *   nonceStore: new MemoryNonceStore(),
 *   credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "secret" } : undefined),
 * });
 * const app = fastify();
 * app.get("/health", async () => "ok"); // outside the scope: not protected
 * app.register(async (scope) => {
 *   await scope.register(protect, { verifier });
 *   scope.post("/pay", async (request) => ({ hello: request.oauth!.consumerKey }));
 * });
 * const response = await app.inject({ method: "POST", url: "/pay" });
 * response.statusCode; // => 401
 * ```
 */
export const protect: FastifyPluginAsync<AdapterOptions> = async (scope, options) => {
  const guard = createGuard(withoutFastifyOptions(options));
  scope.decorateRequest("oauth", undefined);
  if (!scope.hasContentTypeParser(FORM)) {
    scope.addContentTypeParser(FORM, { parseAs: "buffer" }, async (_request: FastifyRequest, body: Buffer) => body);
  }
  // Uses a callback: with a promise, Fastify waits until the reply ends for any reason, so it would run the handler
  // if the client closes the connection before the rejection is sent.
  scope.addHook("preParsing", (request, reply, payload, done) => {
    verifyBeforeParsing(guard, request, reply, payload).then(
      (verified) => verified && done(null, verified),
      (error) => done(error),
    );
  });
};

/** `register` also passes on the options of Fastify itself. */
function withoutFastifyOptions(
  options: AdapterOptions & Partial<Record<"prefix" | "logLevel" | "logSerializers", unknown>>,
): AdapterOptions {
  const { prefix: _prefix, logLevel: _logLevel, logSerializers: _logSerializers, ...own } = options;
  return own;
}

// Like the package fastify-plugin: the hook belongs to the scope that registers the plugin, not to a new scope.
Object.assign(protect, {
  [Symbol.for("skip-override")]: true,
  [Symbol.for("fastify.display-name")]: "countersign",
  [Symbol.for("plugin-meta")]: { name: "countersign", fastify: "5.x" },
});

/** Returns the payload of an accepted request; `undefined` for a rejected one, or if the client is gone. */
async function verifyBeforeParsing(
  guard: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
): Promise<Readable | undefined> {
  // An earlier hook replaced the payload, for example with an inflated one.
  if (payload !== request.raw) throw bodyAlreadyRead(HINT);
  const result = await verifyMessage(request.raw, guard, HINT);
  if (result === undefined) {
    reply.hijack();
    return undefined;
  }
  if (result.accepted) {
    request.oauth = result;
    return Readable.from([result.rawBody], { objectMode: false });
  }
  sendRejection(request, reply, result);
  return undefined;
}

function sendRejection({ raw }: FastifyRequest, reply: FastifyReply, { response, close }: RejectedMessage): void {
  const { status, headers, body } = response;
  reply.code(status).headers(headers);
  if (close && !("stream" in raw)) {
    reply.headers({ connection: "close", "content-length": Buffer.byteLength(body) }).send(thenDiscard(raw, body));
    return;
  }
  if (close) closeStreamAfterResponse(raw as unknown as Http2ServerRequest);
  reply.send(body);
}

/** The body of a response that ends once the rest of the request is discarded. */
function thenDiscard(message: FastifyRequest["raw"], body: string): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(body);
    await discardRest(message);
  }
  return Readable.from(chunks());
}
