/**
 * From a message of node:http to a verdict. Express and Fastify stand on node:http, so their adapters stand on this.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { type Declined, type Gate, refuseTooLarge, type Verified } from "./gate.ts";
import { headOf } from "./head.ts";
import { type BodyOutcome, readBody } from "./raw-body.ts";

/** A message, with what frameworks keep of its request line when they route it. */
export type RoutedMessage = IncomingMessage & {
  /** The target as received; routers shorten `url` to what is below their mount point. */
  readonly originalUrl?: string | undefined;
  /** The method as received, where `method` was overridden. */
  readonly originalMethod?: string | undefined;
};

/** What came of a message; `undefined` where the client went away. */
export type MessageOutcome = Verified | (Declined & { readonly close: boolean }) | undefined;

/** Where a framework keeps octets that it read itself. */
export type KeptOctets = Buffer | undefined;

/** Reads the body, unless the framework kept it, and verifies. */
export async function verifyMessage(
  message: RoutedMessage,
  gate: Gate,
  hint: string,
  kept?: KeptOctets,
): Promise<MessageOutcome> {
  const head = headOf(
    message,
    message.originalMethod ?? message.method ?? "",
    message.originalUrl ?? message.url ?? "",
  );
  const body: BodyOutcome =
    kept === undefined ? await readBody(message, gate.bodyLimit, hint) : { kind: "whole", octets: kept };
  if (body.kind === "aborted") return undefined;
  if (body.kind === "too-large" || body.octets.length > gate.bodyLimit) {
    return { ...refuseTooLarge(gate, head), close: !message.complete };
  }
  const outcome = await gate.verify(head, body.octets);
  return outcome.ok ? outcome : { ...outcome, close: false };
}

/** Sends an answer; a connection on which the rest of a body is still to come is closed. */
export function sendAnswer(response: ServerResponse, { answer, close }: Declined & { readonly close: boolean }): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  if (close) response.setHeader("connection", "close");
  response.setHeader("content-length", Buffer.byteLength(answer.body));
  response.end(answer.body);
}
