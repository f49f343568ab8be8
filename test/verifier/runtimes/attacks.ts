/** Attacks on a running server, as octets on the wire, and what a correct client sends. */

import { testKeyPair } from "../../keys/index.ts";
import { seconds } from "../../signed-request.ts";
import { exchange, send, type ToSend } from "../adapters/clients.ts";
import { FORM, withHeaders } from "../adapters/running.ts";
import type { Running } from "../adapters/servers.ts";
import { MERCHANT, SHOP, toSend } from "../adapters/verifiers.ts";

/** What is sent, and the statuses that must come back. */
export interface Attack {
  readonly name: string;
  readonly expected: readonly number[];
  run(server: Running): Promise<readonly number[]>;
}

const JSON_TYPE = { "content-type": "application/json" };

/** Sends requests one after another. */
function sequence(name: string, expected: readonly number[], requests: () => readonly ToSend[]): Attack {
  return {
    name,
    expected,
    async run(server) {
      const statuses: number[] = [];
      for (const request of requests()) statuses.push((await send(server, request)).status);
      return statuses;
    },
  };
}

/** Writes octets, and waits for the head of one answer. */
function octets(name: string, expected: number, text: () => string): Attack {
  return {
    name,
    expected: [expected],
    async run(server) {
      const answer = await exchange(server, text(), (received) => received.includes("\r\n\r\n"));
      return [Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])];
    },
  };
}

const ORDERS = { method: "GET", target: "/api/orders" };

const publicKey = testKeyPair("rsa-2048").publicKey.export({ type: "spki", format: "pem" }).toString();

export const ATTACKS: readonly Attack[] = [
  sequence("valid requests: form, query, RSA, JSON with a hash", [200, 200, 200, 200], () => [
    toSend(FORM),
    toSend({ method: "GET", target: "/api/orders?since=1%2B1&empty=&a=%7e" }),
    toSend({ ...FORM, credentials: { ...MERCHANT, signatureMethod: "RSA-SHA256" } }),
    withHeaders(toSend({ method: "POST", target: "/api/pay", body: '{"a":1}', bodyHash: true }), JSON_TYPE),
  ]),
  sequence("a replay", [200, 401, 401], () => Array(3).fill(toSend(FORM))),
  {
    name: "twenty copies at the same time",
    expected: [200, ...Array(19).fill(401)],
    async run(server) {
      const request = toSend(FORM);
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(server, request)));
      return answers.map(({ status }) => status).sort();
    },
  },
  sequence("a changed form", [401], () => [{ ...toSend(FORM), body: "amount=99.42" }]),
  sequence("a changed method, path and query", [401, 401, 401], () => {
    const request = toSend({ method: "GET", target: "/api/orders?id=1" });
    return [{ method: "DELETE" }, { path: "/api/Orders?id=1" }, { path: "/api/orders?id=2" }].map((change) => ({
      ...request,
      ...change,
    }));
  }),
  sequence("no signature", [401, 401], () => [
    { method: "GET", path: "/api/orders", headers: {} },
    { method: "POST", path: "/api/pay", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "a=1" },
  ]),
  sequence("a wrong secret and an unknown client", [401, 401], () => [
    toSend({ ...ORDERS, credentials: { ...SHOP, consumerSecret: "wrong" } }),
    toSend({ ...ORDERS, credentials: { ...SHOP, consumerKey: "nobody" } }),
  ]),
  sequence("the public key as secret of HMAC", [401, 401], () =>
    [publicKey, publicKey.trim()].map((consumerSecret) =>
      toSend({ ...ORDERS, credentials: { consumerKey: MERCHANT.consumerKey, consumerSecret } }),
    ),
  ),
  sequence("timestamps outside the tolerance", [401, 401], () =>
    [-400, 400].map((offset) => toSend({ ...ORDERS, protocol: { oauth_timestamp: String(seconds(offset)) } })),
  ),
  sequence("PLAINTEXT and RSA-SHA1, which the policy does not allow", [400, 400], () => [
    toSend({ ...ORDERS, credentials: { ...SHOP, signatureMethod: "PLAINTEXT" } }),
    toSend({ ...ORDERS, credentials: { ...MERCHANT, signatureMethod: "RSA-SHA1" } }),
  ]),
  sequence("protocol parameters in two places, and twice", [400, 400], () => {
    const request = toSend(ORDERS);
    const twice = String(request.headers.authorization).replace("OAuth ", 'OAuth oauth_nonce="1", ');
    return [{ ...request, path: "/api/orders?oauth_nonce=1" }, withHeaders(request, { authorization: twice })];
  }),
  sequence("JSON added to a signed request, and changed under its hash", [400, 401], () => {
    const added = { ...toSend({ method: "POST", target: "/api/pay" }), body: '{"a":1}' };
    const hashed = toSend({ method: "POST", target: "/api/pay", body: '{"a":1}', bodyHash: true });
    return [withHeaders(added, JSON_TYPE), withHeaders({ ...hashed, body: '{"a":2}' }, JSON_TYPE)];
  }),
  sequence("a request for another server, with its Host and forwarded headers", [401, 401], () => {
    const { headers, ...rest } = toSend({ method: "GET", origin: "https://other.example", target: "/x" });
    const host = { host: "other.example" };
    const forwarded = { "x-forwarded-host": "other.example", "x-forwarded-proto": "https" };
    return [
      { ...rest, headers: { ...headers, ...host } },
      { ...rest, headers: { ...headers, ...forwarded } },
    ];
  }),
  octets("two Authorization headers", 400, () => {
    const { headers } = toSend(ORDERS);
    const fields = `Host: h\r\nAuthorization: ${headers.authorization}\r\nAuthorization: OAuth oauth_nonce="2"\r\n`;
    return `GET /api/orders HTTP/1.1\r\n${fields}\r\n`;
  }),
  octets("a malformed header", 400, () => 'GET / HTTP/1.1\r\nHost: h\r\nAuthorization: OAuth oauth_nonce="1\r\n\r\n'),
  octets("a length over the limit, without a body", 413, () => {
    const { headers } = toSend(FORM);
    const fields = `Host: h\r\nAuthorization: ${headers.authorization}\r\nContent-Length: 10001\r\n`;
    return `POST /api/pay HTTP/1.1\r\n${fields}Content-Type: application/x-www-form-urlencoded\r\n\r\n`;
  }),
  sequence("a body over the limit, in chunks", [413], () => {
    const { body: _, ...request } = toSend(FORM);
    return [{ ...request, body: Array.from({ length: 11 }, () => Buffer.alloc(1000, "a")) }];
  }),
];
