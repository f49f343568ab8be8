/** Defines what the server receives: a complete request, or the reason why it received none. */

import type { HttpRequest } from "../oauth1/http-request.ts";
import type { Head } from "../verifier/adapters/request-head.ts";

/** A complete request, not decoded and not normalized, with what is known about its connection. */
export type IncomingRequest = Head & HttpRequest;

/** The reasons why a server does not receive a complete request. */
export const RECEIVE_FAILURES = [
  /** The octets are not HTTP. */
  "malformed",
  /** The head or the body is larger than the limit. */
  "too-large",
  /** The request was not complete in time. */
  "too-slow",
  /** The client closed the connection during its request. */
  "cut-off",
  /** Client and server did not agree on TLS, so the client sent no request. */
  "no-tls",
] as const;

/** Why the server did not receive a complete request. */
export interface ReceiveFailure {
  /** What happened, as a code. */
  readonly kind: (typeof RECEIVE_FAILURES)[number];
  readonly message: string;
  /** The head of the request, if it was complete. */
  readonly head?: Head | undefined;
}

/** The first octet of a TLS handshake. */
const TLS_HANDSHAKE = 0x16;

/**
 * Interprets an error of node:http; `undefined` if the client sent no request.
 *
 * @param head - the head of the request whose body was being read
 * @param octets - the total number of octets that the connection has received
 */
export function receiveFailure(
  error: NodeJS.ErrnoException & { rawPacket?: Buffer; reason?: string },
  head: Head | undefined,
  octets: number,
): ReceiveFailure | undefined {
  const { code = "", rawPacket, reason } = error;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    // Some clients open a connection in advance and never use it.
    return octets === 0 ? undefined : { kind: "too-slow", message: "the request was not complete in time", head };
  }
  if (code === "HPE_HEADER_OVERFLOW") return { kind: "too-large", message: "the head is too large", head };
  if (code === "HPE_INVALID_EOF_STATE") {
    const part = head ? "body" : "head";
    return { kind: "cut-off", message: `the client closed the connection in the middle of the ${part}`, head };
  }
  if (code.startsWith("HPE_")) {
    const isTls = rawPacket?.[0] === TLS_HANDSHAKE && head === undefined;
    const message = isTls ? "the client uses TLS, but this server uses http" : `not HTTP: ${reason ?? code}`;
    return { kind: "malformed", message, head };
  }
  return head && { kind: "cut-off", message: `the connection broke in the middle of the body (${code})`, head };
}

/** Describes why a TLS handshake failed. */
export function tlsMessage({ code = "", message }: NodeJS.ErrnoException): string {
  if (code === "ERR_SSL_HTTP_REQUEST") return "the client uses http, but this server uses https";
  if (/unknown[ _]ca|bad[ _]certificate|certificate[ _]unknown/i.test(`${code} ${message}`)) {
    return "the client does not trust the certificate";
  }
  if (code === "ECONNRESET") return "the client ended the TLS handshake; probably it does not trust the certificate";
  return `TLS failed (${code || message})`;
}
