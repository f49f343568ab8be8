/**
 * Sends 10,000 requests to the gateway simulator, 50 at a time: each must be answered once. Then sends all of them again:
 * each must be rejected as a replay. Half are signed with HMAC-SHA1, half with RSA-SHA256.
 */

import { startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { createSigner, type SignedRequest } from "../../src/oauth1/index.ts";

const REQUESTS = 10_000;
const IN_FLIGHT = 50;

const simulator = await startGatewaySimulator({ logSize: 2 * REQUESTS });
const { login: consumerKey, controlKey, privateKey, endpoint, payment } = simulator.sample!;
const url = `${simulator.origin}/processing/api/v4/create-card-ref/${endpoint}`;
const form = { client_orderid: payment.clientOrderId, orderid: payment.orderId };
const hmac = createSigner({ consumerKey, signatureMethod: "HMAC-SHA1", consumerSecret: controlKey });
const rsa = createSigner({ consumerKey, signatureMethod: "RSA-SHA256", privateKey });
const requests = Array.from({ length: REQUESTS }, (_, index) =>
  index % 2 === 0
    ? hmac.sign({ method: "POST", url, form }, { transport: "header-and-body", realm: "" })
    : rsa.sign({ method: "POST", url, form }),
);

/** Sends all requests and returns the answers. */
async function sendAll(): Promise<{ status: number; body: string }[]> {
  const answers: { status: number; body: string }[] = [];
  const waiting: SignedRequest[] = [...requests];
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { method, headers, body } = next;
      const response = await fetch(next.url, { method, headers, body: String(body) });
      answers.push({ status: response.status, body: await response.text() });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  return answers;
}

const started = performance.now();
const first = await sendAll();
const seconds = (performance.now() - started) / 1000;
const serialNumbers = new Set(first.map(({ body }) => /serial-number=([^\n]*)/.exec(body)?.[1]));
const second = await sendAll();
const replays = (await simulator.requests()).filter(({ code }) => code === "nonce-used").length;
await simulator.close();

const approved = first.filter(({ status, body }) => status === 200 && body.includes("status=approved")).length;
const rejected = second.filter(({ status }) => status === 403).length;
console.log(`${REQUESTS} requests, ${IN_FLIGHT} in flight, in ${seconds.toFixed(1)} s`);
console.log(`  approved ${approved}, different serial numbers ${serialNumbers.size}`);
console.log(`sent again: rejected ${rejected}, of these as replays ${replays}`);
process.exitCode = [approved, serialNumbers.size, rejected, replays].every((count) => count === REQUESTS) ? 0 : 1;
