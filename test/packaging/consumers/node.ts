/** The public types, as a program for Node.js uses them. Only compiled: a line that must not compile has an expected error. */

import { createPublicKey, type KeyObject } from "node:crypto";
import {
  type Accepted,
  createSigner,
  createVerifier,
  MemoryNonceStore,
  type NonceStore,
  type RejectionCode,
  type SignatureMethod,
  sign,
  type Verdict,
} from "countersign";
import { testSigner } from "countersign/conformance";
import { type CardReference, createGatewayClient, endpointId } from "countersign/gateway";
import { readPrivateKey } from "countersign/oauth1";
import { loadVectors } from "countersign/vectors";

/** Compiles if both types are the same. */
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
function isTrue<_ extends true>(): void {}

// A signed request goes to fetch as it is.
const signer = createSigner({ consumerKey: "k", signatureMethod: "HMAC-SHA1", consumerSecret: "s" });
const { url, method, headers, body } = signer.sign({
  method: "POST",
  url: "https://gateway.example/",
  body: new Uint8Array(1),
});
export const send = (): Promise<Response> => fetch(url, { method, headers, body });

// The kind of key belongs to the method.
sign({ method: "GET", url }, { consumerKey: "k", signatureMethod: "RSA-SHA256", privateKey: "pem" });
// @ts-expect-error RSA does not sign with a secret
sign({ method: "GET", url }, { consumerKey: "k", signatureMethod: "RSA-SHA256", consumerSecret: "s" });
// @ts-expect-error HMAC does not sign with a private key
sign({ method: "GET", url }, { consumerKey: "k", signatureMethod: "HMAC-SHA1", privateKey: "pem" });
// @ts-expect-error a request has a URL
sign({ method: "GET" }, { consumerKey: "k", signatureMethod: "HMAC-SHA1", consumerSecret: "s" });
const anyMethod = "HMAC-MD5";
// @ts-expect-error not every text is a signature method
export const signatureMethod: SignatureMethod = anyMethod;

// On Node.js a key is a KeyObject, which goes into node:crypto and comes from it.
const key = readPrivateKey("pem");
isTrue<Same<typeof key, KeyObject>>();
createPublicKey(key);
readPrivateKey(key);

// A verdict has the members of one of its two kinds.
export function describe(verdict: Verdict): string {
  // @ts-expect-error nobody knows yet whether the request is accepted
  verdict.consumerKey;
  if (verdict.accepted) {
    isTrue<Same<typeof verdict, Accepted>>();
    return `${verdict.consumerKey} ${verdict.one("amount") ?? ""}`;
  }
  isTrue<Same<typeof verdict.code, RejectionCode>>();
  return `${verdict.publicResponse.status} ${verdict.code}`;
}

// A verifier needs keys and a nonce store, which may be of any kind.
class OwnStore implements NonceStore {
  async claim(claim: { readonly nonce: string }): Promise<"fresh" | "used"> {
    return claim.nonce === "" ? "used" : "fresh";
  }
}
createVerifier({ credentials: async () => undefined, nonceStore: new OwnStore() });
createVerifier({
  credentials: ({ token }) => (token === undefined ? { consumerSecret: "s" } : [{ publicKey: key, token }]),
  nonceStore: new MemoryNonceStore(),
});
// @ts-expect-error without a nonce store, replays are accepted
createVerifier({ credentials: () => undefined });
// @ts-expect-error a key has a secret or a public key
createVerifier({ credentials: () => ({ secret: "s" }), nonceStore: new MemoryNonceStore() });

// The operation of a vector decides what its input contains.
for (const { input } of loadVectors()) {
  if (input.operation === "sign") isTrue<Same<typeof input.request.method, string>>();
  // @ts-expect-error not every operation has a request
  input.request;
}

// Keys belong to one environment of the gateway, and each operation has its own arguments.
const environment = { name: "integration", origin: "https://sandbox.example" } as const;
const keys = { environment: "integration", login: "merchant", controlKey: "c" } as const;
const client = createGatewayClient({ environment, keys, endpoint: endpointId("1") });
export const cardReference: Promise<CardReference> = client.createCardRef({ clientOrderId: "1", orderId: "2" });
// @ts-expect-error the operation does not have this argument
client.createCardRef({ clientOrderId: "1", orderId: "2", amount: "1.00" });
// @ts-expect-error the keys of production do not sign for integration
createGatewayClient({ environment, keys: { ...keys, environment: "production" }, endpoint: endpointId("1") });
// @ts-expect-error an id of an endpoint has been checked
createGatewayClient({ environment, keys, endpoint: "1" });

// A signer under test returns what it sends. A runner without describe is enough.
const test = Object.assign((_title: string, _body: () => Promise<void>) => undefined, { skip: () => undefined });
testSigner({ sign: ({ request, nonce }) => ({ authorization: `OAuth ${request.method} ${nonce ?? ""}` }) }, { test });
// @ts-expect-error a signer has no other operations
testSigner({ signs: () => "" }, { test });
