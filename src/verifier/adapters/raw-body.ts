/**
 * The octets of a body, from a message of node:http: up to a limit, and only if nobody read them before.
 *
 * @module
 */

import type { IncomingMessage } from "node:http";
import { bodyAlreadyRead } from "./adapter-error.ts";

/** What came of reading. `aborted`: the client went away, and there is nobody left to answer. */
export type BodyOutcome =
  | { readonly kind: "whole"; readonly octets: Buffer }
  | { readonly kind: "too-large" }
  | { readonly kind: "aborted" };

/** After the limit octets are thrown away for so long, so that most clients get to read the answer before the close. */
const DISCARD_MILLISECONDS = 500;
const DISCARD_OCTETS = 1_048_576;

/**
 * Reads the body of a message.
 *
 * @param hint - what this framework's programmer can do where the body is gone
 * @throws {@link AdapterError} `body-already-read`
 */
export async function readBody(message: IncomingMessage, limit: number, hint: string): Promise<BodyOutcome> {
  if (message.destroyed && !message.readableEnded) return { kind: "aborted" };
  if (wasRead(message) || message.readableEncoding !== null) {
    if (hadNothing(message)) return { kind: "whole", octets: Buffer.alloc(0) };
    throw bodyAlreadyRead(hint);
  }
  if (Number(message.headers["content-length"] ?? 0) > limit + DISCARD_OCTETS) return { kind: "too-large" };
  return collect(message, limit);
}

/** Whether somebody took octets, or came to the end without any. */
export function wasRead({ readableDidRead, readableEnded }: IncomingMessage): boolean {
  return readableDidRead || readableEnded;
}

/** Whether reading took nothing away: it ended at once, or by its headers (RFC 9112 6.3) there is no body. */
function hadNothing({ readableDidRead, readableEnded, httpVersionMajor, headers }: IncomingMessage): boolean {
  if (readableEnded && !readableDidRead) return true;
  const { "content-length": length = "0", "transfer-encoding": coding } = headers;
  return httpVersionMajor === 1 && coding === undefined && Number(length) === 0;
}

function collect(message: IncomingMessage, limit: number): Promise<BodyOutcome> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let length = 0;
    let discarding: NodeJS.Timeout | undefined;

    const finish = (outcome: BodyOutcome): void => {
      clearTimeout(discarding);
      message.off("data", onData).off("end", onEnd).off("close", onClose).pause();
      resolve(outcome);
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

    // The listener for errors stays: one that comes late, of a body nobody wants any more, must not end the process.
    message
      .on("error", () => {})
      .on("data", onData)
      .on("end", onEnd)
      .on("close", onClose);
    message.resume(); // somebody may have paused it, to wait for something else
  });
}
