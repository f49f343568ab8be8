/** Each wrong server is wrong in what it says, and otherwise of use. */

import { createPrivateKey } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { loadFaults } from "../../../src/conformance/vectors/index.ts";
import { encode } from "../../oauth1/independent.ts";
import { send, type ToSend } from "../../verifier/adapters/clients.ts";
import { CLIENT, RSA_CLIENT, TOKEN } from "./credentials.ts";
import { REJECTED, type RunningServer } from "./serve.ts";
import { rightSteps, serveSteps } from "./steps.ts";
import { type Demonstration, type Outcome, type Sign, signerFor } from "./wrong-server.ts";
import { WRONG_SERVERS } from "./wrong-servers.ts";

const running: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function started(start: () => Promise<RunningServer>): Promise<RunningServer> {
  const server = await start();
  running.push(server);
  return server;
}

const startRight = (): Promise<RunningServer> => serveSteps(rightSteps());

async function outcomeOf({ url }: RunningServer, request: ToSend): Promise<Outcome> {
  const { status, body } = await send({ port: Number(new URL(url).port), encrypted: false }, request);
  if (status === 200) return "accepted";
  if (status === 500) return "crashed";
  return body === REJECTED.text ? "rejected" : "explained";
}

/** The outcome of the last request. */
async function outcomeAfter(server: RunningServer, { requests, atOnce }: Demonstration): Promise<Outcome> {
  const all = requests(signerFor(server.url), server.url);
  if (atOnce) {
    const outcomes = await Promise.all(all.map((request) => outcomeOf(server, request)));
    return outcomes.find((outcome) => outcome !== "accepted") ?? "accepted";
  }
  let last: Outcome = "crashed";
  for (const request of all) last = await outcomeOf(server, request);
  return last;
}

const ORDINARY: Readonly<Record<string, (sign: Sign) => ToSend>> = {
  "a GET with a query": (sign) => sign({ method: "GET", target: "/orders?id=7" }),
  "a POST with a form": (sign) => sign({ form: "amount=1" }),
};

describe.each(WRONG_SERVERS)("the wrong server $id", ({ start, shows }) => {
  test("decides otherwise than a correct server", async () => {
    expect(await outcomeAfter(await started(start), shows)).toBe(shows.last);
    const right = await outcomeAfter(await started(startRight), shows);
    expect(right).toBe(shows.last === "rejected" ? "accepted" : "rejected");
  });

  test("accepts ordinary requests", { tags: ["deep"] }, async () => {
    const server = await started(start);
    for (const request of Object.values(ORDINARY)) {
      expect(await outcomeOf(server, request(signerFor(server.url)))).toBe("accepted");
    }
  });
});

describe("the correct server", () => {
  const rsa = { oauth_consumer_key: RSA_CLIENT.consumerKey, oauth_signature_method: "RSA-SHA256" };
  const accepted: Readonly<Record<string, (sign: Sign) => ToSend>> = {
    ...ORDINARY,
    "a token": (sign) =>
      sign({ protocol: { oauth_token: TOKEN.token }, key: `${encode(CLIENT.consumerSecret)}&${TOKEN.tokenSecret}` }),
    RSA: (sign) => sign({ protocol: rsa, key: createPrivateKey(RSA_CLIENT.privateKey) }),
    "parameters in the query": (sign) => sign({ transport: "query" }),
    "parameters in the body": (sign) => sign({ transport: "body", form: "amount=1" }),
  };

  test.each(Object.entries(accepted))("accepts %s", async (_what, request) => {
    const server = await started(startRight);
    expect(await outcomeOf(server, request(signerFor(server.url)))).toBe("accepted");
  });

  test.each<[string, (sign: Sign) => ToSend]>([
    ["no signature at all", () => ({ method: "GET", path: "/", headers: {} })],
    ["a changed form", (sign) => ({ ...sign({ form: "a=1" }), body: "a=2" })],
    ["the token's key without the token", (sign) => sign({ key: `${CLIENT.consumerSecret}&${TOKEN.tokenSecret}` })],
  ])("rejects %s", async (_what, request) => {
    const server = await started(startRight);
    expect(await outcomeOf(server, request(signerFor(server.url)))).toBe("rejected");
  });
});

describe("the wrong servers", () => {
  test("have different ids, and faults that the catalogue has for verifiers", () => {
    expect(new Set(WRONG_SERVERS.map(({ id }) => id)).size).toBe(WRONG_SERVERS.length);
    const faults = loadFaults();
    const unknown = WRONG_SERVERS.filter(({ fault }) => fault !== undefined && faults.get(fault)?.side !== "verifier");
    expect(unknown.map(({ id }) => id)).toEqual([]);
  });

  test("have 25 different faults and more, and ten are written out and more", () => {
    expect(new Set(WRONG_SERVERS.flatMap(({ fault = [] }) => fault)).size).toBeGreaterThanOrEqual(25);
    expect(WRONG_SERVERS.filter(({ id }) => id.startsWith("careless-")).length).toBeGreaterThanOrEqual(10);
  });
});
