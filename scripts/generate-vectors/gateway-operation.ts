/** Drafts for one operation of the gateway: both path prefixes, and each supported signature method and transport. */

import type { JsonPair } from "../../src/conformance/vectors/index.ts";
import { RSA_2048 } from "./test-keys.ts";
import type { Draft, JsonInput } from "./types.ts";

const HOST = "https://sandbox.example.com";
const PREFIXES = ["/processing/api", "/paynet/api"];
const MERCHANT = { consumerKey: "merchant-login" };
const CONTROL_KEY = "0FC6DCCE-2C4A-4A5B-9E5D-1F7C3E9A2B64";

type Signed = Omit<JsonInput, "request">;
const COMMON = { nonce: "Hq7tLm2XbR9", timestamp: "1700000000", version: "1.0" } as const;
const HMAC = { ...COMMON, signatureMethod: "HMAC-SHA1", credentials: { ...MERCHANT, consumerSecret: CONTROL_KEY } };
const VARIANTS: readonly (readonly [string, Signed])[] = [
  ["HMAC-SHA1, the protocol parameters repeated in the body", { ...HMAC, transport: "header-and-body", realm: "" }],
  ["HMAC-SHA1, only in the header", { ...HMAC, transport: "header" }],
  [
    "RSA-SHA256, in the header",
    {
      ...COMMON,
      signatureMethod: "RSA-SHA256",
      credentials: { ...MERCHANT, privateKey: RSA_2048 },
      transport: "header",
    },
  ],
];

/** A request of an operation: its path after the prefix, and its form. */
export interface GatewayRequest {
  readonly what: string;
  readonly path: string;
  readonly form: readonly JsonPair[];
}

/** One draft per prefix, request and variant. */
export function gatewayDrafts(requests: readonly GatewayRequest[]): Draft[] {
  return PREFIXES.flatMap((prefix) =>
    requests.flatMap(({ what, path, form }) =>
      VARIANTS.map(([variant, signed]) => ({
        comment: `${what} under ${prefix}: ${variant}`,
        rule: "gateway-1",
        operation: "sign",
        input: { request: { method: "POST", url: `${HOST}${prefix}${path}`, form }, ...signed },
      })),
    ),
  );
}
