/** Sends the same signed requests to two servers at the same time. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Outage, Pair, Reply } from "./checks.ts";
import type { Redis } from "./redis.ts";
import { type Signed, send, signAnother } from "./requests.ts";

/** The ports of two servers that share their nonces. */
export type Ports = readonly [number, number];

/** A request and the replies to its two copies. */
export interface Sent {
  readonly request: Signed;
  readonly pair: Pair;
}

const CONCURRENCY = 16;

/** Pause of each sender between two requests during the outage. */
const PAUSE_MS = 50;

/** Maximum time until a server has connected again: the client waits up to 2.2 s between two attempts. */
const RECONNECT_MS = 3000;

/** Sends `count` requests to both servers. */
export function race(ports: Ports, count: number): Promise<Sent[]> {
  let left = count;
  return stream(ports, () => left-- > 0, 0);
}

/** How long requests are sent before Redis is killed, while it is down, and after all servers have connected again. */
export interface OutagePlan {
  readonly beforeMs: number;
  readonly awayMs: number;
  readonly afterMs: number;
}

/** Sends requests to both servers while Redis is killed and started again. */
export async function outage(
  ports: Ports,
  redis: Redis,
  { beforeMs, awayMs, afterMs }: OutagePlan,
): Promise<{ sent: Sent[]; outage: Outage }> {
  let isOver = false;
  const sending = stream(ports, () => !isOver, PAUSE_MS);
  try {
    await sleep(beforeMs);
    const killedAt = performance.now();
    await redis.kill();
    const goneAt = performance.now();
    await sleep(awayMs);
    const startedAt = performance.now();
    await redis.start();
    const settledAt = performance.now() + RECONNECT_MS;
    await sleep(RECONNECT_MS + afterMs);
    isOver = true;
    return { sent: await sending, outage: { killedAt, goneAt, startedAt, settledAt } };
  } finally {
    isOver = true;
  }
}

/** Sends requests to both servers again. */
export async function replay(ports: Ports, sent: readonly Sent[]): Promise<Reply[]> {
  const left = sent[Symbol.iterator]();
  const replies: Reply[] = [];
  await concurrently(async () => {
    for (const { request } of left) replies.push(...(await sendToBoth(request, ports)));
  });
  return replies;
}

async function stream(ports: Ports, goesOn: () => boolean, pauseMs: number): Promise<Sent[]> {
  const sent: Sent[] = [];
  await concurrently(async () => {
    while (goesOn()) {
      const request = signAnother();
      sent.push({ request, pair: await sendToBoth(request, ports) });
      if (pauseMs > 0) await sleep(pauseMs);
    }
  });
  return sent;
}

async function concurrently(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

let isSecondFirst = false;

/** Alternates the order, so that each server can be first. */
async function sendToBoth(request: Signed, [first, second]: Ports): Promise<Pair> {
  isSecondFirst = !isSecondFirst;
  if (!isSecondFirst) return Promise.all([send(request, first), send(request, second)]);
  const [other, one] = await Promise.all([send(request, second), send(request, first)]);
  return [one, other];
}
