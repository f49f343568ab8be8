/** Sends a signed request once, and reads the response up to a size and within a time. */

import type { SignedRequest } from "../oauth1/index.ts";
import { concatOctets } from "../platform/index.ts";
import { CHECK_ORDER_STATUS, GatewayError } from "./errors.ts";
import type { CutOff, ReceivedResponse } from "./response.ts";

/** The platform's `fetch`, or another function that adds an agent, a proxy or a certificate authority. */
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

export interface SendOptions {
  readonly fetch: Fetch;
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal | undefined;
  readonly movesMoney: boolean;
  /** Whether the gateway may have accepted an earlier attempt. */
  readonly mayBeAccepted: boolean;
  /** Hides the secrets of this call in messages of the HTTP client. */
  readonly redact: (text: string) => string;
}

/** Larger than any answer of the gateway. */
const MAX_OCTETS = 1_048_576;

/** @throws {@link GatewayError} `aborted`, `timeout`, `connection-failed` */
export async function send({ url, ...request }: SignedRequest, options: SendOptions): Promise<ReceivedResponse> {
  const { fetch, timeoutMilliseconds, signal, movesMoney, mayBeAccepted, redact } = options;
  const hintFor = (isSent: boolean): string | undefined =>
    movesMoney && (isSent || mayBeAccepted) ? CHECK_ORDER_STATUS : undefined;
  if (signal?.aborted) {
    throw new GatewayError("aborted", "the call was aborted", { cause: signal.reason, hint: hintFor(false) });
  }
  const deadline = createDeadline(timeoutMilliseconds, signal);
  try {
    const { method, headers, body } = request;
    const init = { method, headers, body: String(body), redirect: "manual", signal: deadline.signal } as const;
    const response = await deadline.limit(fetch(url, init));
    const { status, redirected: isRedirected } = response;
    const contentType = response.headers.get("content-type") ?? undefined;
    const location = response.headers.get("location") ?? undefined;
    const retryAfterSeconds = secondsUntil(response.headers.get("retry-after"));
    const { octets, cutOff } = await readOctets(response, deadline);
    return { status, contentType, location, retryAfterSeconds, isRedirected, octets, cutOff };
  } catch (error) {
    const { reason } = deadline;
    if (reason !== undefined) {
      throw new GatewayError(reason.code, reason.message, { cause: reason.cause, hint: hintFor(true) });
    }
    const { text, code } = causeOf(error);
    const cause = Object.assign(new Error(redact(text)), code === undefined ? {} : { code });
    const message = `no answer from ${new URL(url).host}: ${redact(code ?? text)}`;
    const isSent = !NOT_SENT.some((pattern) => pattern.test(code ?? text));
    throw new GatewayError("connection-failed", message, { cause, hint: hintFor(isSent) });
  } finally {
    deadline.release();
  }
}

/** The value of Retry-After: seconds, or a date (RFC 9110 10.2.3). */
function secondsUntil(value: string | null): number | undefined {
  const text = value?.trim() ?? "";
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  if (!text.endsWith(" GMT")) return undefined;
  const seconds = Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Failures before anything is sent: no server, no common TLS version, an untrusted certificate, or a port that fetch blocks. */
const NOT_SENT = [
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|bad port)$/,
  /^ERR_SSL_(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|.*HANDSHAKE_FAILURE|TLSV1_ALERT_.*)$/,
  /CERT|^UNABLE_TO_/,
];

/** Ends an attempt, even if the given `fetch` ignores its signal. */
function createDeadline(milliseconds: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  let reason: CutOff | undefined;
  const end = (cutOff: CutOff): void => {
    reason ??= cutOff;
    controller.abort(cutOff.cause);
  };
  const message = `no answer within ${milliseconds} ms`;
  const timer = setTimeout(() => end({ code: "timeout", message, cause: new Error(message) }), milliseconds);
  const abort = (): void => end({ code: "aborted", message: "the call was aborted", cause: signal?.reason });
  signal?.addEventListener("abort", abort);
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
  });
  // Without a handler, Node would report an unhandled rejection.
  ended.catch(() => {});
  return {
    signal: controller.signal,
    /** Why the attempt ended; `undefined` before that. */
    get reason(): CutOff | undefined {
      return reason;
    },
    /** Settles as the promise does, or rejects when the attempt ends. */
    limit: <Value>(promise: Promise<Value>): Promise<Value> => Promise.race([promise, ended]),
    release(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

/** Keeps the octets that arrived before the body broke off. */
async function readOctets(
  response: Response,
  deadline: ReturnType<typeof createDeadline>,
): Promise<{ readonly octets: Uint8Array; readonly cutOff?: CutOff | undefined }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const iterator = (response.body as AsyncIterable<Uint8Array, undefined> | null)?.[Symbol.asyncIterator]();
  try {
    while (iterator !== undefined) {
      const { done, value } = await deadline.limit(iterator.next());
      if (done) break;
      chunks.push(value);
      size += value.length;
      if (size > MAX_OCTETS) return cut({ code: "response-too-large", message: "the body is larger than 1 MiB" });
    }
    return { octets: concatOctets(chunks) };
  } catch {
    const where = `after ${size} octets of body`;
    const { reason } = deadline;
    if (reason !== undefined) return cut({ ...reason, message: `${reason.message}, ${where}` });
    return cut({ code: "response-cut-off", message: `the connection broke ${where}` });
  }

  function cut(cutOff: CutOff): { octets: Uint8Array; cutOff: CutOff } {
    // Cancels the rest, which may never end.
    void Promise.resolve(iterator?.return?.()).catch(() => {});
    return { octets: concatOctets(chunks), cutOff };
  }
}

/** fetch throws "fetch failed"; the reason is its cause. */
function causeOf(error: unknown): { readonly text: string; readonly code: string | undefined } {
  const { cause, message, code } = Object(error) as {
    readonly cause?: { readonly code?: unknown; readonly message?: unknown };
    readonly message?: unknown;
    readonly code?: unknown;
  };
  const known = cause?.code ?? code;
  const text = String(cause?.message || (message ?? error));
  return { text, code: typeof known === "string" ? known : undefined };
}
