/**
 * The adapter for Web `Request`, which Hono, Bun, Deno and others use.
 *
 * A `Request` does not keep the URL as received. The platform parses and rewrites it: it resolves `.` and `..` segments
 * (and `%2e`), percent-encodes some characters, replaces `\` by `/`, removes tabs and line ends, writes the host in lower
 * case, and removes a default port. So the verifier may reject a client that signed such a URL. Headers of the same name
 * are joined with ", ", so two Authorization headers become a malformed one. A GET or HEAD has no body. If the platform
 * gives access to the message as received, pass it too.
 *
 * @module
 */

import type { Accepted } from "../types.ts";
import { bodyAlreadyRead } from "./adapter-error.ts";
import { type AdapterOptions, createGuard, type Guard, type RejectedRequest } from "./guard.ts";
import { type Head, headOf, type IncomingHead } from "./request-head.ts";

export * from "./public-names.ts";
export type { IncomingHead } from "./request-head.ts";

/** An accepted request, as the application gets it. */
export interface Verified extends Accepted {
  /** The octets of the body as received; empty without a body. `parameters` contains the fields of a form. */
  readonly rawBody: Uint8Array<ArrayBuffer>;
}

/**
 * Verifies one request. Calls the handler for an accepted request and resolves to its result; resolves to the response for
 * a rejected request.
 *
 * @param incoming - the message as received, if the platform gives access to it: `context.env.incoming` in Hono on
 * Node.js. The verifier then uses its request target, headers and connection.
 */
export type RequestGuard = <Result>(
  request: Request,
  handler: (oauth: Verified) => Result | Promise<Result>,
  incoming?: IncomingHead,
) => Promise<Result | Response>;

const HINT = "verify before anything calls text(), json(), formData() or parseBody() on the request";

/**
 * Creates a function that calls a handler for accepted requests only and returns the `Response` to rejected ones.
 *
 * The function reads up to `bodyLimit` octets of the body. Use `rawBody`, or `parameters` for form fields.
 *
 * @returns a function; its promise rejects with what the handler throws, and with an {@link AdapterError}
 * `body-already-read`
 * @throws {@link AdapterError} `option-malformed`
 *
 * @example
 * ```ts
 * import { createVerifier, MemoryNonceStore, sign } from "countersign";
 * import { protect } from "countersign/web";
 *
 * const verifier = createVerifier({
 *   origin: "https://gateway.example",
 *   nonceStore: new MemoryNonceStore(),
 *   credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "secret" } : undefined),
 * });
 * const protectPayments = protect({ verifier });
 * const handle = (request: Request) =>
 *   protectPayments(request, (oauth) => Response.json({ merchant: oauth.consumerKey }));
 *
 * const { url, method, headers, body } = sign(
 *   { method: "POST", url: "https://gateway.example/pay", form: { amount: "10.42" } },
 *   { consumerKey: "merchant", signatureMethod: "HMAC-SHA1", consumerSecret: "secret" },
 * );
 * const response = await handle(new Request(url, { method, headers, body }));
 * await response.json(); // => { merchant: "merchant" }
 * ```
 */
export function protect(options: AdapterOptions): RequestGuard {
  const guard = createGuard(options);
  return async (request, handler, incoming) => {
    const head = incoming === undefined ? headOfRequest(request) : headOf(incoming, request.method);
    const result = await verifyRequest(request, head, guard);
    if (result.accepted) return handler(result);
    const { status, headers, body } = result.response;
    return new Response(request.method === "HEAD" ? null : body, { status, headers });
  };
}

function headOfRequest({ method, url, headers }: Request): Head {
  return { method, url: url.replace(/#.*/s, ""), headers: [...headers], secure: url.startsWith("https:") };
}

async function verifyRequest(request: Request, head: Head, guard: Guard): Promise<Verified | RejectedRequest> {
  if (request.bodyUsed || request.body?.locked === true) throw bodyAlreadyRead(HINT);
  const isLong = Number(request.headers.get("content-length") ?? 0) > guard.bodyLimit;
  const early = isLong ? guard.rejectTooLarge(head) : await guard.rejectByHead(head);
  if (early !== undefined) {
    await request.body?.cancel().catch(() => {}); // the client may be gone
    return early;
  }
  const body = await readBody(request, guard.bodyLimit);
  if (body === "too-large") return guard.rejectTooLarge(head);
  if (body === "aborted") return guard.reject("body-malformed", "the body ended before it was complete", head);
  const result = await guard.verify(head, body);
  return result.accepted ? { ...result, rawBody: body ?? new Uint8Array() } : result;
}

/** Reads up to the limit, then cancels the rest; `undefined` if a `Request` has no body. */
async function readBody(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | "too-large" | "aborted" | undefined> {
  // A GET or HEAD has no body here; the handler can read it from the message as received.
  if (request.body === null) return undefined;
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.length;
      if (length > limit) {
        await reader.cancel();
        return "too-large";
      }
      chunks.push(read.value);
    }
  } catch {
    return "aborted";
  }
  return Buffer.concat(chunks, length);
}
