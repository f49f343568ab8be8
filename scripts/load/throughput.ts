/** Measures with autocannon how many requests per second the servers answer. */

import autocannon from "autocannon";
import { median } from "../bench/measure.ts";
import { type Signed, signAnother } from "./requests.ts";

/** A server under load. */
export interface Target {
  readonly name: string;
  readonly port: number;
}

/** The result of all rounds of one server. */
export interface Throughput {
  readonly name: string;
  /** Median of the rounds. */
  readonly perSecond: number;
  /** Compared with the first server. */
  readonly ratio: number;
  readonly sent: number;
  /** Responses with a 2xx status. */
  readonly accepted: number;
}

/** Each round sends `amount` requests over `connections`, which must divide it. */
export interface Load {
  readonly rounds: number;
  readonly amount: number;
  readonly connections: number;
}

const ROUND_TIMEOUT_SECONDS = 60;

/** Each round sends newly signed requests to all servers in turn. The first round warms up and is not counted. */
export async function measureThroughput(targets: readonly Target[], load: Load): Promise<Throughput[]> {
  const rates = targets.map(() => [] as number[]);
  const accepted = targets.map(() => 0);
  for (let round = 0; round <= load.rounds; round++) {
    for (const [index, target] of targets.entries()) {
      const run = await runRound(target, load);
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

/** Each connection sends its own requests, each of them once. The 99th percentile is in milliseconds. */
export async function runRound(
  { port }: Target,
  { amount, connections }: Load,
): Promise<{ accepted: number; perSecond: number; p99: number }> {
  const parts = Array.from({ length: connections }, () => Array.from({ length: amount / connections }, signAnother));
  const remaining = parts[Symbol.iterator]();
  let startedAt = 0;
  let answeredAt = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: `http://127.0.0.1:${port}`,
        connections,
        amount,
        // How often autocannon checks whether it is done, in milliseconds.
        sampleInt: 50,
        // Called for each connection before any request is sent.
        setupClient(client) {
          setRequests(client, remaining.next().value!);
          startedAt = performance.now();
        },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    instance.on("response", () => {
      answeredAt = performance.now();
    });
    const limit = setTimeout(() => instance.stop(), ROUND_TIMEOUT_SECONDS * 1000);
    instance.on("done", () => clearTimeout(limit));
  });
  const perSecond = result["2xx"] / ((answeredAt - startedAt) / 1000);
  return { accepted: result["2xx"], perSecond, p99: result.latency.p99 };
}

function setRequests(client: autocannon.Client, requests: readonly Signed[]): void {
  client.setRequests(requests.map((request) => ({ ...request })));
}
