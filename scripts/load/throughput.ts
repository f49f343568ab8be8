/**
 * Requests a second that servers answer under autocannon, side by side.
 *
 * @module
 */

import autocannon from "autocannon";
import { median } from "../bench/measure.ts";
import { type Signed, signAnother } from "./requests.ts";

/** A server under load. */
export interface Target {
  readonly name: string;
  readonly port: number;
}

/** What came of all rounds at one server. */
export interface Throughput {
  readonly name: string;
  /** Median of the rounds. */
  readonly perSecond: number;
  /** To the first server. */
  readonly ratio: number;
  readonly sent: number;
  /** Answered with a 2xx. */
  readonly accepted: number;
}

/** How much load: `amount` requests over `connections`, which divides it, in each round. */
export interface Load {
  readonly rounds: number;
  readonly amount: number;
  readonly connections: number;
}

const MOST_SECONDS = 60;

/** Rounds in turn, each with requests that were signed just before; the first round warms up and is not counted. */
export async function measureThroughput(targets: readonly Target[], load: Load): Promise<Throughput[]> {
  const rates = targets.map(() => [] as number[]);
  const accepted = targets.map(() => 0);
  for (let round = 0; round <= load.rounds; round++) {
    for (const [index, target] of targets.entries()) {
      const run = await fire(target, load);
      accepted[index]! += run.accepted;
      if (round > 0) rates[index]!.push(run.perSecond);
    }
  }
  const medians = rates.map(median);
  return targets.map(({ name }, index) => ({
    name,
    perSecond: Math.round(medians[index]!),
    ratio: medians[index]! / medians[0]!,
    sent: (load.rounds + 1) * load.amount,
    accepted: accepted[index]!,
  }));
}

/** One round. Each connection has its own requests, and sends each of them once. */
async function fire({ port }: Target, { amount, connections }: Load): Promise<{ accepted: number; perSecond: number }> {
  const parts = Array.from({ length: connections }, () => Array.from({ length: amount / connections }, signAnother));
  const remaining = parts[Symbol.iterator]();
  let begun = 0;
  let answered = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: `http://127.0.0.1:${port}`,
        connections,
        amount,
        // It looks this often, in milliseconds, whether it is done.
        sampleInt: 50,
        // Called for one connection after the other before anything is sent.
        setupClient(client) {
          giveRequests(client, remaining.next().value!);
          begun = performance.now();
        },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    instance.on("response", () => {
      answered = performance.now();
    });
    const limit = setTimeout(() => instance.stop(), MOST_SECONDS * 1000);
    instance.on("done", () => clearTimeout(limit));
  });
  return { accepted: result["2xx"], perSecond: result["2xx"] / ((answered - begun) / 1000) };
}

function giveRequests(client: autocannon.Client, requests: readonly Signed[]): void {
  client.setRequests(requests.map((request) => ({ ...request })));
}
