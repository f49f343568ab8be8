/** A fetch that records requests instead of sending them, and returns given answers. */

import {
  createGatewayClient,
  endpointId,
  type Fetch,
  type GatewayClient,
  type GatewayEnvironment,
  type GatewayKeys,
} from "../../src/gateway/index.ts";
import { type TestKeyPair, testKeyPair } from "../keys/index.ts";

export const CONTROL_KEY = "B17F59B4-A7DC-41B4-8FF9-37D986B43D20";
export const KEY_PAIR: TestKeyPair = testKeyPair("rsa-2048");
export const CARD = "4444555566661111";

export const APPROVED =
  "type=create-card-ref-response\n&serial-number=00000000-0000-0000-0000-0000000002c1\n&card-ref-id=1000000001\n&status=approved\n";
export const ACCEPTED = "type=async-response\n&paynet-order-id=4711\n";

export type Sent = Parameters<Fetch>[1] & { readonly url: string };

/** Returns the answers in turn, then the last one again and again. */
export function fakeFetch(...answers: (string | Response | (() => Promise<Response>))[]): {
  sent: Sent[];
  fetch: Fetch;
} {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, init) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]!;
    sent.push({ ...init, url });
    if (typeof answer === "function") return answer();
    return typeof answer === "string" ? page(answer) : answer.clone();
  };
  return { sent, fetch };
}

/** A response with the Content-Type that the gateway uses for pairs. */
export function page(body: string | Uint8Array<ArrayBuffer>, status = 200, type = "text/html;charset=utf-8"): Response {
  return new Response(body, { status, headers: { "content-type": type } });
}

export const ENVIRONMENT: GatewayEnvironment<"integration"> = {
  name: "integration",
  origin: "https://sandbox.example.com",
};
export const KEYS: GatewayKeys<"integration"> = {
  environment: "integration",
  login: "merchant",
  controlKey: CONTROL_KEY,
  privateKey: KEY_PAIR.privateKey,
};

/** A client with both keys. */
export function clientWith(fetch: Fetch, options: object = {}): GatewayClient {
  return createGatewayClient({
    environment: ENVIRONMENT,
    keys: KEYS,
    endpoint: endpointId("39915"),
    fetch,
    ...options,
  });
}

/** The error of a call that must fail. */
export async function errorOf<E>(call: Promise<unknown>): Promise<E> {
  return call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error) => error,
  );
}
