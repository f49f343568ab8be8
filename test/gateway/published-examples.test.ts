/**
 * The published requests of the gateway and those generated for its operations, sent unchanged to a simulator that knows
 * their merchant, with the signed origin and time.
 */

import { createPrivateKey, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { type GatewaySimulator, startGatewaySimulator } from "../../src/gateway/simulator/index.ts";

interface RequestVector {
  readonly id: string;
  readonly input: {
    readonly request: { readonly url: string };
    readonly credentials: {
      readonly consumerKey: string;
      readonly consumerSecret?: string;
      readonly privateKey?: string;
    };
    readonly timestamp: string;
  };
  readonly expected: { readonly "authorization-header": string; readonly body: string };
}

const { vectors } = JSON.parse(readFileSync("vectors/gateway.json", "utf8")) as { vectors: RequestVector[] };
const requests = vectors.filter(({ id }) => id.startsWith("request/"));
const gateways: GatewaySimulator[] = [];
afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));

/** A simulator that knows only the merchant of this vector. */
async function simulatorFor({ input: { request, credentials, timestamp } }: RequestVector): Promise<GatewaySimulator> {
  const { consumerKey: login, consumerSecret: controlKey, privateKey } = credentials;
  const publicKeys =
    privateKey === undefined
      ? []
      : [createPublicKey(createPrivateKey(privateKey)).export({ type: "spki", format: "pem" }).toString()];
  const id = new URL(request.url).pathname.split("/").at(-1)!;
  const merchant = {
    login,
    ...(controlKey === undefined ? {} : { controlKey }),
    publicKeys,
    endpoints: [{ id }],
    endpointGroups: [id],
  };
  const { origin } = new URL(request.url);
  const gateway = await startGatewaySimulator({
    data: { merchants: [merchant] },
    origin,
    now: () => Number(timestamp),
  });
  gateways.push(gateway);
  return gateway;
}

async function post({ origin }: GatewaySimulator, url: string, authorization: string, body: string): Promise<Response> {
  const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
  return fetch(origin + new URL(url).pathname, { method: "POST", headers, body });
}

describe("a published or generated request", () => {
  test("exists for every operation, prefix and method", () => {
    expect(requests.length).toBeGreaterThan(60);
  });

  test.each(requests.map((vector) => [vector.id, vector] as const))(
    "%s is accepted by the simulator's verifier",
    { tags: ["deep"] },
    async (_id, vector) => {
      const { expected, input } = vector;
      const gateway = await simulatorFor(vector);
      const answer = await post(gateway, input.request.url, expected["authorization-header"], expected.body);
      expect(answer.status).toBe(200);
      expect((await gateway.requests(1))[0]!.authenticated).toBe(true);
      const changed = expected.body.replace(/=[^&]/, "=~");
      expect((await post(gateway, input.request.url, expected["authorization-header"], changed)).status).toBe(403);
    },
  );
});

describe("one published header with three bodies", () => {
  test("is right for none of them with another key", async () => {
    const header =
      'OAuth realm="",oauth_version="1.0",oauth_consumer_key="merchantlogin",oauth_timestamp="1490718302",oauth_nonce="1eK7t1kIhTx",oauth_signature_method="HMAC-SHA1",oauth_signature="DDhwSEj2e7nZ2a07S5p%2Fizfe3Rg%3D"';
    const merchants = [
      { login: "merchantlogin", controlKey: "F9F65098-1111-1111-1111-621611111111", endpoints: [{ id: "250" }] },
    ];
    const gateway = await startGatewaySimulator({ data: { merchants }, now: () => 1_490_718_302 });
    gateways.push(gateway);
    for (const account of ["1234567890", "0987654321", "1987654321"]) {
      const body = `account_number=${account}&amount=100&currency=USD&oauth_consumer_key=merchantlogin&oauth_nonce=1eK7t1kIhTx`;
      expect((await post(gateway, `${gateway.origin}/paynet/api/v4/payout/250`, header, body)).status).toBe(403);
      expect((await gateway.requests(1))[0]).toMatchObject({
        code: "signature-mismatch",
        stages: { signature: "DDhwSEj2e7nZ2a07S5p/izfe3Rg=" },
      });
    }
  });
});
