/** Reasons that would send a reader to the wrong place. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explainRequest } from "../../../src/diagnosis/index.ts";
import {
  type ExplainRequest,
  type GatewaySimulator,
  startGatewaySimulator,
} from "../../../src/gateway/simulator/index.ts";
import { sample } from "./shared-sample.ts";
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

describe("the reason for a rejection", () => {
  test.each([
    ["encoded", (signature: string) => encodeURIComponent(signature)],
    ["as it is, so that + becomes a space", (signature: string) => signature],
    ["encoded twice", (signature: string) => encodeURIComponent(encodeURIComponent(signature))],
  ])("is no difference for an equal signature in the body, %s", async (_, encode) => {
    const request = hmacRequestTo(simulator, { transport: "header-and-body", realm: "" });
    await send(request, { body: `${String(request.body)}&oauth_signature=${encode(request.signature)}` });
    expect(await lastProblems()).toBe(
      'protocol-parameters-in-two-places: "oauth_signature" is in the header and in the body',
    );
    expect((await simulator.requests(1))[0]!.diagnosis.parameters).toEqual([]);
  });

  test("names another signature in the body", async () => {
    const request = hmacRequestTo(simulator, { transport: "header-and-body", realm: "" });
    await send(request, { body: `${String(request.body)}&oauth_signature=abc` });
    expect(await lastProblems()).toContain("differs from the header");
  });

  test.each(["", "token"])("is the token %j, not the client", async (token) => {
    await send(hmacRequestTo(simulator, { credentials: { token } }));
    expect(await lastProblems()).toBe(
      "token-unsupported: the request has oauth_token, but the gateway uses no tokens: leave it out, also if it is empty",
    );
  });

  test("is the header with the signature alone, and no difference of the others", async () => {
    const request = hmacRequestTo(simulator, { transport: "header-and-body" });
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
  ])("is the unknown login %s, with the nearest one", async (consumerKey, message) => {
    await send(hmacRequestTo(simulator, { credentials: { consumerKey } }));
    expect(await lastProblems()).toBe(`consumer-unknown: ${message}`);
  });

  test("is followed by what to check next, for another control key", async () => {
    const explain: ExplainRequest = (request, keys, options) =>
      explainRequest(request, keys, { ...options, budget: { combinations: 100 } });
    const explaining = await startGatewaySimulator({ data: sample.data, explain });
    await send(hmacRequestTo(explaining, { sample, credentials: { consumerSecret: "another control key" } }));
    const [request] = await explaining.requests(1);
    await explaining.close();
    const { lines } = request!.diagnosis;
    expect(lines.join("\n")).toMatch(/Check next, in this order:\n {4}1\. Log the base string/);
  });

  test("is not an unknown login if the login lacks a key for the method", async () => {
    await send(requestTo(simulator, { credentials: { consumerKey: "other-merchant" } }));
    expect(await lastProblems()).toBe(
      'consumer-unknown: the login "other-merchant" has no key for this signature method',
    );
  });

  test("shows the difference of a timestamp in milliseconds whole, not masked as a card number", async () => {
    await send(requestTo(simulator, { protocol: { oauth_timestamp: String(Date.now()) } }));
    const [request] = await simulator.requests(1);
    expect(request!.problems![0]!.message).toMatch(/^oauth_timestamp is [0-9]{13} s ahead of the clock/);
    expect(request!.diagnosis.lines[0]).toMatch(/oauth_timestamp is [0-9]{13} s ahead/);
  });

  test("masks a card number in the place of the difference", async () => {
    const request = requestTo(simulator, { form: { client_orderid: "4444555566661111", orderid: "1" } });
    await send(request, { body: `${String(request.body)}&credit_card_number=4444555566661111` });
    expect(JSON.stringify(await simulator.requests(1))).not.toContain("4444555566661111");
  });
});
