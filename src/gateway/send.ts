/**
 * One attempt: sends a signed request, reads the response up to a limit, within a time.
 *
 * @module
 */

import type { SignedRequest } from "../oauth1/index.ts";
import { concatOctets } from "../platform/index.ts";
import { GatewayError } from "./errors.ts";
import { MAY_HAVE_BEEN_TAKEN } from "./hints.ts";
import type { CutOff, ReceivedResponse } from "./read-answer.ts";

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
  /** Whether an earlier attempt may have been taken. */
  readonly isOpen: boolean;
  /** Hides the secrets of this call in what an HTTP client says. */
  readonly redact: (text: string) => string;
}

/** Larger than any answer of the gateway. */
const MOST_OCTETS = 1_048_576;

/**
 * Sends.
 *
 * @throws {@link GatewayError} `aborted`, `timeout`, `connection-failed`
 */
export async function send({ url, ...request }: SignedRequest, options: SendOptions): Promise<ReceivedResponse> {
  const { fetch, timeoutMilliseconds, signal, movesMoney, isOpen, redact } = options;
  const hintFor = (isSent: boolean): string | undefined =>
    movesMoney && (isSent || isOpen) ? MAY_HAVE_BEEN_TAKEN : undefined;
  if (signal?.aborted) {
    throw new GatewayError("aborted", "the call was aborted", { cause: signal.reason, hint: hintFor(false) });
  }
  const stop = createStop(timeoutMilliseconds, signal);
  try {
    const { method, headers, body } = request;
    const init = { method, headers, body: String(body), redirect: "manual", signal: stop.signal } as const;
    const response = await stop.orEnd(fetch(url, init));
    const { status, redirected: isFollowed } = response;
    const contentType = response.headers.get("content-type") ?? undefined;
    const location = response.headers.get("location") ?? undefined;
    const { octets, cutOff } = await readOctets(response, stop);
    return { status, contentType, location, isFollowed, octets, cutOff };
  } catch (error) {
    const { why } = stop;
    if (why !== undefined) throw new GatewayError(why.code, why.message, { cause: why.cause, hint: hintFor(true) });
    const { text, code } = reasonOf(error);
    const cause = Object.assign(new Error(redact(text)), code === undefined ? {} : { code });
    const message = `no answer from ${new URL(url).host}: ${redact(code ?? text)}`;
    throw new GatewayError("connection-failed", message, { cause, hint: hintFor(!NOT_SENT_RE.test(code ?? text)) });
  } finally {
    stop.release();
  }
}

/** No connection came about: nobody there, no agreement on TLS, a certificate that nobody trusts, a port that fetch refuses. */
const NOT_SENT_RE = new RegExp(
  [
    /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|bad port)$/,
    /^ERR_SSL_(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|.*HANDSHAKE_FAILURE|TLSV1_ALERT_.*)$/,
    /CERT|^UNABLE_TO_/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Ends an attempt, also where an injected fetch does not listen to its signal. */
interface Stop {
  readonly signal: AbortSignal;
  /** Why it ended; `undefined` while it goes on. */
  readonly why: CutOff | undefined;
  /** What a promise comes to, or a rejection once the attempt ends. */
  orEnd<Value>(promise: Promise<Value>): Promise<Value>;
  release(): void;
}

function createStop(milliseconds: number, signal: AbortSignal | undefined): Stop {
  const controller = new AbortController();
  let why: CutOff | undefined;
  const end = (reason: CutOff): void => {
    why ??= reason;
    controller.abort(reason.cause);
  };
  const message = `no answer within ${milliseconds} ms`;
  const timer = setTimeout(() => end({ code: "timeout", message, cause: new Error(message) }), milliseconds);
  const abort = (): void => end({ code: "aborted", message: "the call was aborted", cause: signal?.reason });
  signal?.addEventListener("abort", abort);
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
  });
  // Nobody may be listening when it ends.
  ended.catch(() => {});
  return {
    signal: controller.signal,
    get why() {
      return why;
    },
    orEnd: (promise) => Promise.race([promise, ended]),
    release() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

interface ReadOctets {
  readonly octets: Uint8Array;
  readonly cutOff?: CutOff | undefined;
}

/** What came before a body broke off is kept. */
async function readOctets(response: Response, stop: Stop): Promise<ReadOctets> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const chunksToCome = (response.body as AsyncIterable<Uint8Array, undefined> | null)?.[Symbol.asyncIterator]();
  const cut = (cutOff?: CutOff): ReadOctets => {
    // Cancels the rest, which need not come to an end.
    void Promise.resolve(chunksToCome?.return?.()).catch(() => {});
    return { octets: concatOctets(chunks), cutOff };
  };
  try {
    while (chunksToCome !== undefined) {
      const { done, value } = await stop.orEnd(chunksToCome.next());
      if (done) break;
      chunks.push(value);
      size += value.length;
      if (size > MOST_OCTETS) return cut(TOO_LARGE);
    }
    return { octets: concatOctets(chunks) };
  } catch {
    const where = `after ${size} octets of body`;
    const { why } = stop;
    if (why === undefined) return cut({ code: "response-cut-off", message: `the connection broke ${where}` });
    return cut({ ...why, message: `${why.message}, ${where}` });
  }
}

const TOO_LARGE = { code: "response-too-large", message: "the body is larger than an answer of the gateway" } as const;

/** fetch says "fetch failed" and keeps the reason as its cause. */
function reasonOf(error: unknown): { readonly text: string; readonly code: string | undefined } {
  const { cause, message, code } = Object(error) as {
    readonly cause?: { readonly code?: unknown; readonly message?: unknown };
    readonly message?: unknown;
    readonly code?: unknown;
  };
  const known = cause?.code ?? code;
  const text = String(cause?.message || (message ?? error));
  return { text, code: typeof known === "string" ? known : undefined };
}
