/**
 * Signed requests that come to two servers at the same time.
 *
 * @module
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Outage, Pair } from "./checks.ts";
import type { Redis } from "./redis.ts";
import { type Signed, send, signAnother } from "./requests.ts";

/** The ports of two servers that share their nonces. */
export type Ports = readonly [number, number];

/** A request, and what became of its two copies. */
export interface Sent {
  readonly request: Signed;
  readonly pair: Pair;
}

const AT_ONCE = 16;

/** Between one request and the next of the same sender, while Redis comes and goes. */
const PAUSE_MS = 50;

/** How long after Redis answers a server may need to reach it again: the client waits up to 2.2 s between attempts. */
const RECONNECT_MS = 3000;

/** Sends `count` requests to both servers. */
export function race(ports: Ports, count: number): Promise<Sent[]> {
  let left = count;
  return stream(ports, () => left-- > 0, 0);
}

/** How long everything runs before Redis is killed, is away, and after all servers have reached it again. */
export interface OutagePlan {
  readonly beforeMs: number;
  readonly awayMs: number;
  readonly afterMs: number;
}

/** Goes on sending requests to both servers while Redis is killed and started again. */
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

/** Sends what was sent before to both servers again. */
export async function replay(ports: Ports, sent: readonly Sent[]): Promise<Answer[]> {
  const left = sent[Symbol.iterator]();
  const answers: Answer[] = [];
  await atOnce(async () => {
    for (const { request } of left) answers.push(...(await sendToBoth(request, ports)));
  });
  return answers;
}

async function stream(ports: Ports, goesOn: () => boolean, pauseMs: number): Promise<Sent[]> {
  const sent: Sent[] = [];
  await atOnce(async () => {
    while (goesOn()) {
      const request = signAnother();
      sent.push({ request, pair: await sendToBoth(request, ports) });
      if (pauseMs > 0) await sleep(pauseMs);
    }
  });
  return sent;
}

async function atOnce(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

let isTurned = false;

/** Who is sent to first changes, so that either server has the chance to be first. */
async function sendToBoth(request: Signed, [first, second]: Ports): Promise<Pair> {
  isTurned = !isTurned;
  if (!isTurned) return Promise.all([send(request, first), send(request, second)]);
  const [other, one] = await Promise.all([send(request, second), send(request, first)]);
  return [one, other];
}
