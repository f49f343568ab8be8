/**
 * What verifying costs beside the bare cryptography: from a request as node:http gives it to the verdict.
 *
 * All requests are made before the time is taken. Each lap has a nonce store of its own, so that every request in it
 * is fresh; a verdict that is not an acceptance ends the benchmark.
 *
 * @module
 */

import { createHmac, createPublicKey, verify as cryptoVerify, generateKeyPairSync } from "node:crypto";
import type { Credentials, ReceivedRequest, RequestToSign, StoredKey, VerifierOptions } from "../../src/index.ts";
import { createSigner, createVerifier, MemoryNonceStore } from "./built.ts";
import { CONSUMER_KEY, SECRET } from "./contestants.ts";
import { measureLaps, type Result, type Runner } from "./measure.ts";
import { type GrowthPoint, requestOf, type Throughput } from "./shapes.ts";
import { WORKLOADS } from "./workload.ts";

const NOW = 1_700_000_000;
const ORIGIN = "https://sandbox.example.com";

/** A request that arrived, and what the floor is given of it. */
interface Prepared {
  readonly received: ReceivedRequest;
  readonly baseString: string;
  readonly signature: string;
}

const HMAC: Credentials = { consumerKey: CONSUMER_KEY, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET };
const HMAC_STORED: StoredKey = { consumerSecret: SECRET };

/** All of it, as it goes into the report. */
export interface VerifyFigures {
  readonly tables: readonly { readonly name: string; readonly results: readonly Result[] }[];
  readonly pool: Throughput;
  readonly growth: readonly GrowthPoint[];
}

/** Measures everything here; a larger effort is more rounds and more RSA requests a lap. */
export async function verifyFigures(rounds: number, rsaRequests: number): Promise<VerifyFigures> {
  const three = await verifyHmac(3, rounds);
  const sixteen = await verifyHmac(16, rounds);
  const { results, pool } = await verifyRsa(4096, rsaRequests, rounds);
  const tables = [
    { name: "Verifying HMAC-SHA1, 3 parameters, another each time", results: three },
    { name: "Verifying HMAC-SHA1, 16 parameters, another each time", results: sixteen },
    { name: "Verifying RSA-SHA256, 4096 bits, 3 parameters, another each time", results },
  ];
  return { tables, pool, growth: await verifyGrowth(rounds) };
}

/** HMAC-SHA1 with 3 or 16 parameters, another request each time: the HMAC alone, and all of `verify`. */
function verifyHmac(parameters: 3 | 16, rounds: number): Promise<Result[]> {
  const { at } = WORKLOADS.findLast((workload) => workload.parameters === parameters)!;
  const requests = prepare(HMAC, 4096, at);
  const key = `${SECRET}&`;
  const floor: Runner = {
    name: "createHmac alone",
    prepare: () => () => {
      let last = "";
      for (const { baseString } of requests) last = createHmac("sha1", key).update(baseString).digest("base64");
      return last;
    },
  };
  return measureLaps([floor, oneByOne("countersign verify", requests, HMAC_STORED)], requests.length, rounds);
}

/** RSA-SHA256, `count` requests: `crypto.verify` with a ready key, `verify`, and what the thread pool gains. */
async function verifyRsa(
  bits: number,
  count: number,
  rounds: number,
): Promise<{ results: Result[]; pool: Throughput }> {
  const pair = generateKeyPairSync("rsa", { modulusLength: bits });
  const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }) as string;
  const { privateKey } = pair;
  const credentials: Credentials = { consumerKey: CONSUMER_KEY, signatureMethod: "RSA-SHA256", privateKey };
  const requests = prepare(credentials, count, WORKLOADS[1]!.at);
  const [floor, verify, pooled] = await measureLaps(
    [
      bareVerify(requests, publicKey),
      oneByOne("countersign verify", requests, { publicKey }),
      allAtOnce("countersign verify, thread pool", requests, { publicKey }),
    ],
    count,
    rounds,
  );
  const perSecond = ({ nanoseconds }: Result): number => Math.round(1e9 / nanoseconds);
  const ratio = verify!.ratio / pooled!.ratio;
  return { results: [floor!, verify!], pool: { bits, sync: perSecond(verify!), async: perSecond(pooled!), ratio } };
}

