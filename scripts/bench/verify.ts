/**
 * What verifying costs compared with the bare cryptography: from a request as node:http gives it to the verdict.
 *
 * All requests are made before the time is taken. Each lap has a nonce store of its own, so that every nonce in it is
 * new. A request that is rejected ends the benchmark.
 */

import { createHmac, createPublicKey, verify as cryptoVerify, generateKeyPairSync } from "node:crypto";
import type { Credentials, ReceivedRequest, RequestToSign, StoredKey } from "../../src/index.ts";
import { BOUNDS } from "./bounds.ts";
import { createSigner, createVerifier } from "./built.ts";
import { CONSUMER_KEY, SECRET } from "./contestants.ts";
import { type Effort, measureLaps, type Result, type Runner, type Table } from "./measure.ts";
import { flat, HMAC, mustBeAccepted, NOW, ORIGIN, policyFor } from "./received.ts";
import { type GrowthPoint, requestOf } from "./shapes.ts";
import { SIXTEEN_PARAMETERS, THREE_PARAMETERS, type Workload } from "./workload.ts";

/** A request as received, and what the floor needs of it. */
interface Prepared {
  readonly received: ReceivedRequest;
  readonly baseString: string;
  readonly signature: string;
}

const HMAC_STORED: StoredKey = { consumerSecret: SECRET };

/** All figures of this file, as they go into the report. */
export interface VerifyFigures {
  readonly tables: readonly Table[];
  readonly growth: readonly GrowthPoint[];
}

/** Measures all of them; `rsaRequests` make a lap. */
export async function verifyFigures(effort: Effort, rsaRequests: number): Promise<VerifyFigures> {
  const three = await verifyHmac(THREE_PARAMETERS, effort);
  const sixteen = await verifyHmac(SIXTEEN_PARAMETERS, effort);
  const small = await verifyRsa(2048, rsaRequests, effort);
  const large = await verifyRsa(4096, rsaRequests, effort);
  const tables = [
    { name: "Verifying HMAC-SHA1, 3 parameters", results: three, bound: BOUNDS.verify[3] },
    { name: "Verifying HMAC-SHA1, 16 parameters", results: sixteen, bound: BOUNDS.verify[16] },
    { name: "Verifying RSA-SHA256, 2048 bits, 3 parameters", results: small, bound: BOUNDS.verifyRsa[2048] },
    { name: "Verifying RSA-SHA256, 4096 bits, 3 parameters", results: large, bound: BOUNDS.verifyRsa[4096] },
  ];
  return { tables, growth: await verifyGrowth(effort) };
}

/** HMAC-SHA1: the HMAC alone, and all of `verify`. */
function verifyHmac({ at }: Workload, effort: Effort): Promise<Result[]> {
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
  const runners = [floor, oneByOne("countersign verify", requests, HMAC_STORED)];
  return measureLaps(runners, requests.length, effort);
}

/** RSA-SHA256, `count` requests: `crypto.verify` with a parsed key, and `verify`. */
function verifyRsa(bits: number, count: number, effort: Effort): Promise<Result[]> {
  const pair = generateKeyPairSync("rsa", { modulusLength: bits });
  const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }) as string;
  const { privateKey } = pair;
  const credentials: Credentials = { consumerKey: CONSUMER_KEY, signatureMethod: "RSA-SHA256", privateKey };
  const requests = prepare(credentials, count, THREE_PARAMETERS.at);
  const verify = oneByOne("countersign verify", requests, { publicKey });
  return measureLaps([bareVerify(requests, publicKey), verify], count, effort);
}

/** Verifying requests of ten parameters up to the limit of a thousand, protocol parameters included. */
async function verifyGrowth(effort: Effort): Promise<GrowthPoint[]> {
  const points: GrowthPoint[] = [];
  for (const parameters of [10, 30, 100, 300, 1000]) {
    const pieces = Math.round(20_000 / parameters);
    const { request } = requestOf(parameters - PROTOCOL_PARAMETERS);
    const requests = prepare(HMAC, pieces, (index) => ({ request, options: { nonce: `a1b2c3d4${index}` } }));
    const [result] = await measureLaps([oneByOne("countersign verify", requests, HMAC_STORED)], pieces, effort);
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
        if (!cryptoVerify("sha256", octets, key, signature)) throw new Error("crypto.verify rejects a signature");
      }
    },
  };
}

/** Each request is awaited before the next. */
function oneByOne(name: string, requests: readonly Prepared[], stored: StoredKey): Runner {
  return {
    name,
    prepare() {
      const verifier = createVerifier(policyFor(() => stored));
      return async () => {
        for (const { received } of requests) mustBeAccepted(await verifier.verify(received));
      };
    },
  };
}

/** Signs requests, and writes them as node:http delivers them. */
function prepare(
  credentials: Credentials,
  count: number,
  at: (index: number) => { readonly request: RequestToSign; readonly options: { readonly nonce: string } },
): Prepared[] {
  const signer = createSigner(credentials);
  return Array.from({ length: count }, (_, index) => {
    const { request, options } = at(index);
    const signed = signer.sign(request, { ...options, timestamp: NOW - (index % 30) });
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
