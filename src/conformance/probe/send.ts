/** Sends a request octet by octet over a new connection, and reads the answer. What a check wrote is sent unchanged. */

import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import { concatOctets, latin1Octets } from "../../platform/index.ts";
import { isWhole, parseResponse, type Response } from "./response.ts";

/** Where to connect to. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** PEM of a certificate authority to trust. @default those of Node */
  readonly authority?: string | undefined;
}

/** What was received: an answer, or why there is no answer. */
export type Answer = Response | { readonly failure: "closed" | "timed-out" | "unreachable"; readonly message: string };

/** Sends one request. Never throws, whatever the server does. */
export type Send = (request: HttpRequest) => Promise<Answer>;

/** An answer is read up to this many octets. */
const LARGEST_ANSWER = 1_048_576;

/** The octets of a request on the wire, which ask the server to end the connection after its answer. */
export function requestOctets({ method, url, headers, body }: HttpRequest): Uint8Array {
  const lines = [...headers, ["Connection", "close"] as const].map(([name, value]) => `${name}: ${value}\r\n`);
  return concatOctets([latin1Octets(`${method} ${url} HTTP/1.1\r\n${lines.join("")}\r\n`), body ?? new Uint8Array()]);
}

/**
 * Returns a function that sends requests.
 *
 * @param milliseconds the longest wait for an answer
 */
export function createSender(target: Target, milliseconds: number): Send {
  const { host, port, isTls, authority } = target;
  return (request) =>
    new Promise((resolve) => {
      const octets = requestOctets(request);
      const name = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
      const socket = isTls
        ? connectTls({ host, port, ...name, ...(authority && { ca: authority }) })
        : connect(port, host);
      const parts: Buffer[] = [];
      let [length, isConnected] = [0, false];
      const finish = (failure: "closed" | "timed-out" | "unreachable", message: string): void => {
        clearTimeout(timer);
        socket.destroy();
        resolve(parseResponse(Buffer.concat(parts), request.method) ?? { failure, message });
      };
      const timer = setTimeout(() => finish("timed-out", `no answer after ${milliseconds} ms`), milliseconds);
      socket.once(isTls ? "secureConnect" : "connect", () => {
        isConnected = true;
        socket.write(octets);
      });
      socket.on("data", (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length > LARGEST_ANSWER) finish("closed", "the answer is longer than 1 MB");
        // Some servers keep the connection open anyway.
        else if (isWhole(Buffer.concat(parts), request.method)) socket.destroy();
      });
      socket.on("error", (error: NodeJS.ErrnoException) => {
        if (isConnected) finish("closed", `the connection ended without an answer: ${error.code ?? "reset"}`);
        else finish("unreachable", `cannot connect to ${host}:${port}: ${error.code ?? error.message}`);
      });
      socket.on("close", () => finish("closed", "the server closed the connection without an answer"));
    });
}
