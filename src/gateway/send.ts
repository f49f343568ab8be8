/**
 * One attempt: sends a signed request, reads the response up to a limit, within a time.
 *
 * @module
 */

import type { SignedRequest } from "../oauth1/index.ts";
import { GatewayError } from "./errors.ts";
import { MAY_HAVE_BEEN_TAKEN } from "./hints.ts";
import type { ReceivedResponse } from "./read-answer.ts";

/** What sends. The platform's `fetch`, or one with an agent, a proxy or a certificate authority of your own. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

/** How an attempt is made. */
export interface SendOptions {
  readonly fetch: Fetch;
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal | undefined;
  readonly movesMoney: boolean;
}

/** Larger than any answer of the gateway. */
const MOST_OCTETS = 1_048_576;

/**
 * Sends.
 *
 * @throws {@link GatewayError} `aborted`, `timeout`, `connection-failed`
 */
export async function send(
  { url, method, headers, body }: SignedRequest,
  { fetch, timeoutMilliseconds, signal, movesMoney }: SendOptions,
): Promise<ReceivedResponse> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const explain = (error: unknown): GatewayError => {
    const hint = movesMoney ? { hint: MAY_HAVE_BEEN_TAKEN } : {};
    if (signal?.aborted) return new GatewayError("aborted", "the call was aborted", { cause: signal.reason, ...hint });
    if (timeout.aborted) {
      return new GatewayError("timeout", `no answer within ${timeoutMilliseconds} ms`, { cause: error, ...hint });
    }
    return new GatewayError("connection-failed", `no answer from ${new URL(url).host}: ${reasonOf(error)}`, {
      cause: error,
      ...hint,
    });
  };
  try {
    signal?.throwIfAborted();
    const init = { method, headers, body: String(body), redirect: "manual", signal: either } as const;
    const response = await fetch(url, init);
    const { status, redirected } = response;
    const contentType = response.headers.get("content-type") ?? undefined;
    const location = response.headers.get("location") ?? undefined;
    // An injected fetch may follow all the same; what it brings is then no answer to what was signed.
    const read = await readOctets(response);
    if (read.cutOff === "broken" && either.aborted) throw read.error;
    return { status: redirected ? 0 : status, contentType, location, octets: read.octets, cutOff: read.cutOff };
  } catch (error) {
    throw explain(error);
  }
}

interface ReadOctets {
  readonly octets: Uint8Array;
  readonly cutOff?: "too-large" | "broken";
  readonly error?: unknown;
}

/** What came before a connection broke is kept. */
async function readOctets(response: Response): Promise<ReadOctets> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      // Leaving the loop cancels the rest.
      if (size > MOST_OCTETS) return { octets: Buffer.concat(chunks), cutOff: "too-large" };
    }
  } catch (error) {
    return { octets: Buffer.concat(chunks), cutOff: "broken", error };
  }
  return { octets: Buffer.concat(chunks) };
}

/** fetch says "fetch failed" and keeps the reason as its cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as {
    readonly cause?: { code?: string; message?: string };
    readonly message?: string;
  };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
