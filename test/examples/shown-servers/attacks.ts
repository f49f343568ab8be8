/** What hostile, slow and unlucky clients do to a server, on raw sockets; after each of them, it must still answer. */

import { connect, type Socket } from "node:net";
import { expect } from "vitest";
import { sign } from "../../../src/index.ts";
import type { Target } from "./start.ts";

/** A request in two pieces. */
export interface Octets {
  readonly head: string;
  readonly body: string;
}

/** What a request has that differs from what a client of the server sends. */
interface Changes {
  /** What is signed; another target is sent with this signature. @default the path of the client */
  readonly signed?: string;
  /** @default `signed` */
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default true */
  readonly isSigned?: boolean;
}

const FORM = "amount=10.42";
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

/** A POST of a client of the server, with a new nonce. */
export function request({ client }: Target, changes: Changes = {}): Octets {
  const { origin, secret, path } = client;
  const { signed = path, target = signed, headers = {}, isSigned = true } = changes;
  const own = isSigned ? client.headers : {};
  const isOAuth = isSigned && origin !== "";
  const signature = isOAuth
    ? sign(
        { method: "POST", url: `${origin}${signed}`, form: [["amount", "10.42"]] },
        { consumerKey: "merchant", signatureMethod: "HMAC-SHA1", consumerSecret: secret },
      ).headers
    : FORM_TYPE;
  const host = origin === "" ? "127.0.0.1" : new URL(origin).host;
  const fields = { host, connection: "close", "content-length": `${FORM.length}`, ...signature, ...own, ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return { head: `POST ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, body: FORM };
}

/** A socket, and what came on it until it was closed. */
async function open({ port }: Target): Promise<{ socket: Socket; closed: Promise<string> }> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => (received += text));
  socket.on("error", () => {}); // a reset
  const closed = new Promise<string>((done) => socket.once("close", () => done(received)));
  socket.once("end", () => socket.end());
  // Nothing listens any more if the process ended.
  await new Promise((settled) => socket.once("connect", settled).once("close", settled));
  return { socket, closed };
}

function statusIn(answer: string): number {
  return Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(answer)?.[1] ?? 0);
}

/** Sends a whole request; 0 if the server closed the connection without an answer. */
export async function ask(target: Target, { head, body }: Octets): Promise<{ status: number; answer: string }> {
  const { socket, closed } = await open(target);
  socket.write(head + body);
  const answer = await closed;
  return { status: statusIn(answer), answer };
}

/** A server that an attack ended may accept one more connection, but not two in turn. */
export async function expectAlive(target: Target): Promise<void> {
  for (let times = 0; times < 2; times++) {
    const { status, answer } = await ask(target, request(target));
    expect(status, target.ended() ?? answer).toBe(target.client.status);
  }
  expect(target.ended()).toBeUndefined();
}

const CHUNKED = { "content-length": "", "transfer-encoding": "chunked" };

/** A request whose body comes in chunks. */
function inChunks(target: Target, headers: Readonly<Record<string, string>> = {}): string {
  return request(target, { headers: { ...headers, ...CHUNKED } }).head.replace("content-length: \r\n", "");
}

type Attack = (target: Target) => Promise<void>;

/** Sends the beginning of a request, then ends the connection. */
function broken(end: (socket: Socket) => unknown, beginning: (target: Target) => string): Attack {
  return async (target) => {
    for (let times = 0; times < 3; times++) {
      const { socket, closed } = await open(target);
      await new Promise((written) => socket.write(beginning(target), written));
      // The server has read the beginning, because it answers a request that comes later.
      await ask(target, request(target));
      end(socket);
      await closed;
    }
  };
}

const half = ({ head, body }: Octets): string => head + body.slice(0, body.length / 2);
const cut = (socket: Socket): unknown => socket.end();
const hangUp = (socket: Socket): unknown => socket.resetAndDestroy();

/** What comes in pieces is answered as what comes at once, and meanwhile the server answers others. */
const slow: Attack = async (target) => {
  const clients = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { head, body } = request(target);
      const opened = await open(target);
      opened.socket.write(head.slice(0, 10));
      return { ...opened, rest: head.slice(10), body };
    }),
  );
  await expectAlive(target);
  for (const { socket, rest } of clients) socket.write(rest);
  await expectAlive(target);
  for (const { socket, body } of clients) for (const octet of body) socket.write(octet);
  for (const { closed } of clients) expect(statusIn(await closed)).toBe(target.client.status);
};

/** A body without an end that the server can wait for: it answers that it is too large, or closes the connection. */
const oversized: Attack = async (target) => {
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  const { socket, closed } = await open(target);
  socket.write(`${inChunks(target)}${chunk.repeat(128)}0\r\n\r\n`);
  expect([0, 400, 401, 403, 413]).toContain(statusIn(await closed));
  const declared = await open(target);
  declared.socket.end(`${request(target, { headers: { "content-length": "100000000" } }).head}${"x".repeat(0x10000)}`);
  expect([0, 400, 401, 403, 413]).toContain(statusIn(await declared.closed));
};

/** By their names. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  "a head that is cut": broken(cut, (target) => request(target).head.slice(0, -2)),
  "a hang-up in the head": broken(hangUp, (target) => request(target).head.slice(0, -2)),
  "a body that is cut": broken(cut, (target) => half(request(target))),
  "a hang-up in the body": broken(hangUp, (target) => half(request(target))),
  "chunks that are cut": broken(cut, (target) => `${inChunks(target)}5\r\namoun\r\n`),
  "a hang-up in the chunks": broken(hangUp, (target) => `${inChunks(target)}5\r\namoun\r\n`),
  "chunks that are none": broken(cut, (target) => `${inChunks(target)}5\r\namoun\r\nzz\r\n`),
  "a hang-up before the answer": broken(hangUp, (target) => Object.values(request(target)).join("")),
  "a hang-up in an unsigned body": broken(hangUp, (target) => half(request(target, { isSigned: false }))),
  "a slow client": slow,
  "an oversized body": oversized,
};
