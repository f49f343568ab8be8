/**
 * The HTTP server of the double: hands each request on as it came, sends the answer, tells what never became a request.
 * What a request means is the business of whoever starts it.
 *
 * @module
 */

import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Answer } from "../../verifier/adapters/answers.ts";
import { type Head, headOf } from "../../verifier/adapters/head.ts";
import { sendAnswer } from "../../verifier/adapters/incoming.ts";
import { readBody } from "../../verifier/adapters/raw-body.ts";
import type { SimulatorAnswer } from "./failure-modes.ts";
import type { IncomingRequest, ReceiveFailure } from "./incoming-request.ts";
import { disturbanceOf, PAGES, tlsDisturbance } from "./receive-failure.ts";

/** How the server listens, and who is asked what to answer. */
export interface SimulatorServerOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** PEM of a key and its certificate; absent listens without TLS. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
  /** Octets of body that are read. @default 8_388_608 */
  readonly bodyLimit?: number;
  /** How long a request may take to become whole. @default 20_000 */
  readonly patienceMilliseconds?: number;
  readonly handle: (request: IncomingRequest) => Promise<SimulatorAnswer>;
  readonly onDisturbance: (disturbance: ReceiveFailure) => void;
  /** Told what `handle` throws, which is a defect of ours; the client gets a 500. */
  readonly onDefect: (error: unknown) => void;
}

/** A server that listens on 127.0.0.1. */
export interface SimulatorServer {
  readonly port: number;
  /** Takes no more connections, lets requests that are under way end for a moment, and cuts the rest. */
  close(): Promise<void>;
}

const LOOPBACK = "127.0.0.1";
const DEFAULT_BODY_LIMIT = 8_388_608;
const DEFAULT_PATIENCE_MILLISECONDS = 20_000;
/** Larger than what a verifier takes, so that it is the verifier who says what is too large. */
const HEAD_LIMIT = 65_536;
const MOST_CONNECTIONS = 512;
/** What requests get that are under way when the server closes. */
const GRACE_MILLISECONDS = 500;

/** Starts to listen. */
export async function startServer(options: SimulatorServerOptions): Promise<SimulatorServer> {
  const underWay = new Map<Socket, Head>();
  const served = new Set<Promise<void>>();
  const server = createListener(options, (request, response) => {
    const one = serve(request, response, options, underWay)
      .catch(options.onDefect)
      .finally(() => served.delete(one));
    served.add(one);
  });
  server.maxConnections = MOST_CONNECTIONS;
  tellDisturbances(server, options, underWay);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, LOOPBACK, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => close(server, served) };
}

function createListener(
  { tls, patienceMilliseconds = DEFAULT_PATIENCE_MILLISECONDS }: SimulatorServerOptions,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const options: ServerOptions = {
    maxHeaderSize: HEAD_LIMIT,
    headersTimeout: patienceMilliseconds,
    requestTimeout: patienceMilliseconds,
    connectionsCheckingInterval: Math.min(patienceMilliseconds, 1000),
    // A client that keeps its connection for long must not lose a request to our closing of it.
    keepAliveTimeout: 0,
    // A request without a host is a request to be judged, too.
    requireHostHeader: false,
  };
  return tls === undefined ? createServer(options, listener) : createTlsServer({ ...options, ...tls }, listener);
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyLimit = DEFAULT_BODY_LIMIT, handle, onDisturbance }: SimulatorServerOptions,
  underWay: Map<Socket, Head>,
): Promise<void> {
  const { socket } = request;
  const head = headOf(request, request.method ?? "", request.url ?? "");
  underWay.set(socket, head);
  // A client may go away while it is answered.
  response.on("error", () => {});
  const body = await readBody(request, bodyLimit, "nothing reads before the double");
  const isTold = !underWay.delete(socket);
  if (body.kind === "whole") {
    const answer = await handle({ ...head, body: body.octets }).catch((error: unknown) => {
      sendAnswer(response, { answer: PAGES.defect, close: true });
      throw error;
    });
    if (answer.cutAfter === undefined) sendAnswer(response, { answer, close: false });
    else sendPart(response, answer, answer.cutAfter);
  } else if (body.kind === "too-large") {
    onDisturbance({ kind: "too-large", message: `the body has more than ${bodyLimit} octets`, head });
    sendAnswer(response, { answer: PAGES["too-large"], close: true });
  } else if (!isTold) {
    onDisturbance({ kind: "cut-off", message: "the client went away in the middle of the body", head });
  }
}

/** Says how long the body is, sends less of it, and breaks the connection. */
function sendPart(response: ServerResponse, { status, headers, body }: Answer, octets: number): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.write(Buffer.from(body).subarray(0, octets), () => response.destroy());
}

/** What node:http notices before, or instead of, a request. */
function tellDisturbances(
  server: Server,
  { onDisturbance }: SimulatorServerOptions,
  underWay: Map<Socket, Head>,
): void {
  const told = new WeakSet<Socket>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const head = underWay.get(socket);
    // A client that was told to go goes in the middle of its request: that is nothing new.
    const disturbance = told.has(socket) ? undefined : disturbanceOf(error, head, socket.bytesRead);
    if (disturbance !== undefined) onDisturbance(disturbance);
    told.add(socket);
    underWay.delete(socket);
    if (disturbance !== undefined && socket.writable) socket.end(rawResponse(PAGES[disturbance.kind]));
    else socket.destroy();
  });
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    const head = headOf(request, "CONNECT", request.url ?? "");
    onDisturbance({ kind: "malformed", message: "the client took the double for a proxy", head });
    socket.end(rawResponse(PAGES.malformed));
  });
  server.on("tlsClientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    onDisturbance(tlsDisturbance(error));
    socket.destroy();
  });
}

/** For a connection that has no response object. */
function rawResponse({ status, headers, body }: Answer): string {
  const lines = Object.entries({ ...headers, "content-length": Buffer.byteLength(body), connection: "close" });
  return `HTTP/1.1 ${status} \r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

/** Also waits until every request that came is told. */
async function close(server: Server, served: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const cut = setTimeout(() => server.closeAllConnections(), GRACE_MILLISECONDS);
  await closed;
  clearTimeout(cut);
  await Promise.all(served);
}
