/**
 * The adapter for servers of node:http, node:https and node:http2.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { kindOf } from "../../oauth1/errors.ts";
import { ParameterError } from "../one-parameter.ts";
import { AdapterError } from "./adapter-error.ts";
import { type AdapterOptions, createGuard, type Guard, type Verified } from "./guard.ts";
import { sendResponse, verifyMessage } from "./verify-message.ts";

export * from "./public-names.ts";

/** A request of HTTP/1 or HTTP/2. */
export type AnyRequest = IncomingMessage | Http2ServerRequest;
/** A response of HTTP/1 or HTTP/2. */
export type AnyResponse = ServerResponse | Http2ServerResponse;

/** Handles an accepted request. */
export type VerifiedHandler<
  Request extends AnyRequest = IncomingMessage,
  Response extends AnyResponse = ServerResponse,
> = (request: Request, response: Response, oauth: Verified) => unknown;

const HINT = "give each request to this listener before anything else reads it";

/**
 * Creates a request listener. It calls the handler for accepted requests only and answers rejected ones itself.
 *
 * The listener reads the body up to `bodyLimit` octets; the handler finds it in `oauth.rawBody`. If the client closes
 * the connection in the middle of its body, the listener does not call the handler.
 *
 * If `oauth.one` throws in the handler, because the client sent a parameter twice, the listener answers 400.
 *
 * An error before the handler is a mistake in the program, such as an {@link AdapterError} `body-already-read` or what
 * `onRejected` throws. The listener answers it with 500 and passes it to `process.emitWarning`: the server keeps running, because
 * an unsigned request may have triggered it.
 *
 * @returns a listener; its promise rejects with anything else that the handler throws
 * @throws {@link AdapterError} `option-malformed`
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
export function protect<Request extends AnyRequest = IncomingMessage, Response extends AnyResponse = ServerResponse>(
  options: AdapterOptions,
  handler: VerifiedHandler<Request, Response>,
): (request: Request, response: Response) => Promise<void> {
  const guard = createGuard(options);
  if (typeof handler !== "function") {
    throw new AdapterError("option-malformed", `handler must be a function, got ${kindOf(handler)}`);
  }
  return async (request, response) => {
    const verified = await verifyOrAnswer(request, response, guard);
    if (verified === undefined) return;
    try {
      await handler(request, response, verified);
    } catch (error) {
      // If a client sends a parameter twice, that must not end the process, as an error of the program does.
      if (!(error instanceof ParameterError) || response.headersSent) throw error;
      const { status, message } = error.publicResponse;
      const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
      sendResponse(response, { status, headers, body: `${message}\n` }, false);
    }
  };
}

/** `undefined` if the listener has answered, or the client is gone. */
async function verifyOrAnswer(request: AnyRequest, response: AnyResponse, guard: Guard): Promise<Verified | undefined> {
  try {
    const result = await verifyMessage(request, guard, HINT);
    if (result?.accepted === true) return result;
    if (result !== undefined) sendResponse(response, result.response, result.close);
    return undefined;
  } catch (error) {
    sendResponse(response, { status: 500, headers: {}, body: "" }, true);
    process.emitWarning(
      error instanceof Error ? error : new Error("a function of the program failed", { cause: error }),
    );
    return undefined;
  }
}
