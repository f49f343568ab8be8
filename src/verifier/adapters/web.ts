/**
 * A verifier for Web `Request`, as Hono and other frameworks of that standard hand it out.
 *
 * A `Request` does not keep the URL as it was received. The standard parses it and writes it anew: `.` and `..` segments
 * (`%2e` too) are resolved, some characters are percent-encoded and `\` becomes `/`, tabs and line ends disappear, the
 * host goes to lower case and a default port away, the fragment stays. A client that signed such a URL as it stood may
 * be refused. The headers of one name are joined with ", ", which makes of two Authorization headers a malformed one.
 * And a GET or HEAD has no body. Where the platform shows the message as it was received, give it as well.
 *
 * @module
 */

import type { Rejected } from "../types.ts";
import { bodyAlreadyRead } from "./adapter-error.ts";
import { type AdapterOptions, createGuard, type RejectedRequest, type Guard, rejectTooLarge, type Verified } from "./guard.ts";
import { type Head, headOf, type IncomingHead } from "./head.ts";

export { AdapterError, type AdapterErrorCode } from "./adapter-error.ts";
export type { Answer, ResponseFunction, ResponseStyle } from "./answers.ts";
export type { AdapterOptions, Verified } from "./guard.ts";
export type { IncomingHead } from "./head.ts";

/** A request that is refused, with the response to return. */
export interface RejectedResponse {
  readonly accepted: false;
  readonly refused: Rejected;
  readonly response: Response;
}

/**
 * Verifies one request. `wire` is the message as received, where the platform shows it: `context.env.incoming` in Hono on
 * Node, say. Its target, headers and connection are then what counts.
 */
export type RequestVerifier = (request: Request, wire?: IncomingHead) => Promise<Verified | RejectedResponse>;

const HINT = "verify before anything calls text(), json(), formData() or parseBody() on the request";

/**
 * Makes a function that verifies a `Request` and says either what was proven or which `Response` to return.
 *
 * It reads the body; take it from `rawBody`, and form fields from `parameters`.
 *
 * @throws {@link AdapterError} `option-malformed`; later, as a rejection, `body-already-read`
 *
 * @example
 * ```ts
 * import { createSigner, createVerifier, MemoryNonceStore } from "countersign";
 * import { createRequestVerifier } from "countersign/web";
 *
 * const verifier = createVerifier({
 *   origin: "https://gateway.example",
 *   nonceStore: new MemoryNonceStore(),
 *   credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "secret" } : undefined),
 * });
 * const verifyRequest = createRequestVerifier({ verifier });
 *
 * const signer = createSigner({ consumerKey: "merchant", signatureMethod: "HMAC-SHA1", consumerSecret: "secret" });
 * const { url, method, headers, body } = signer.sign({
 *   method: "POST",
 *   url: "https://gateway.example/pay",
 *   form: { amount: "10.42" },
 * });
 * const result = await verifyRequest(new Request(url, { method, headers, body }));
 * result.ok && result.consumerKey; // => "merchant"
 * ```
 */
export function createRequestVerifier(options: AdapterOptions): RequestVerifier {
  const gate = createGuard(options);
  return async (request, wire) => {
    const head = wire === undefined ? headOfRequest(request) : headOf(wire, request.method, wire.url ?? request.url);
    const outcome = await verifyWhole(request, head, gate);
    if (outcome.accepted) return outcome;
    const { status, headers, body } = outcome.response;
    const response = new Response(request.method === "HEAD" ? null : body, { status, headers });
    return { accepted: false, refused: outcome.rejection, response };
  };
}

function headOfRequest({ method, url, headers }: Request): Head {
  return { method, url: url.replace(/#.*/s, ""), headers: [...headers], secure: url.startsWith("https:") };
}

async function verifyWhole(request: Request, head: Head, gate: Guard): Promise<Verified | RejectedRequest> {
  const body = await readBody(request, gate.bodyLimit);
  if (body === "too-large") return rejectTooLarge(gate, head);
  if (body === "aborted") return gate.reject("body-malformed", "the body ended before it was complete", head);
  return gate.verify(head, body);
}

/** Up to the limit; then the rest is cancelled. */
async function readBody(request: Request, limit: number): Promise<Buffer | "too-large" | "aborted"> {
  if (request.bodyUsed || request.body?.locked === true) throw bodyAlreadyRead(HINT);
  if (Number(request.headers.get("content-length") ?? 0) > limit) return "too-large";
  if (request.body === null) return Buffer.alloc(0);
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