/** Verifying requests of ten parameters up to the limit of a thousand, protocol parameters counted in. */
async function verifyGrowth(rounds: number): Promise<GrowthPoint[]> {
  const points: GrowthPoint[] = [];
  for (const parameters of [10, 30, 100, 300, 1000]) {
    const calls = Math.round(20_000 / parameters);
    const { request } = requestOf(parameters - PROTOCOL_PARAMETERS);
    const requests = prepare(HMAC, calls, (index) => ({ ...request, nonce: `a1b2c3d4${index}` }));
    const [result] = await measureLaps([oneByOne("countersign verify", requests, HMAC_STORED)], calls, rounds);
    points.push({ parameters, nanosecondsPerParameter: Math.round(result!.nanoseconds / parameters) });
  }
  return points;
}

/** Consumer key, nonce, method, timestamp, version, signature. */
const PROTOCOL_PARAMETERS = 6;

function bareVerify(requests: readonly Prepared[], pem: string): Runner {
  const key = createPublicKey(pem);
  const ready = requests.map(({ baseString, signature }) => ({
    octets: Buffer.from(baseString),
    signature: Buffer.from(signature, "base64"),
  }));
  return {
    name: "crypto.verify alone",
    prepare: () => () => {
      for (const { octets, signature } of ready) {
        if (!cryptoVerify("sha256", octets, key, signature)) throw new Error("the floor finds a signature wrong");
      }
    },
  };
}

/** Each request is awaited before the next. */
function oneByOne(name: string, requests: readonly Prepared[], stored: StoredKey): Runner {
  return {
    name,
    prepare() {
      const verifier = createVerifier(policyFor(stored));
      return async () => {
        for (const { received } of requests) accepted(await verifier.verify(received));
      };
    },
  };
}

/** All requests in flight, RSA on the thread pool. */
function allAtOnce(name: string, requests: readonly Prepared[], stored: StoredKey): Runner {
  return {
    name,
    prepare() {
      const verifier = createVerifier({ ...policyFor(stored), rsaOnThreadPool: true });
      return async () => {
        const verdicts = await Promise.all(requests.map(({ received }) => verifier.verify(received)));
        verdicts.forEach(accepted);
      };
    },
  };
}

function policyFor(stored: StoredKey): VerifierOptions {
  return {
    origin: ORIGIN,
    now: () => NOW,
    nonceStore: new MemoryNonceStore(),
    credentials: ({ consumerKey }) => (consumerKey === CONSUMER_KEY ? stored : undefined),
  };
}

function accepted(verdict: { readonly ok: boolean; readonly message?: string }): void {
  if (!verdict.ok) throw new Error(`a request of the benchmark is refused: ${verdict.message}`);
}

/** Signs requests, and writes them as they come out of node:http. */
function prepare(
  credentials: Credentials,
  count: number,
  at: (index: number) => RequestToSign & { nonce: string },
): Prepared[] {
  const signer = createSigner(credentials);
  return Array.from({ length: count }, (_, index) => {
    const work = at(index);
    const signed = signer.sign(work, { nonce: work.nonce, timestamp: NOW - (index % 30) });
    const body = Buffer.from(signed.body ?? "");
    const received: ReceivedRequest = {
      method: signed.method,
      url: signed.url.slice(ORIGIN.length),
      headers: {
        host: "127.0.0.1:8080",
        "user-agent": "countersign-bench",
        accept: "*/*",
        "content-type": flat(signed.headers["content-type"]!),
        "content-length": String(body.length),
        authorization: flat(signed.authorization!),
        connection: "keep-alive",
      },
      body,
    };
    return { received, baseString: flat(signed.baseString), signature: signed.signature };
  });
}

/** As one run of octets, as what is read from a socket: not the pieces that the signer joined. */
function flat(ascii: string): string {
  return Buffer.from(ascii, "latin1").toString("latin1");
}
