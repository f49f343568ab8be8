/**
 * The adapter for Express 5, and for frameworks with the same kind of middleware. It does not import Express.
 *
 * @module
 */

import type { ServerResponse } from "node:http";
import { type AdapterOptions, createGuard } from "./guard.ts";
import { type RoutedMessage, type Verified, verifyOrAnswer } from "./verify-message.ts";

export * from "./public-names.ts";
export type { Verified } from "./verify-message.ts";

declare global {
  namespace Express {
    interface Request {
      /** The accepted request; set only after the middleware of `countersign/express`. */
      oauth?: Verified | undefined;
    }
  }
}

/** The members of an Express request that the middleware reads and writes. */
export type MiddlewareRequest = RoutedMessage & {
  readonly body?: unknown;
  readonly rawBody?: unknown;
  oauth?: Verified | undefined;
};

/** Express middleware. */
export type Middleware = (
  request: MiddlewareRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

const HINT =
  "put the middleware before express.json() and express.urlencoded(), or read with express.raw({ inflate: false })";

/**
 * Creates middleware. It sets `request.oauth` on accepted requests and calls `next`; it answers rejected requests itself.
 *
 * It verifies the path of the request line (`originalUrl`), wherever it is mounted. It reads the body, so parsers after
 * it find nothing: take form fields from `request.oauth.parameters` and other bodies from `request.oauth.rawBody`. It
 * uses octets that `express.raw()` read or that are in `request.rawBody`. If the body is already parsed, it calls
 * `next` with an {@link AdapterError} `body-already-read`. If the kept octets come from a body with a Content-Encoding,
 * it rejects the request with `body-malformed`, because the client may have signed other octets.
 *
 * @throws {@link AdapterError} `option-malformed`
 *
 * @example
 * ```ts
 * import express from "express";
 * import { createVerifier, MemoryNonceStore } from "countersign";
 * import { protect } from "countersign/express";
 *
 * const verifier = createVerifier({
 *   origin: "https://gateway.example",
 *   nonceStore: new MemoryNonceStore(),
 *   credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "secret" } : undefined),
 * });
 * const app = express();
 * app.post("/pay", protect({ verifier }), (request, response) => {
 *   response.send(`hello ${request.oauth!.consumerKey}\n`);
 * });
 * ```
 */
export function protect(options: AdapterOptions): Middleware {
  const guard = createGuard(options);
  return (request, response, next) => {
    verifyOrAnswer(request, response, guard, HINT, keptOctets(request)).then((oauth) => {
      if (oauth === undefined) return;
      request.oauth = oauth;
      next();
    }, next);
  };
}

/**
 * The octets that `express.raw()` or the platform kept. If the body has a content coding, they may differ from what was
 * sent.
 */
function keptOctets({ rawBody, body, headers }: MiddlewareRequest): Buffer | "decoded" | undefined {
  const octets = [rawBody, body].find((value) => value instanceof Uint8Array);
  if (octets === undefined) return undefined;
  const { "content-encoding": coding = "identity" } = headers;
  if (coding.toLowerCase() !== "identity") return "decoded";
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
}
