/**
 * Reads, verifies and answers messages of node:http, for the adapters for node:http, Express and Fastify.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { Accepted } from "../types.ts";
import { bodyAlreadyRead } from "./adapter-error.ts";
import type { Guard, RejectedRequest } from "./guard.ts";
import type { HttpResponse } from "./rejection-response.ts";
import { headOf, type IncomingHead } from "./request-head.ts";

/** A message, with the members in which frameworks keep the request line when they change `url` and `method`. */
export type RoutedMessage = (IncomingMessage | Http2ServerRequest) &
  Pick<IncomingHead, "originalUrl"> & {
    /** The method as received; method overrides replace `method`. */
    readonly originalMethod?: string | undefined;
  };

/** An accepted request, as the application gets it. */
export interface Verified extends Accepted {
  /** The octets of the body as received; empty if there is none. `parameters` contains the fields of a form. */
  readonly rawBody: Buffer;
}

/** The response to a rejected message, and whether an unread part of the body is still to come. */
export interface RejectedMessage extends RejectedRequest {
  readonly close: boolean;
}

/** The result; `undefined` if the client closed the connection in the middle of its body. */
export type MessageResult = Verified | RejectedMessage | undefined;

/**
 * Reads the body and verifies the request. If the head is enough to reject the request, the body is not read.
 *
 * @param hint - what the error `body-already-read` advises
 * @param kept - the octets of the body, if something before the adapter read and kept them; `decoded` if these may differ
 * from the octets that were sent, because the body has a content coding
 */
export async function verifyMessage(
  message: RoutedMessage,
  guard: Guard,
  hint: string,
  kept?: Buffer | "decoded",
): Promise<MessageResult> {
  // A message that a server received has a method.
  const head = headOf(message, message.originalMethod ?? message.method!);
  if (declaredLength(message.headers) > guard.bodyLimit) {
    return { ...guard.rejectTooLarge(head), close: !message.complete };
  }
  const early = await guard.rejectByHead(head);
  // A body of declared length is not read either, but the connection stays usable.
  if (early !== undefined) return { ...early, close: !message.complete && !hasDeclaredLength(message) };
  // If the body has not been read yet, the octets given as `kept` cannot be its octets.
  const isKept = kept !== undefined && wasRead(message);
  if (isKept && kept === "decoded") {
    const reason = "the body has a Content-Encoding, and something decoded it before its signature was verified";
    return { ...guard.reject("body-malformed", reason, head), close: false };
  }
  const body: BodyResult = isKept
    ? { kind: "whole", octets: kept as Buffer }
    : await readBody(message, guard.bodyLimit, hint);
  if (body.kind === "aborted") return undefined;
  if (body.kind === "too-large" || body.octets.length > guard.bodyLimit) {
    return { ...guard.rejectTooLarge(head), close: !message.complete };
  }
  const result = await guard.verify(head, body.octets);
  return result.accepted ? { ...result, rawBody: body.octets } : { ...result, close: false };
}

/**
 * Verifies a request as {@link verifyMessage} does, and answers it if it is rejected.
 *
 * @returns the accepted request; `undefined` after a rejection, or if the client is gone
 */
export async function verifyOrAnswer(
  message: RoutedMessage,
  response: ServerResponse | Http2ServerResponse,
  guard: Guard,
  hint: string,
  kept?: Buffer | "decoded",
): Promise<Verified | undefined> {
  const result = await verifyMessage(message, guard, hint, kept);
  if (result?.accepted === false) sendResponse(response, result.response, result.close);
  return result?.accepted === true ? result : undefined;
}

/** Whether the length of the body is declared. If not, the body comes in chunks, or in the frames of HTTP/2. */
function hasDeclaredLength({ httpVersionMajor, headers }: RoutedMessage): boolean {
  return httpVersionMajor === 1 && headers["transfer-encoding"] === undefined;
}

function declaredLength(headers: RoutedMessage["headers"]): number {
  return Number(headers["content-length"] ?? 0);
}

/**
 * Sends a response.
 *
 * @param close - whether an unread part of the body is still to come. HTTP/1 then closes the connection; HTTP/2 closes
 * the stream if the client is still sending a while later
 */
