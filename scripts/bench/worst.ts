/** Measures the most expensive requests, compared with their HMAC and with half their size, and the memory that they hold. */

import { createHash, createHmac } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { CredentialsLookup, StoredKey, Verifier } from "../../src/index.ts";
import { type Effort, type Laps, lapsOver, timedInTurn } from "./measure.ts";
import { accept, verifierWith } from "./received.ts";
import { collectGarbage, usedMemory } from "./used-memory.ts";
import { SECRET } from "./workload.ts";
import { type WorstRequest, worstRequest } from "./worst-requests.ts";
import { MEBIBYTE, type UnsignedShape, type WorstShape } from "./worst-shapes.ts";

/** Octets of all requests in a lap: several requests, so that the lap also pays for collecting their garbage. */
const LAP_OCTETS = 3 * MEBIBYTE;
/** The maximum number of requests; the cost of a small request does not depend on its size alone. */
const MOST_PIECES = 60;
/** Requests that wait for their credentials at once. */
const WAITING = 8;

/** The ratio to the HMAC of the base string, plus the hash of the body if the request contains one. */
export async function ratioToHmac(shape: WorstShape, effort: Effort): Promise<number> {
  const request = requestOf(shape);
  const [alone, whole] = await timedInTurn([hashes(request), verifying(request)], effort);
  return whole! / alone!;
}

/** The ratio to a request of half the size; 2 is linear. */
export async function ratioToHalf(shape: WorstShape, effort: Effort): Promise<number> {
  const [half, whole] = await timedInTurn([verifying(requestOf(shape, 2)), verifying(requestOf(shape))], effort);
  return whole! / half!;
}

/** Octets for each of several requests whose look-up does not answer. All share one body, which is not counted. */
export async function memoryHeld(shape: WorstShape): Promise<number> {
  const { received } = requestOf(shape);
  const answers: ((key: StoredKey) => void)[] = [];
  const verifier = withLargeBodies(() => new Promise((resolve) => answers.push(resolve)));
  const before = await usedMemory();
  const verdicts = Array.from({ length: WAITING }, () => accept(verifier, received));
  await setImmediate();
  const held = (await usedMemory()) - before;
  if (answers.length !== WAITING) throw new Error(`${answers.length} of ${WAITING} requests wait for credentials`);
  for (const answer of answers) answer({ consumerSecret: SECRET });
  await Promise.all(verdicts);
  return held / WAITING;
}

interface Repeated extends WorstRequest {
  readonly repeats: number;
}

function requestOf(shape: WorstShape, divisor = 1): Repeated {
  const repeats = Math.round(Math.min(LAP_OCTETS / shape.octets, MOST_PIECES));
  return { ...worstRequest(shape, shape.octets / divisor), repeats };
}

/** The work that no verifier can leave out. */
function hashes({ baseString, hashedBody, repeats }: Repeated): Laps {
  return collected(repeats, () => {
    const digest = createHmac("sha1", `${SECRET}&`).update(baseString).digest("base64");
    return hashedBody.length > 0 ? createHash("sha1").update(hashedBody).digest("base64") : digest;
  });
}

/** A verifier that accepts a body of 1 MiB, which is more than the default limit. */
export function withLargeBodies(credentials: CredentialsLookup): Verifier {
  return verifierWith(credentials, { limits: { body: MEBIBYTE }, nonceStore: { claim: () => "fresh" } });
}

function verifying({ received, repeats }: Repeated): Laps {
  const verifier = withLargeBodies(() => ({ consumerSecret: SECRET }));
  return collected(repeats, () => accept(verifier, received));
}

/** Runs laps that begin after a garbage collection. */
function collected(repeats: number, run: () => unknown): Laps {
  const { pieces, prepare } = lapsOver(Array.from({ length: repeats }), run);
  return {
    pieces,
    prepare() {
      collectGarbage();
      return prepare();
    },
  };
}

/** The time of a request that nobody signed, with a text of this many octets in one place. */
export function unsigned({ change }: UnsignedShape, octets: number): Laps {
  const proxy = { addresses: ["10.0.0.7"], hosts: ["sandbox.example.com"] };
  const verifier = verifierWith(() => undefined, { origin: undefined, proxy });
  const request = {
    method: "POST",
    url: "/pay",
    remoteAddress: "10.0.0.7",
    headers: { host: "sandbox.example.com", "x-forwarded-proto": "https" },
  };
  const changed = change(octets);
  const received = { ...request, ...changed, headers: { ...request.headers, ...changed.headers } };
  return lapsOver(Array.from({ length: MOST_PIECES }), () => verifier.verify(received));
}
