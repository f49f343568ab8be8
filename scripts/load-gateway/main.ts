/**
 * `npm run bench -- load-gateway`: takes 10,000 orders through the gateway simulator, 50 at a time: payment, callback, status and
 * card reference, and sends all signed requests again. The throughput is a ratio to a bare HTTP server of Node that gets as
 * many requests with the same bodies; both are measured in turn, in rounds.
 *
 * Options: `--quick` takes 100 orders; `--json` prints one JSON document; `--docs` also writes the section of
 * docs/data/performance.md. The exit code is 1 if a check fails.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { checkComplete, checkReplays, checkSingle, type OrderTrace } from "./checks.ts";
import { close, listen, type SentRequest, startMerchant } from "./merchant.ts";
import { type LoadReport, terminalReport, withSection } from "./report.ts";

const { values } = parseArgs({
  options: { quick: { type: "boolean" }, json: { type: "boolean" }, docs: { type: "boolean" } },
});
const PAGE = "docs/data/performance.md";
const load = loadavg()[0]!;
const ORDERS = values.quick ? 100 : 10_000;
const ROUNDS = 5;
const IN_FLIGHT = 50;
/** Status and card reference. */
const SIGNED = 2 * ORDERS;
/** The log hides secrets when it is read, which takes longer than a request. */
const LOOKED_UP = 10;

// Replays are rejected because of their nonces, even on a slow machine.
const simulator = await startGatewaySimulator({ clockToleranceSeconds: 86_400 });
const known = new Set(simulator.orders().map(({ clientOrderId }) => clientOrderId));
const merchant = await startMerchant(simulator);
const bare = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, { "content-type": "text/plain" }).end("status=approved"));
});
const bareOrigin = await listen(bare);

const orders: OrderTrace[] = [];
const replayStatuses: number[] = [];
const replayCodes: (string | undefined)[] = [];
const rounds: { readonly gateway: number; readonly bare: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const ids = Array.from({ length: ORDERS / ROUNDS }, (_, index) => `order-${round * (ORDERS / ROUNDS) + index + 1}`);
  const gateway = await measure(ids, async (id) => orders.push(await merchant.takeOrder(id)));
  const sent = merchant.takeSent();
  rounds.push({ gateway: sent.length / gateway, bare: sent.length / (await measure(sent, sendToBare)) });
  const signed = sent.filter(({ headers }) => Object.keys(headers).some((name) => /^authorization$/i.test(name)));
  await measure(signed, async ({ url, ...init }) => replayStatuses.push(await send(url, init)));
  replayCodes.push(...(await simulator.requests(LOOKED_UP)).map(({ code }) => code));
}

const stored = simulator.orders().flatMap(({ clientOrderId }) => (known.has(clientOrderId) ? [] : [clientOrderId]));
const checks = [
  checkComplete(orders, ORDERS),
  checkSingle(orders, stored, await simulator.callbacks(), merchant.rejectedCallbacks()),
  checkReplays(replayStatuses, replayCodes, SIGNED),
];
await Promise.all([merchant.close(), close(bare), simulator.close()]);

const perSecond = { gateway: median(rounds.map((one) => one.gateway)), bare: median(rounds.map((one) => one.bare)) };
const ratio = median(rounds.map((one) => one.bare / one.gateway));
const machine = { cpu: cpus()[0]?.model ?? "", cores: cpus().length, node: process.version, load };
const report: LoadReport = { machine, orders: ORDERS, inFlight: IN_FLIGHT, perSecond, ratio, checks };
process.stdout.write(values.json ? `${JSON.stringify(report, undefined, 2)}\n` : terminalReport(report));
if (values.docs) writeFileSync(PAGE, withSection(readFileSync(PAGE, "utf8"), report));
process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;

/** Calls a function for each item, 50 at a time. Returns the seconds that it took. */
async function measure<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return (performance.now() - started) / 1000;
}

function sendToBare({ url, ...init }: SentRequest): Promise<number> {
  const { pathname, search } = new URL(url, bareOrigin);
  return send(bareOrigin + pathname + search, init);
}

async function send(url: string, { method, headers, body }: Omit<SentRequest, "url">): Promise<number> {
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  await response.arrayBuffer();
  return response.status;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