export function sendResponse(
  response: ServerResponse | Http2ServerResponse,
  { status, headers, body }: HttpResponse,
  close: boolean,
): void {
  if (response.headersSent || response.destroyed) return;
  const message = response.req;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader("content-length", Buffer.byteLength(body));
  if (!close) {
    response.end(body);
  } else if ("stream" in message) {
    closeStreamAfterResponse(message);
    // `end("")` would end the stream with a separate frame, and curl fails if that frame comes late.
    if (body === "") response.end();
    else response.end(body);
  } else {
    response.setHeader("connection", "close");
    (response as ServerResponse).write(body);
    void discardRest(message).then(() => response.end());
  }
}

/**
 * Discards the rest of a body in HTTP/2 and closes the stream a while after its response (RFC 9113 8.1), unless the client
 * ends it first. Call it before the response ends.
 *
 * An immediate close could end the process: Node.js 20 and 22 abort with a failed assertion if a stream is closed at the
 * moment when a response without a body ends. Also, curl discards a response if the close comes with it.
 */
export function closeStreamAfterResponse(message: Http2ServerRequest): void {
  message.resume();
  message.stream.once("finish", async () => {
    await discardRest(message);
    if (!message.complete) message.stream.close(0); // NO_ERROR
  });
}

/** `aborted`: the client closed the connection, so no response is needed. */
export type BodyResult =
  | { readonly kind: "whole"; readonly octets: Buffer }
  | { readonly kind: "too-large" }
  | { readonly kind: "aborted" };

/** How long the server waits for the rest of a body, so that most clients can read the response before the close. */
const DISCARD_MILLISECONDS = 500;
/** How many octets of the rest the server reads before flow control stops the client. */
const DISCARD_OCTETS = 1_048_576;

/** Discards the rest of a body. Resolves when it has ended, the connection is closed, or the time is over. */
export function discardRest(message: RoutedMessage): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const finish = (): void => {
      clearTimeout(timer);
      message.off("data", onData).off("end", finish).off("close", finish);
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > DISCARD_OCTETS) message.pause();
    };
    const timer = setTimeout(finish, DISCARD_MILLISECONDS).unref();
    // The listener for errors stays: without it, a late error would end the process.
    message.on("error", () => {});
    if (message.destroyed || message.readableEnded) finish();
    else message.on("data", onData).on("end", finish).on("close", finish).resume();
  });
}

/**
 * Reads the octets of a body: up to a limit, and only if nothing has read them before.
 *
 * @param limit - in octets
 * @param hint - what the error advises
 * @throws {@link AdapterError} `body-already-read`
 */
export async function readBody(message: RoutedMessage, limit: number, hint: string): Promise<BodyResult> {
  if (message.destroyed && !message.readableEnded) return { kind: "aborted" };
  if (wasRead(message) || message.readableEncoding !== null) {
    if (wasEmpty(message)) return { kind: "whole", octets: Buffer.alloc(0) };
    throw bodyAlreadyRead(hint);
  }
  return declaredLength(message.headers) > limit ? { kind: "too-large" } : collect(message, limit);
}

/** Whether something has read octets, or reached the end of an empty body. */
function wasRead({ readableDidRead, readableEnded }: RoutedMessage): boolean {
  return readableDidRead || readableEnded;
}

/** Whether the body was empty: it ended without an octet, or the headers announce no octets (RFC 9112 6.3). */
function wasEmpty({ readableDidRead, readableEnded, httpVersionMajor, headers }: RoutedMessage): boolean {
  if (readableEnded && !readableDidRead) return true;
  const { "content-length": length = "0", "transfer-encoding": coding } = headers;
  return httpVersionMajor === 1 && coding === undefined && Number(length) === 0;
}

function collect(message: RoutedMessage, limit: number): Promise<BodyResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (result: BodyResult): void => {
      message.off("data", onData).off("end", onEnd).off("close", onClose).pause();
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else finish({ kind: "too-large" });
    };
    const onEnd = (): void => finish({ kind: "whole", octets: Buffer.concat(chunks, length) });
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
