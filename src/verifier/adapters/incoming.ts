/**
 * From a message of node:http to a verdict. Express and Fastify stand on node:http, so their adapters stand on this.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "./answers.ts";
import { type RejectedRequest, type Guard, rejectTooLarge, type Verified } from "./guard.ts";
import { headOf } from "./head.ts";
import { type BodyOutcome, readBody, wasRead } from "./raw-body.ts";

/** A message, with what frameworks keep of its request line when they route it. */
export type RoutedMessage = IncomingMessage & {
  /** The target as received; routers shorten `url` to what is below their mount point. */
  readonly originalUrl?: string | undefined;
  /** The method as received, where `method` was overridden. */
  readonly originalMethod?: string | undefined;
};

/** What came of a message; `undefined` where the client went away. */
export type MessageOutcome = Verified | (RejectedRequest & { readonly close: boolean }) | undefined;

/**
 * Reads the body and verifies.
 *
 * @param kept - the octets, where something in front read them and kept them
 */
export async function verifyMessage(
  message: RoutedMessage,
  gate: Guard,
  hint: string,
  kept?: Buffer,
): Promise<MessageOutcome> {
  const head = headOf(
    message,
    message.originalMethod ?? message.method ?? "",
    message.originalUrl ?? message.url ?? "",
  );
  // What nobody read yet is still to be read, whatever stands in its place.
  const isKept = kept !== undefined && wasRead(message);
  const body: BodyOutcome = isKept ? { kind: "whole", octets: kept } : await readBody(message, gate.bodyLimit, hint);
  if (body.kind === "aborted") return undefined;
  if (body.kind === "too-large" || body.octets.length > gate.bodyLimit) {
    return { ...rejectTooLarge(gate, head), close: !message.complete };
  }
  const outcome = await gate.verify(head, body.octets);
  return outcome.accepted ? outcome : { ...outcome, close: false };
}

/** Sends an answer; a connection on which the rest of a body is still to come is closed. */
export function sendAnswer(
  response: ServerResponse,
  { answer, close }: { readonly answer: Answer; readonly close: boolean },
): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  if (close) response.setHeader("connection", "close");
  response.setHeader("content-length", Buffer.byteLength(answer.body));
  response.end(answer.body);
}
