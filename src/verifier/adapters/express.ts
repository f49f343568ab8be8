/**
 * A verifier as middleware of Express 5 (and of anything that calls middleware alike). Express itself is not imported.
 *
 * @module
 */

import type { ServerResponse } from "node:http";
import { type AdapterOptions, createGuard, type Guard, type Verified } from "./guard.ts";
import { type RoutedMessage, sendAnswer, verifyMessage } from "./incoming.ts";

export { AdapterError, type AdapterErrorCode } from "./adapter-error.ts";
export type { Answer, ResponseFunction, ResponseStyle } from "./answers.ts";
export type { AdapterOptions, Verified } from "./guard.ts";

declare global {
  namespace Express {
    interface Request {
      /** What was proven; there behind the middleware of `countersign/express`, and nowhere else. */
      oauth?: Verified | undefined;
    }
  }
}

/** What the middleware reads and writes of an Express request. */
export type MiddlewareRequest = RoutedMessage & {
  readonly body?: unknown;
  readonly rawBody?: unknown;
  oauth?: Verified | undefined;
};

/** Middleware of Express 5. */
export type Middleware = (
  request: MiddlewareRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

const HINT =
  "put the middleware before express.json() and express.urlencoded(), or read with express.raw({ inflate: false })";

/**
 * Makes middleware that lets accepted requests pass, with `request.oauth` set, and answers the others itself.
 *
 * It verifies the path of the request line (`originalUrl`), wherever it is mounted. It reads the body, so parsers behind
 * it find nothing: form fields are in `request.oauth.parameters`, other bodies in `request.oauth.rawBody`. Octets that
 * were kept, by `express.raw()` or as `request.rawBody`, are used; a body that was parsed is refused as a mistake of the
 * program, with an {@link AdapterError} `body-already-read` given to `next`.
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
 *   response.send(`hello ${request.oauth?.consumerKey}\n`);
 * });
 * ```
 */
export function protect(options: AdapterOptions): Middleware {
  const gate = createGuard(options);
  return (request, response, next) => {
    passes(request, response, gate).then((passed) => {
      if (passed) next();
    }, next);
  };
}

async function passes(request: MiddlewareRequest, response: ServerResponse, gate: Guard): Promise<boolean> {
  const outcome = await verifyMessage(request, gate, HINT, keptOctets(request));
  if (outcome === undefined) return false;
  if (outcome.accepted) request.oauth = outcome;
  else sendAnswer(response, outcome);
  return outcome.accepted;
}

/** What `express.raw()` or the platform kept; not if it may have been inflated, for then it is not what was sent. */
function keptOctets({ rawBody, body, headers }: MiddlewareRequest): Buffer | undefined {
  const octets = [rawBody, body].find((value) => value instanceof Uint8Array);
  const { "content-encoding": coding = "identity" } = headers;
  if (octets === undefined || coding.toLowerCase() !== "identity") return undefined;
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
}
