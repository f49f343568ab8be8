/** Reasons that would send a reader to the wrong place. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewaySimulator, startGatewaySimulator } from "../../../src/gateway/simulator/index.ts";
import { hmacRequestTo, requestTo, send } from "./signed-requests.ts";

let simulator: GatewaySimulator;
beforeAll(async () => {
  simulator = await startGatewaySimulator();
});
afterAll(() => simulator.close());

async function lastProblems(): Promise<string> {
  const [request] = await simulator.requests(1);
  return request!.problems!.map(({ code, message }) => `${code}: ${message}`).join("\n");
}

test.each([
  ["encoded", (signature: string) => encodeURIComponent(signature)],
  ["as it is, so that + becomes a space", (signature: string) => signature],
  ["encoded twice", (signature: string) => encodeURIComponent(encodeURIComponent(signature))],
])("an equal signature in the body, %s, is not said to differ", async (_, encode) => {
  const request = hmacRequestTo(simulator, { options: { transport: "header-and-body", realm: "" } });
  await send(request, { body: `${String(request.body)}&oauth_signature=${encode(request.signature)}` });
  expect(await lastProblems()).toBe(
    'protocol-parameters-in-two-places: "oauth_signature" is in the header and in the body',
  );
  expect((await simulator.requests(1))[0]!.diagnosis.parameters).toEqual([]);
});

test("another signature in the body is said to differ", async () => {
  const request = hmacRequestTo(simulator, { options: { transport: "header-and-body", realm: "" } });
  await send(request, { body: `${String(request.body)}&oauth_signature=abc` });
  expect(await lastProblems()).toContain("differs from the header");
});

test.each(["", "token"])("the token %j is named as the reason, not the client", async (token) => {
  await send(hmacRequestTo(simulator, { credentials: { token } }));
  expect(await lastProblems()).toBe(
    "consumer-unknown: the request has oauth_token, but the gateway uses no tokens: leave it out, also if it is empty",
  );
});

test("a header with the signature alone is called that, and the others are not said to differ", async () => {
  const request = hmacRequestTo(simulator, { options: { transport: "header-and-body" } });
  const authorization = `OAuth realm="", oauth_signature="${encodeURIComponent(request.signature)}"`;
  expect((await send(request, { headers: { authorization } })).status).toBe(403);
  expect(await lastProblems()).toBe(
    "parameter-missing: the header has oauth_signature alone: it must also have oauth_consumer_key, oauth_signature_method, oauth_timestamp, oauth_nonce, oauth_version, which are only in the body",
  );
});

test.each([
  ["Merchant", 'there is no login "Merchant"; there is "merchant", and upper and lower case differ'],
  ["merchnat", 'there is no login "merchnat"; there is "merchant"'],
  ["somebody", 'there is no login "somebody"'],
])("the unknown login %s is named with the nearest one", async (consumerKey, message) => {
  await send(hmacRequestTo(simulator, { credentials: { consumerKey } }));
  expect(await lastProblems()).toBe(`consumer-unknown: ${message}`);
});

test("a login without a key for the method is not called unknown", async () => {
  await send(requestTo(simulator, { credentials: { consumerKey: "other-merchant" } }));
  expect(await lastProblems()).toBe(
    'consumer-unknown: the login "other-merchant" has no key for this signature method',
  );
});

test("the difference of a timestamp in milliseconds is shown whole, and not masked as a card number", async () => {
  await send(requestTo(simulator, { options: { timestamp: Date.now() } }));
  const [request] = await simulator.requests(1);
  expect(request!.problems![0]!.message).toMatch(/^oauth_timestamp is [0-9]{13} s ahead of the clock/);
  expect(request!.diagnosis.lines[0]).toMatch(/oauth_timestamp is [0-9]{13} s ahead/);
});

test("a card number in the place of the difference stays masked", async () => {
  const request = requestTo(simulator, { form: { client_orderid: "4444555566661111", orderid: "1" } });
  await send(request, { body: `${String(request.body)}&credit_card_number=4444555566661111` });
  expect(JSON.stringify(await simulator.requests(1))).not.toContain("4444555566661111");
});
