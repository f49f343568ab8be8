/** Measures with autocannon how quickly a server answers. */

import autocannon from "autocannon";
import { type Signed, signAnother } from "./signed-requests.ts";

/** A round sends `amount` requests over `connections`, which must divide it. */
export interface Load {
  readonly amount: number;
  readonly connections: number;
}

const ROUND_TIMEOUT_SECONDS = 60;

/** Each connection sends its own requests, each of them once. The 99th percentile is in milliseconds. */
export async function runRound(
  port: number,
  { amount, connections }: Load,
): Promise<{ accepted: number; p99: number }> {
  const parts = Array.from({ length: connections }, () => Array.from({ length: amount / connections }, signAnother));
  const remaining = parts[Symbol.iterator]();
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
        },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    const limit = setTimeout(() => instance.stop(), ROUND_TIMEOUT_SECONDS * 1000);
    instance.on("done", () => clearTimeout(limit));
  });
  return { accepted: result["2xx"], p99: result.latency.p99 };
}

function setRequests(client: autocannon.Client, requests: readonly Signed[]): void {
  client.setRequests(requests.map((request) => ({ ...request })));
}
