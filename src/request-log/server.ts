/**
 * An HTTP server that passes each complete request to a handler, sends the handler's answer, and reports requests that it
 * could not receive.
 */

import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { type HttpResponse, htmlPage } from "../verifier/adapters/rejection-response.ts";
import { type Head, headOf } from "../verifier/adapters/request-head.ts";
import { readBody, sendResponse } from "../verifier/adapters/verify-message.ts";
import { type IncomingRequest, type ReceiveFailure, receiveFailure, tlsMessage } from "./incoming-request.ts";
import { DEFAULT_ADDRESS } from "./origins.ts";

/** An answer that may be sent in part. */
export interface ServerAnswer extends HttpResponse {
  /** The number of octets of the body to send before the connection is closed. */
  readonly cutAfter?: number;
}

export interface RequestServerOptions {
  /** The IP address to listen on. @default "127.0.0.1" */
  readonly address?: string | undefined;
  /** 0 selects a free port. */
  readonly port: number;
  /** A key and its certificate in PEM; without them the server uses http. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
  /** The largest body, in octets. @default 8_388_608 */
  readonly bodyLimit?: number;
  /** The time limit for receiving a complete request. @default 20_000 */
  readonly requestTimeoutMilliseconds?: number;
  readonly handle: (request: IncomingRequest) => Promise<ServerAnswer>;
  readonly onReceiveFailure: (failure: ReceiveFailure) => void;
  /** Receives errors that `handle` throws; the client gets a 500. */
  readonly onDefect: (error: unknown) => void;
}

/** A running server. */
export interface RequestServer {
  readonly port: number;
  /** Stops listening, waits half a second for requests in progress, and closes all connections. */
  close(): Promise<void>;
}

/** The limits of a verifier that checks whatever the server receives. */
export const VERIFIER_LIMITS = {
  url: 65_536,
  authorization: 65_536,
  body: 8_388_608,
  parameters: 10_000,
  value: 1_048_576,
  name: 8192,
};
const MAX_CONNECTIONS = 512;
const GRACE_MILLISECONDS = 500;

const PAGES: Readonly<Record<ReceiveFailure["kind"] | "defect", HttpResponse>> = {
  malformed: htmlPage(400, "Bad request"),
  "too-large": htmlPage(413, "Request too large"),
  "too-slow": htmlPage(408, "Request timeout"),
  "cut-off": htmlPage(400, "Bad request"),
  "no-tls": htmlPage(400, "Bad request"),
  defect: htmlPage(500, "Internal server error"),
};

const TUNNEL =
  "the client asked for a tunnel (CONNECT), in which nothing can be read: give it an http address, which also works through a proxy, or the https address of this server (--tls)";

/** Resolves once the server listens. */
export async function startServer(options: RequestServerOptions): Promise<RequestServer> {
  const { address = DEFAULT_ADDRESS, port, tls, requestTimeoutMilliseconds = 20_000 } = options;
  const { onReceiveFailure, onDefect } = options;
  const receiving = new Map<Socket, Head>();
  const inProgress = new Set<Promise<void>>();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const one = serve(request, response, options, receiving)
      .catch(onDefect)
      .finally(() => inProgress.delete(one));
    inProgress.add(one);
  };
  const httpOptions: ServerOptions = {
    maxHeaderSize: VERIFIER_LIMITS.url,
    headersTimeout: requestTimeoutMilliseconds,
    requestTimeout: requestTimeoutMilliseconds,
    connectionsCheckingInterval: Math.min(requestTimeoutMilliseconds, 1000),
    // Otherwise the server may close a connection while a client reuses it, and lose a request.
    keepAliveTimeout: 0,
    // The verifier handles requests without a Host header.
    requireHostHeader: false,
  };
  const server = tls ? createTlsServer({ ...httpOptions, ...tls }, listener) : createServer(httpOptions, listener);
  server.maxConnections = MAX_CONNECTIONS;
  reportReceiveFailures(server, onReceiveFailure, receiving);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, address, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => close(server, inProgress) };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyLimit = VERIFIER_LIMITS.body, handle, onReceiveFailure }: RequestServerOptions,
  receiving: Map<Socket, Head>,
): Promise<void> {
  const { socket } = request;
  const head = headOf(request, request.method ?? "");
  receiving.set(socket, head);
  // The client can close the connection while the answer is being sent.
  response.on("error", () => {});
  const body = await readBody(request, bodyLimit, "nothing reads the body before this server");
  const isReported = !receiving.delete(socket);
  if (body.kind === "whole") {
    const answer = await handle({ ...head, body: body.octets }).catch((error: unknown) => {
      sendResponse(response, PAGES.defect, true);
      throw error;
    });
    if (answer.cutAfter === undefined) sendResponse(response, answer, false);
    else sendPart(response, answer, answer.cutAfter);
  } else if (body.kind === "too-large") {
    onReceiveFailure({ kind: "too-large", message: `the body has more than ${bodyLimit} octets`, head });
    sendResponse(response, PAGES["too-large"], true);
  } else if (!isReported) {
    const message = "the client closed the connection in the middle of the body";
    onReceiveFailure({ kind: "cut-off", message, head });
  }
}

/** Announces the full length of the body, sends the first octets, and closes the connection. */
function sendPart(response: ServerResponse, { status, headers, body }: HttpResponse, octets: number): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.write(Buffer.from(body).subarray(0, octets), () => response.destroy());
}

/** Handles the events that node:http emits instead of a request. */
function reportReceiveFailures(
  server: Server,
  onReceiveFailure: RequestServerOptions["onReceiveFailure"],
  receiving: Map<Socket, Head>,
): void {
  const answered = new WeakSet<Socket>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const head = receiving.get(socket);
    // After an answer, the client may close the connection in the middle of its request.
    const failure = answered.has(socket) ? undefined : receiveFailure(error, head, socket.bytesRead);
    if (failure !== undefined) onReceiveFailure(failure);
    answered.add(socket);
    receiving.delete(socket);
    if (failure !== undefined && socket.writable) socket.end(rawResponse(PAGES[failure.kind]));
    else socket.destroy();
  });
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    const head = headOf(request, "CONNECT");
    // The client may break the connection instead of reading the answer.
    socket.on("error", () => {});
    onReceiveFailure({ kind: "malformed", message: TUNNEL, head });
    socket.end(rawResponse(PAGES.malformed));
  });
  server.on("tlsClientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    onReceiveFailure({ kind: "no-tls", message: tlsMessage(error) });
    socket.destroy();
  });
}

/** The octets of an answer, for a connection without a response object. */
function rawResponse({ status, headers, body }: HttpResponse): string {
  const lines = Object.entries({ ...headers, "content-length": Buffer.byteLength(body), connection: "close" });
  return `HTTP/1.1 ${status} \r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

/** Waits until every received request was handled. */
async function close(server: Server, inProgress: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MILLISECONDS);
  await closed;
  clearTimeout(timer);
  await Promise.all(inProgress);
}
