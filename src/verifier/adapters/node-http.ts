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
import { type AdapterOptions, createGuard } from "./guard.ts";
import { sendResponse, type Verified, verifyOrAnswer } from "./verify-message.ts";

export * from "./public-names.ts";
export type { Verified } from "./verify-message.ts";

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
 * the connection while sending its body, the listener does not call the handler.
 *
 * If `oauth.one` throws in the handler, because the client sent a parameter twice, the listener answers 400.
 *
 * Every other error (what the handler or `onRejected` throws, or an {@link AdapterError} `body-already-read`) goes to
 * `process.emitWarning`. The listener then answers 500, or closes the connection if the handler has begun to answer. The
 * server keeps running, because a client may have caused the error.
 *
 * @returns a listener; its promise resolves when the handler has returned and never rejects
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
    try {
      const oauth = await verifyOrAnswer(request, response, guard, HINT);
      if (oauth !== undefined) await handler(request, response, oauth);
    } catch (error) {
      answerError(error, response);
    }
  };
}

function answerError(error: unknown, response: AnyResponse): void {
  const isOfClient = error instanceof ParameterError;
  if (!isOfClient) {
    process.emitWarning(
      error instanceof Error ? error : new Error("a function of the program failed", { cause: error }),
    );
  }
  if (response.headersSent) {
    // The client would wait for the rest.
    if (!response.writableEnded) response.destroy();
    return;
  }
  const { status, message } = isOfClient ? error.publicResponse : { status: 500, message: "" };
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  sendResponse(response, { status, headers, body: message === "" ? "" : `${message}\n` }, !isOfClient);
}
