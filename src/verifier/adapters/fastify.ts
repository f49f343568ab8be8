/**
 * The adapter for Fastify 5. It imports only types of Fastify.
 *
 * @module
 */

import type { Http2ServerRequest } from "node:http2";
import { Readable } from "node:stream";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import { bodyAlreadyRead } from "./adapter-error.ts";
import { type AdapterOptions, createGuard, type Guard, type Verified } from "./guard.ts";
import { closeStreamAfterResponse, discardRest, verifyMessage } from "./verify-message.ts";

export * from "./public-names.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The accepted request; set only in scopes of `countersign/fastify`. */
    oauth?: Verified | undefined;
  }
}

const HINT = "register the plugin before hooks that read, decompress or replace the payload";
const FORM = "application/x-www-form-urlencoded";

/**
 * The Fastify plugin. It protects all routes of the scope in which it is registered, and of the scopes inside. It sets
 * `request.oauth` on accepted requests and answers rejected requests itself. It does not change routes of outer scopes.
 *
 * It reads the body before Fastify parses it, whatever the method, and passes the same octets on, so parsers and schemas
 * work as usual. If there is no parser for forms, `request.body` of a form is its octets; the fields are in
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
 *   scope.post("/pay", async (request) => ({ hello: request.oauth?.consumerKey }));
 * });
 * const response = await app.inject({ method: "POST", url: "/pay" });
 * response.statusCode; // => 401
 * ```
 */
export const protect: FastifyPluginAsync<AdapterOptions> = async (scope, options) => {
  const guard = createGuard(options);
  scope.decorateRequest("oauth", undefined);
  if (!scope.hasContentTypeParser(FORM)) {
    scope.addContentTypeParser(FORM, { parseAs: "buffer" }, async (_request: FastifyRequest, body: Buffer) => body);
  }
  scope.addHook("preParsing", (request, reply, payload) => verifyBeforeParsing(guard, request, reply, payload));
};

// As the package fastify-plugin does: the hook belongs to the scope that registers the plugin, not to a scope of its own.
Object.assign(protect, {
  [Symbol.for("skip-override")]: true,
  [Symbol.for("fastify.display-name")]: "countersign",
  [Symbol.for("plugin-meta")]: { name: "countersign", fastify: "5.x" },
});

async function verifyBeforeParsing(
  guard: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
): Promise<RequestPayload | FastifyReply> {
  // A hook before this one replaced the payload, for example by an inflated one.
  if (payload !== request.raw) throw bodyAlreadyRead(HINT);
  const result = await verifyMessage(request.raw, guard, HINT);
  if (result === undefined) return reply.hijack();
  if (result.accepted) {
    request.oauth = result;
    return Readable.from([result.rawBody], { objectMode: false });
  }
  const { status, headers, body } = result.response;
  reply.code(status).headers(headers);
  if (!result.close) return reply.send(body);
  if ("stream" in request.raw) {
    closeStreamAfterResponse(request.raw as unknown as Http2ServerRequest);
    return reply.send(body);
  }
  const length = Buffer.byteLength(body);
  return reply.headers({ connection: "close", "content-length": length }).send(thenDiscard(request.raw, body));
}

/** The body of a response that ends once the rest of the request is discarded. */
function thenDiscard(message: FastifyRequest["raw"], body: string): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(body);
    await discardRest(message);
  }
  return Readable.from(chunks());
}
