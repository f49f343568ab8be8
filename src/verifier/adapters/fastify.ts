/**
 * A verifier as a plugin of Fastify 5. Of Fastify only the types are imported.
 *
 * @module
 */

import { Readable } from "node:stream";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import { bodyAlreadyRead } from "./adapter-error.ts";
import { type AdapterOptions, createGuard, type Guard, type Verified } from "./guard.ts";
import { verifyMessage } from "./incoming.ts";

export { AdapterError, type AdapterErrorCode } from "./adapter-error.ts";
export type { Answer, ResponseFunction, ResponseStyle } from "./answers.ts";
export type { AdapterOptions, Verified } from "./guard.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What was proven; there in scopes of `countersign/fastify`, once the request is accepted. */
    oauth?: Verified | undefined;
  }
}

const HINT = "register the plugin before hooks that read, decompress or replace the payload";
const FORM = "application/x-www-form-urlencoded";

/**
 * The plugin: all routes of the scope that it is registered in, and of the scopes inside, get accepted requests only,
 * with `request.oauth` set; the others it answers itself. Routes of the scopes around are not touched.
 *
 * It reads the body before Fastify parses it, whatever the method, and hands the same octets on, so that parsers and
 * schemas work as ever. Where nobody reads forms, it lets `request.body` be their octets; the fields are in
 * `request.oauth.parameters`.
 *
 * Registering throws an {@link AdapterError} `option-malformed`; a payload that an earlier hook read or replaced gets an
 * {@link AdapterError} `body-already-read` as the request's error.
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
 * app.get("/health", async () => "well"); // outside of the scope
 * app.register(async (scope) => {
 *   await scope.register(protect, { verifier });
 *   scope.post("/pay", async (request) => ({ hello: request.oauth?.consumerKey }));
 * });
 * ```
 */
export const protect: FastifyPluginAsync<AdapterOptions> = async (scope, options) => {
  const gate = createGuard(options);
  scope.decorateRequest("oauth", undefined);
  if (!scope.hasContentTypeParser(FORM)) {
    scope.addContentTypeParser(FORM, { parseAs: "buffer" }, async (_request: FastifyRequest, body: Buffer) => body);
  }
  scope.addHook("preParsing", (request, reply, payload) => verifyBeforeParsing(gate, request, reply, payload));
};

// What the package fastify-plugin does: the hook belongs to the scope that registers the plugin, not to one of its own.
Object.assign(protect, {
  [Symbol.for("skip-override")]: true,
  [Symbol.for("fastify.display-name")]: "countersign",
  [Symbol.for("plugin-meta")]: { name: "countersign", fastify: "5.x" },
});

async function verifyBeforeParsing(
  gate: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
): Promise<RequestPayload | FastifyReply> {
  // A payload that is not the message itself is what a hook made of it: inflated, say.
  if (payload !== request.raw) throw bodyAlreadyRead(HINT);
  const outcome = await verifyMessage(request.raw, gate, HINT);
  if (outcome === undefined) return reply.hijack();
  if (outcome.accepted) {
    request.oauth = outcome;
    return Readable.from([outcome.rawBody], { objectMode: false });
  }
  const { response, close } = outcome;
  if (close) reply.header("connection", "close");
  return reply.code(response.status).headers(response.headers).send(response.body);
}
