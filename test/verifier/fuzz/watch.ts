/** Watches what requests may leave behind in the process of a server. Import it before the adapters, for it counts timers. */

import type { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** What is still there. */
export interface Leftovers {
  readonly sockets: number;
  /** Handlers of requests that have neither returned nor thrown. */
  readonly pending: number;
  readonly timers: number;
  /** Listeners on what outlives a request that were not there before the first: of the process, servers and connections. */
  readonly listeners: readonly string[];
  /** Warnings of Node.js. */
  readonly warnings: readonly string[];
}

const timers = new Set<unknown>();
const { setTimeout: start, clearTimeout: stop } = globalThis;
globalThis.setTimeout = Object.assign(
  (callback: (...values: unknown[]) => void, milliseconds?: number, ...values: unknown[]) => {
    const timer = start(() => {
      timers.delete(timer);
      callback(...values);
    }, milliseconds);
    timers.add(timer);
    return timer;
  },
  start,
) as typeof start;
globalThis.clearTimeout = (timer) => {
  timers.delete(timer);
  stop(timer);
};

const warnings: string[] = [];
process.on("warning", ({ message }) => warnings.push(message));

type Counts = ReadonlyMap<string | symbol, number>;
const lasting = new Map<EventEmitter, { readonly name: string; readonly before: Counts }>();
const sockets = new Set<Socket>();
let pending = 0;

function countListeners(emitter: EventEmitter): Counts {
  return new Map(emitter.eventNames().map((event) => [event, emitter.listenerCount(event)]));
}

/** From now on, a listener on it is one that was left. */
function watchListeners(name: string, emitter: EventEmitter): void {
  lasting.set(emitter, { name, before: countListeners(emitter) });
}

/** Watches a server, its connections, and the sessions of HTTP/2. */
export function watchServer(server: Server): void {
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      lasting.delete(socket);
    });
    watchListeners("connection", socket);
  });
  server.on("session", (session: EventEmitter & { readonly socket: EventEmitter }) => {
    session.once("close", () => lasting.delete(session));
    watchListeners("session", session);
  });
  watchListeners("server", server);
}

/** To be called when everything has started. */
export function watchProcess(): void {
  watchListeners("process", process);
}

/** A rejected promise ends the process, as it would anywhere. */
export function countPending(promise: Promise<unknown>): void {
  pending += 1;
  void promise.finally(() => {
    pending -= 1;
  });
}

/** Closes every connection. */
export function disconnect(): void {
  for (const socket of sockets) socket.destroy();
}

export function leftovers(): Leftovers {
  const listeners = [...lasting].flatMap(([emitter, { name, before }]) =>
    [...countListeners(emitter)]
      .filter(([event, count]) => count > (before.get(event) ?? 0))
      .map(([event]) => `${String(event)} of the ${name}`),
  );
  return { sockets: sockets.size, pending, timers: timers.size, listeners, warnings };
}
