/** Verifies a message of node:http. The adapters for node:http, Express and Fastify use it. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Guard, RejectedRequest, Verified } from "./guard.ts";
import { type BodyResult, readBody, wasRead } from "./read-body.ts";
import type { HttpResponse } from "./rejection-response.ts";
import { headOf } from "./request-head.ts";

/** A message, with the members in which frameworks keep the request line when they change `url` and `method`. */
export type RoutedMessage = IncomingMessage & {
  /** The request target as received; routers remove their mount point from `url`. */
  readonly originalUrl?: string | undefined;
  /** The method as received; method overrides replace `method`. */
  readonly originalMethod?: string | undefined;
};

/** The result; `undefined` if the client closed the connection in the middle of its body. */
export type MessageResult = Verified | (RejectedRequest & { readonly close: boolean }) | undefined;

/**
 * Reads the body and verifies the request.
 *
 * @param hint - what the error `body-already-read` advises
 * @param kept - the octets of the body, if something before the adapter read and kept them
 */
export async function verifyMessage(
  message: RoutedMessage,
  guard: Guard,
  hint: string,
  kept?: Buffer,
): Promise<MessageResult> {
  const method = message.originalMethod ?? message.method ?? "";
  const head = headOf(message, method, message.originalUrl ?? message.url ?? "");
  // If nobody has read the body yet, the octets given as `kept` are not it.
  const isKept = kept !== undefined && wasRead(message);
  const body: BodyResult = isKept ? { kind: "whole", octets: kept } : await readBody(message, guard.bodyLimit, hint);
  if (body.kind === "aborted") return undefined;
  if (body.kind === "too-large" || body.octets.length > guard.bodyLimit) {
    return { ...guard.rejectTooLarge(head), close: !message.complete };
  }
  const result = await guard.verify(head, body.octets);
  return result.accepted ? result : { ...result, close: false };
}

/** Sends a response. `close` closes the connection, because the rest of a body is still to come on it. */
export function sendResponse(response: ServerResponse, { status, headers, body }: HttpResponse, close: boolean): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (close) response.setHeader("connection", "close");
  response.setHeader("content-length", Buffer.byteLength(body));
  response.end(body);
}
