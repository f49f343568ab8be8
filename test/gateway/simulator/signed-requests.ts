/** Requests for a simulator with sample data, so that a test can make them wrong. */

import type { GatewaySimulator, SampleData } from "../../../src/gateway/simulator/index.ts";
import { type RequestParts, type SentRequest, signedNow, signedRequest } from "../../signed-request.ts";

/** How a request to the simulator differs from the default one. */
export interface GatewayRequestParts extends RequestParts {
  readonly operation?: string;
  /** Whose keys to use. @default those that the simulator made */
  readonly sample?: SampleData;
}

/** A request for create-card-ref of the first sample payment, signed with RSA-SHA256. */
export function requestTo(to: GatewaySimulator, parts: GatewayRequestParts = {}): SentRequest {
  const { operation = "v4/create-card-ref", credentials, protocol, sample = to.sample!, ...others } = parts;
  const { login, privateKey, endpoint } = sample;
  return signedRequest({
    target: `${to.origin}/processing/api/${operation}/${endpoint}`,
    form: { client_orderid: "invoice-1", orderid: "1001" },
    ...others,
    credentials: { consumerKey: login, signatureMethod: "RSA-SHA256", privateKey, ...credentials },
    protocol: { ...signedNow(), ...protocol },
  });
}

/** The same with the control key. */
export function hmacRequestTo(to: GatewaySimulator, parts: GatewayRequestParts = {}): SentRequest {
  const { controlKey: consumerSecret } = parts.sample ?? to.sample!;
  const hmac = { signatureMethod: "HMAC-SHA1", privateKey: undefined, consumerSecret } as const;
  return requestTo(to, { ...parts, credentials: { ...hmac, ...parts.credentials } });
}

export function send(
  { url, method, headers, body }: SentRequest,
  change: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<Response> {
  return fetch(url, { method, headers: { ...headers, ...change.headers }, body: change.body ?? String(body) });
}
