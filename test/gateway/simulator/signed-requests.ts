/** Requests for a simulator with sample data that are signed by hand, so that a test can make them wrong. */

import type { GatewaySimulator } from "../../../src/gateway/simulator/index.ts";
import { type Credentials, type SignedRequest, type SignOptions, sign } from "../../../src/oauth1/index.ts";

/** What {@link requestTo} signs, if the test does not say otherwise. */
export interface RequestParts {
  readonly operation?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly credentials?: Partial<Credentials>;
  readonly options?: SignOptions;
}

/** A request for create-card-ref of the first sample payment, signed with RSA-SHA256. */
export function requestTo(to: GatewaySimulator, parts: RequestParts = {}): SignedRequest {
  const { operation = "v4/create-card-ref", form = { client_orderid: "invoice-1", orderid: "1001" } } = parts;
  const { login, privateKey, endpoint } = to.sample!;
  const credentials = { consumerKey: login, signatureMethod: "RSA-SHA256", privateKey, ...parts.credentials };
  const url = `${to.origin}/processing/api/${operation}/${endpoint}`;
  return sign({ method: "POST", url, form }, credentials as Credentials, parts.options);
}

/** The same with the control key. */
export function hmacRequestTo(to: GatewaySimulator, { credentials, ...parts }: RequestParts = {}): SignedRequest {
  const hmac = { signatureMethod: "HMAC-SHA1", privateKey: undefined, consumerSecret: to.sample!.controlKey } as const;
  return requestTo(to, { ...parts, credentials: { ...hmac, ...credentials } as Partial<Credentials> });
}

export function send(
  { url, method, headers, body }: SignedRequest,
  change: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<Response> {
  return fetch(url, { method, headers: { ...headers, ...change.headers }, body: change.body ?? String(body) });
}
