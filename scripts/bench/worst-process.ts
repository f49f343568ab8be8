/**
 * Measures the most expensive requests and prints the figures as JSON. Runs with `--expose-gc`; the arguments are the
 * number of rounds and the milliseconds of each warm-up.
 */

import { createHash, createHmac } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { CredentialsLookup, ReceivedRequest, StoredKey, Verifier } from "../../src/index.ts";
import { createVerifier } from "./built.ts";
import { SECRET } from "./contestants.ts";
import { measureLaps, type Runner } from "./measure.ts";
import { mustBeAccepted, policyFor } from "./received.ts";
import type { WorstFigures } from "./worst.ts";
import { MEBIBYTE, WORST_SHAPES, type WorstRequest, type WorstShape } from "./worst-requests.ts";

/** Octets of all requests in a lap: several requests, so that the lap also pays for collecting their garbage. */
const LAP_OCTETS = 3 * 2 ** 20;
/** At most; the costs of a small request do not depend on its size alone. */
const MOST_PIECES = 60;
/** Requests that wait for their credentials at once. */
const WAITING = 8;
const KEY = `${SECRET}&`;

const [rounds = 1, warmUp = 0] = process.argv.slice(2).map(Number);
const figures: WorstFigures[] = [];
for (const shape of WORST_SHAPES) figures.push(await measureShape(shape));
process.stdout.write(JSON.stringify(figures));

async function measureShape({ name, octets, at }: WorstShape): Promise<WorstFigures> {
  const half = at(octets / 2);
  const whole = at(octets);
  const pieces = Math.min(LAP_OCTETS / octets, MOST_PIECES);
  const runners = [hashes(whole, pieces), verifying(half, pieces), verifying(whole, pieces)];
  const [, smaller, larger] = await measureLaps(runners, pieces, { rounds, warmUp });
  const { nanoseconds, ratio } = larger!;
  return { name, octets, nanoseconds, ratio, growth: ratio / smaller!.ratio, held: await heldBy(whole.received) };
}

/** The floor: what no verifier can leave out. */
function hashes({ baseString, hashedBody }: WorstRequest, pieces: number): Runner {
  return repeated("hashes alone", pieces, () => {
    createHmac("sha1", KEY).update(baseString).digest("base64");
    if (hashedBody.length > 0) createHash("sha1").update(hashedBody).digest("base64");
  });
}

/** A verifier that accepts a body of 1 MiB, which is more than the default limit. */
function verifierWith(credentials: CredentialsLookup): Verifier {
  const limits = { body: MEBIBYTE };
  return createVerifier({ ...policyFor(credentials), limits, nonceStore: { claim: () => "fresh" } });
}

function verifying({ received }: WorstRequest, pieces: number): Runner {
  const verifier = verifierWith(() => ({ consumerSecret: SECRET }));
  return repeated("countersign verify", pieces, async () => mustBeAccepted(await verifier.verify(received)));
}

function repeated(name: string, pieces: number, run: () => unknown): Runner {
  return {
    name,
    prepare() {
      collectGarbage();
      return async () => {
        for (let piece = 0; piece < pieces; piece++) await run();
      };
    },
  };
}

/** MiB for each of several requests whose look-up does not answer. All share one body, which is not counted. */
async function heldBy(received: ReceivedRequest): Promise<number> {
  const answers: ((key: StoredKey) => void)[] = [];
  const credentials: CredentialsLookup = () => new Promise((resolve) => answers.push(resolve));
  const verifier = verifierWith(credentials);
  const before = await used();
  const verdicts = Array.from({ length: WAITING }, () => verifier.verify(received));
  await setImmediate();
  const held = (await used()) - before;
  if (answers.length !== WAITING) throw new Error(`${answers.length} of ${WAITING} requests wait for credentials`);
  for (const answer of answers) answer({ consumerSecret: SECRET });
  (await Promise.all(verdicts)).forEach(mustBeAccepted);
  return held / WAITING / 2 ** 20;
}

/** Heap and memory outside of it, in octets; `external` includes the array buffers. */
async function used(): Promise<number> {
  collectGarbage();
  // Array buffers are released after the collection that found them.
  await setImmediate();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("run with --expose-gc");
  globalThis.gc();
}
