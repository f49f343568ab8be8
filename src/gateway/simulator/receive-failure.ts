/**
 * Errors of node:http and TLS in words, and the pages that answer them.
 *
 * @module
 */

import { type Answer, htmlPage } from "../../verifier/adapters/answers.ts";
import type { Head } from "../../verifier/adapters/head.ts";
import type { ReceiveFailure } from "./incoming-request.ts";

/** The first octet of a TLS handshake. */
const TLS_HANDSHAKE = 0x16;

/**
 * What an error of a connection says about a request; `undefined` where there was none.
 *
 * @param head - of the request that was under way
 * @param octets - how many ever came on this connection
 */
export function disturbanceOf(
  error: NodeJS.ErrnoException & { rawPacket?: Buffer; reason?: string },
  head: Head | undefined,
  octets: number,
): ReceiveFailure | undefined {
  const { code = "", rawPacket, reason } = error;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    // Some clients open a connection in advance and never use it.
    return octets === 0 ? undefined : { kind: "too-slow", message: "the request did not become whole in time", head };
  }
  if (code === "HPE_HEADER_OVERFLOW") return { kind: "too-large", message: "the head is too large", head };
  if (code === "HPE_INVALID_EOF_STATE") {
    return { kind: "cut-off", message: `the client went away in the middle of the ${head ? "body" : "head"}`, head };
  }
  if (code.startsWith("HPE_")) {
    const message =
      rawPacket?.[0] === TLS_HANDSHAKE && head === undefined
        ? "the client speaks TLS, and this is http"
        : `not HTTP: ${reason ?? code}`;
    return { kind: "malformed", message, head };
  }
  return head && { kind: "cut-off", message: `the connection broke in the middle of the body (${code})`, head };
}

/** Why no TLS connection came about, as far as the client said. */
export function tlsDisturbance({ code = "", message }: NodeJS.ErrnoException): ReceiveFailure {
  return { kind: "no-tls", message: whyNoTls(code, message) };
}

function whyNoTls(code: string, message: string): string {
  if (code === "ERR_SSL_HTTP_REQUEST") return "the client speaks http, and this is https";
  if (/unknown[ _]ca|bad[ _]certificate|certificate[ _]unknown/i.test(`${code} ${message}`)) {
    return "the client does not trust the certificate";
  }
  if (code === "ECONNRESET") return "the client broke TLS off, as one does that does not trust the certificate";
  return `TLS failed (${code || message})`;
}

/** How each of them is answered, where somebody still listens. */
export const PAGES: Readonly<Record<ReceiveFailure["kind"] | "defect", Answer>> = {
  malformed: htmlPage(400, "Bad request"),
  "too-large": htmlPage(413, "Request too large"),
  "too-slow": htmlPage(408, "Request timeout"),
  "cut-off": htmlPage(400, "Bad request"),
  "no-tls": htmlPage(400, "Bad request"),
  defect: htmlPage(500, "Internal server error"),
};
