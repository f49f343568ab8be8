/**
 * A verifier in front of a node:http or node:https server.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { type AdapterOptions, createGuard, type Guard, type Verified } from "./guard.ts";
import { sendAnswer, verifyMessage } from "./incoming.ts";

export { AdapterError, type AdapterErrorCode } from "./adapter-error.ts";
export type { Answer, ResponseFunction, ResponseStyle } from "./answers.ts";
export type { AdapterOptions, Verified } from "./guard.ts";

/** Handles a request that was accepted. */
export type VerifiedHandler = (request: IncomingMessage, response: ServerResponse, oauth: Verified) => unknown;

const HINT = "give the listener each request before anything else reads it";

/**
 * Makes a request listener that calls the handler for accepted requests only and answers the others itself.
 *
 * Headers are read as they came, so that a repeated one is seen. The body is read up to `bodyLimit` and handed on as
 * `oauth.rawBody`. The handler is not called for a client that goes away in the middle of its body.
 *
 * @returns a listener; its promise rejects with what the handler throws, as that of any async listener does
 * @throws {@link AdapterError} `option-malformed`; later `body-already-read`, as a rejection, after a 500
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { createVerifier, MemoryNonceStore } from "countersign";
 * import { protect } from "countersign/node-http";
 *
 * const verifier = createVerifier({
 *   origin: "https://gateway.example",
 *   nonceStore: new MemoryNonceStore(),
 *   credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "secret" } : undefined),
 * });
 * const server = createServer(
 *   protect({ verifier }, (_request, response, oauth) => {
 *     response.end(`hello ${oauth.consumerKey}\n`);
 *   }),
 * );
 * server.listening; // => false
 * ```
 */
export function protect(
  options: AdapterOptions,
  handler: VerifiedHandler,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const gate = createGuard(options);
  return async (request, response) => {
    const verified = await pass(request, response, gate);
    if (verified !== undefined) await handler(request, response, verified);
  };
}

/** What was proven; `undefined` where nothing was and the client has its answer. */
async function pass(request: IncomingMessage, response: ServerResponse, gate: Guard): Promise<Verified | undefined> {
  try {
    const outcome = await verifyMessage(request, gate, HINT);
    if (outcome?.accepted === true) return outcome;
    if (outcome !== undefined) sendAnswer(response, outcome);
    return undefined;
  } catch (error) {
    if (!response.headersSent) response.writeHead(500, { connection: "close" }).end();
    throw error;
  }
}
