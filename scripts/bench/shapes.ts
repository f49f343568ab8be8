/** How signing behaves beyond one request at a time: on the thread pool, and with more and more parameters. */

import { generateKeyPairSync } from "node:crypto";
import type { RequestToSign, SignOptions } from "../../src/index.ts";
import { createSigner } from "./built.ts";
import { CONSUMER_KEY, SECRET } from "./contestants.ts";
import { cpuTime, median, medianRatio, wallTime } from "./measure.ts";
import { THREE_PARAMETERS } from "./workload.ts";

/** One point of the curve. */
export interface GrowthPoint {
  readonly parameters: number;
  readonly nanosecondsPerParameter: number;
}

/** Signing with 10 to 10,000 form parameters, in turn. */
export function growth(rounds: number): GrowthPoint[] {
  const signer = createSigner({ consumerKey: CONSUMER_KEY, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET });
  const requests = [10, 30, 100, 300, 1000, 3000, 10_000].map((parameters) => ({
    parameters,
    ...requestOf(parameters),
  }));
  const samples = requests.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    requests.forEach(({ request, options, parameters }, index) => {
      const calls = Math.max(1, Math.round(20_000 / parameters));
      const start = cpuTime();
      for (let call = 0; call < calls; call++) signer.sign(request, options);
      samples[index]!.push((cpuTime() - start) / calls / parameters);
    });
  }
  return requests.map(({ parameters }, index) => ({
    parameters,
    nanosecondsPerParameter: Math.round(median(samples[index]!)),
  }));
}

/** A request with so many form parameters, out of order. */
export function requestOf(parameters: number): { request: RequestToSign; options: SignOptions } {
  const form = Array.from({ length: parameters }, (_, index): [string, string] => {
    const shuffled = (index * 7919) % parameters;
    return [`parameter_${shuffled}`, `value ${index}`];
  });
  const request = { method: "POST", url: "https://sandbox.example.com/processing/api/v4/transfer/39915", form };
  return { request, options: { nonce: "a1b2c3d4", timestamp: 1_700_000_000 } };
}

/** Signatures a second, one after the other and on the thread pool. */
export interface Throughput {
  readonly bits: number;
  readonly sync: number;
  readonly async: number;
  readonly ratio: number;
}

/** RSA-SHA256 with as many requests in flight as the pool has threads. */
export async function throughput(bits: number, rounds: number, batch: number): Promise<Throughput> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const signer = createSigner({ consumerKey: CONSUMER_KEY, signatureMethod: "RSA-SHA256", privateKey });
  const works = Array.from({ length: batch }, (_, index) => THREE_PARAMETERS.at(index));
  const sync: number[] = [];
  const async: number[] = [];
  for (let round = 0; round < rounds; round++) {
    sync.push(await rate(batch, () => works.map(({ request, options }) => signer.sign(request, options))));
    async.push(
      await rate(batch, () => Promise.all(works.map(({ request, options }) => signer.signAsync(request, options)))),
    );
  }
  return { bits, sync: Math.round(median(sync)), async: Math.round(median(async)), ratio: medianRatio(async, sync) };
}

async function rate(calls: number, run: () => unknown): Promise<number> {
  const start = wallTime();
  await run();
  return calls / ((wallTime() - start) / 1e9);
}
