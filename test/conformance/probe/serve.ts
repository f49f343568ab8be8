/** Starts a small HTTP server on a free loopback port. */

import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A server that listens. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:41234`. */
  readonly url: string;
  close(): Promise<void>;
}

/** A request, read to its end. */
export interface Received {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** By name in lower case; a field that was sent twice has two values. */
  readonly headers: NodeJS.Dict<string[]>;
  readonly body: Buffer;
}

/** What the server answers: status 200 for an accepted request. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

export const ACCEPTED: Answer = { status: 200, text: "the order is open\n" };
export const REJECTED: Answer = { status: 401, text: "not authorized\n" };

/** Serves with a listener of node:http. */
export async function listen(listener: RequestListener): Promise<RunningServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Serves with a function that also gets the server's own URL; an exception is answered with status 500. */
export async function serve(
  answer: (request: Received, url: string) => Answer | Promise<Answer>,
): Promise<RunningServer> {
  const server = await listen((request, response) => {
    void receive(request)
      .then((received) => answer(received, server.url))
      .catch((): Answer => ({ status: 500, text: "internal error\n" }))
      .then(({ status, text }) => response.writeHead(status, { "content-type": "text/plain" }).end(text));
  });
  return server;
}

async function receive(request: IncomingMessage): Promise<Received> {
  const { method = "", url: target = "", headersDistinct: headers } = request;
  return { method, target, headers, body: await buffer(request) };
}

/** The only value of a header field; `undefined` if it was not sent. */
export function headerOf({ headers }: Received, name: string): string | undefined {
  return headers[name]?.join(", ");
}

/** The text behind the question mark. */
export function queryOf({ target }: Pick<Received, "target">): string {
  const at = target.indexOf("?");
  return at === -1 ? "" : target.slice(at + 1);
}
