/** Reads the octets of a body from a message of node:http: up to a limit, and only if nothing has read them before. */

import type { IncomingMessage } from "node:http";
import { bodyAlreadyRead } from "./adapter-error.ts";

/** `aborted`: the client closed the connection, so nobody waits for a response. */
export type BodyResult =
  | { readonly kind: "whole"; readonly octets: Buffer }
  | { readonly kind: "too-large" }
  | { readonly kind: "aborted" };

/** Beyond the limit, octets are discarded for this long, so that most clients can read the response before the close. */
const DISCARD_MILLISECONDS = 500;
const DISCARD_OCTETS = 1_048_576;

/**
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
export function wasRead({ readableDidRead, readableEnded }: IncomingMessage): boolean {
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
