/** Clients that send exactly the given octets. */

import { type Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { tls } from "./certificate.ts";
import type { Running } from "./servers.ts";

/** A response with its body read. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What goes on the wire; headers in pairs may repeat. */
export interface ToSend {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** In one piece, or in chunks without a length. */
  readonly body?: string | Uint8Array | readonly Uint8Array[] | undefined;
  readonly agent?: Agent | undefined;
}

export function send(
  server: Pick<Running, "port" | "encrypted">,
  { method, path, headers, body, agent }: ToSend,
): Promise<Received> {
  const request = server.encrypted ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port: server.port, ca: tls.cert, method, path, headers, ...(agent && { agent }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    sent.on("error", reject);
    if (typeof body === "string" || body instanceof Uint8Array) {
      sent.setHeader("content-length", Buffer.byteLength(body));
      sent.end(body);
    } else if (body === undefined) {
      sent.end();
    } else {
      for (const chunk of body) sent.write(chunk);
      sent.end();
    }
  });
}

/** A bare connection. */
export async function open(server: Running): Promise<Socket> {
  const options = { host: "127.0.0.1", port: server.port };
  const socket = server.encrypted ? connectTls({ ...options, ca: tls.cert }) : connect(options);
  await new Promise((resolve, reject) => {
    socket.once(server.encrypted ? "secureConnect" : "connect", resolve).once("error", reject);
  });
  return socket;
}

/** Writes text and reads until the other side closes or `enough` says so. */
export async function exchange(server: Running, text: string, enough: (answer: string) => boolean): Promise<string> {
  const socket = await open(server);
  let answer = "";
  await new Promise<void>((resolve, reject) => {
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (enough(answer)) resolve();
    });
    socket.on("close", () => resolve());
    socket.on("error", reject);
    socket.write(text);
  });
  socket.destroy();
  return answer;
}
