/**
 * Measures verification, from a request as node:http delivers it to the verdict.
 *
 * All requests are created before the time is taken. Each lap has a separate nonce store, so that every nonce in it is
 * new.
 */

import { createHmac, createPublicKey, verify as cryptoVerify } from "node:crypto";
import type { Credentials, ReceivedRequest, RequestToSign, StoredKey } from "../../src/index.ts";
import { createSigner } from "./built.ts";
import { type Laps, lapsOver, runAll } from "./measure.ts";
import { accept, flat, HMAC, NOW, ORIGIN, verifierWith } from "./received.ts";
import { newPrivateKey } from "./sign.ts";
import { CONSUMER_KEY, SECRET, type Work } from "./workload.ts";

/** A request as received, and the parts that the floor needs. */
interface Prepared {
  readonly received: ReceivedRequest;
  readonly baseString: string;
  readonly signature: string;
}

export function hmacAlone(works: readonly Work[]): Laps {
  const key = `${SECRET}&`;
  return lapsOver(prepare(HMAC, works), ({ baseString }) =>
    createHmac("sha1", key).update(baseString).digest("base64"),
  );
}

export function hmac(works: readonly Work[]): Laps {
  return verifying(prepare(HMAC, works), { consumerSecret: SECRET });
}

export function rsaAlone(works: readonly Work[], bits: number): Laps {
  const { credentials, publicKey } = rsaKeys(bits);
  const key = createPublicKey(publicKey);
  const ready = prepare(credentials, works).map(({ baseString, signature }) => {
    return { octets: Buffer.from(baseString), signature: Buffer.from(signature, "base64") };
  });
  return lapsOver(ready, ({ octets, signature }) => {
    if (!cryptoVerify("sha256", octets, key, signature)) throw new Error("crypto.verify rejects a signature");
    return true;
  });
}

export function rsa(works: readonly Work[], bits: number): Laps {
  const { credentials, publicKey } = rsaKeys(bits);
  return verifying(prepare(credentials, works), { publicKey });
}

function rsaKeys(bits: number): { credentials: Credentials; publicKey: string } {
  const privateKey = newPrivateKey(bits);
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "pem" }) as string;
  return { credentials: { consumerKey: CONSUMER_KEY, signatureMethod: "RSA-SHA256", privateKey }, publicKey };
}

/** Each request is awaited before the next. */
function verifying(requests: readonly Prepared[], stored: StoredKey): Laps {
  return {
    pieces: requests.length,
    prepare() {
      const verifier = verifierWith(() => stored);
      return () => runAll(requests, ({ received }) => accept(verifier, received));
    },
  };
}

interface ToSign {
  readonly request: RequestToSign;
  readonly options: { readonly nonce: string };
}

/** Signs requests, and writes them as node:http delivers them. */
function prepare(credentials: Credentials, requests: readonly ToSign[]): Prepared[] {
  const signer = createSigner(credentials);
  return requests.map(({ request, options }, index) => {
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
