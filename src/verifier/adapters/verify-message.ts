/**
 * Reads and verifies messages of node:http, and answers them. The adapters for node:http, Express and Fastify use it.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyAlreadyRead } from "./adapter-error.ts";
import type { Guard, RejectedRequest, Verified } from "./guard.ts";
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
  // If the body has not been read yet, the octets given as `kept` are not it.
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

/** `aborted`: the client closed the connection, so no response is needed. */
export type BodyResult =
  | { readonly kind: "whole"; readonly octets: Buffer }
  | { readonly kind: "too-large" }
  | { readonly kind: "aborted" };

/** Beyond the limit, octets are discarded for this long, so that most clients can read the response before the close. */
const DISCARD_MILLISECONDS = 500;
const DISCARD_OCTETS = 1_048_576;

/**
 * Reads the octets of a body: up to a limit, and only if nothing has read them before.
 *
 * @param limit - in octets
 * @param hint - what the error advises
 * @throws {@link AdapterError} `body-already-read`
 */
export async function readBody(message: IncomingMessage, limit: number, hint: string): Promise<BodyResult> {
  if (message.destroyed && !message.readableEnded) return { kind: "aborted" };
  if (wasRead(message) || message.readableEncoding !== null) {
    if (wasEmpty(message)) return { kind: "whole", octets: Buffer.alloc(0) };
    throw bodyAlreadyRead(hint);
  }
  if (Number(message.headers["content-length"] ?? 0) > limit + DISCARD_OCTETS) return { kind: "too-large" };
  return collect(message, limit);
}

/** Whether something has read octets, or reached the end of an empty body. */
function wasRead({ readableDidRead, readableEnded }: IncomingMessage): boolean {
  return readableDidRead || readableEnded;
}

/** Whether the body was empty: it ended without an octet, or its headers say so (RFC 9112 6.3). */
function wasEmpty({ readableDidRead, readableEnded, httpVersionMajor, headers }: IncomingMessage): boolean {
  if (readableEnded && !readableDidRead) return true;
  const { "content-length": length = "0", "transfer-encoding": coding } = headers;
  return httpVersionMajor === 1 && coding === undefined && Number(length) === 0;
}

function collect(message: IncomingMessage, limit: number): Promise<BodyResult> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let length = 0;
    let discarding: NodeJS.Timeout | undefined;

    const finish = (result: BodyResult): void => {
      clearTimeout(discarding);
      message.off("data", onData).off("end", onEnd).off("close", onClose).pause();
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      discarding ??= setTimeout(finish, DISCARD_MILLISECONDS, { kind: "too-large" });
      if (length > limit + DISCARD_OCTETS) finish({ kind: "too-large" });
    };
    const onEnd = (): void =>
      finish(length > limit ? { kind: "too-large" } : { kind: "whole", octets: Buffer.concat(chunks, length) });
    const onClose = (): void => finish({ kind: "aborted" });

    // The listener for errors stays: without it, a late error would end the process.
    message
      .on("error", () => {})
      .on("data", onData)
      .on("end", onEnd)
      .on("close", onClose);
    message.resume(); // a middleware may have paused it
  });
}
