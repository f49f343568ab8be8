/** A connection of which every octet is the fuzzer's. */

import { connect, type Socket } from "node:net";
import type { End } from "./plan.ts";

export interface Connection {
  /** All octets that came. */
  received(): Buffer;
  isClosed(): boolean;
  write(octets: Buffer): void;
  /** Waits until this is so or the server has closed the connection; `false` if neither happens in time. */
  until(isEnough: () => boolean): Promise<boolean>;
  /** @returns `false` if the server does not close a connection that the client has closed */
  end(how: End): Promise<boolean>;
}

/** @param patience - milliseconds that a server may take for an answer; only one that hangs takes that long */
export async function openConnection(port: number, patience: number): Promise<Connection> {
  const chunks: Buffer[] = [];
  let changed: () => void = () => {};
  const socket: Socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    changed();
  };
  socket.on("error", close).on("end", close).on("close", close);
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    changed();
  });
  await new Promise<void>((resolve) => socket.once("connect", resolve).once("close", () => resolve()));

  async function until(isEnough: () => boolean): Promise<boolean> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      changed();
    }, patience);
    while (!isEnough() && !isClosed && !isLate) {
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    }
    clearTimeout(timer);
    return isClosed || !isLate;
  }

  return {
    received: () => Buffer.concat(chunks),
    isClosed: () => isClosed,
    write: (octets) => void (socket.writable && socket.write(octets)),
    until,
    async end(how) {
      if (how === "half-close") {
        socket.end();
        const isInTime = await until(() => false);
        socket.destroy();
        return isInTime;
      }
      if (how === "reset") socket.resetAndDestroy();
      else socket.destroy();
      return true;
    },
  };
}
