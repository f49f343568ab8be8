/** The verifier behind the servers, and who signs for it. */

import { createSigner, type SignedRequest, type Signer, type SignOptions } from "../../../src/index.ts";
import type { RequestToSign } from "../../../src/oauth1/index.ts";
import type { Verifier, VerifierOptions } from "../../../src/verifier/types.ts";
import { createVerifier } from "../../../src/verifier/verifier.ts";
import { testKeyPair } from "../../keys/index.ts";
import { watchedStore } from "../requests.ts";
import type { ToSend } from "./clients.ts";

const pair = testKeyPair("rsa-2048");
const rsa = {
  publicKey: pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
  privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};

/** Known to every verifier here. */
export const SHOP = { consumerKey: "shop", consumerSecret: "sh/op & sécret" } as const;
export const MERCHANT: { readonly consumerKey: string; readonly privateKey: string } = {
  consumerKey: "merchant",
  privateKey: rsa.privateKey,
};

/** What clients sign, wherever the server really listens. */
export const ORIGIN = "https://gateway.example";

export function createTestVerifier(options: Partial<VerifierOptions> = {}): Verifier {
  return createVerifier({
    origin: ORIGIN,
    nonceStore: watchedStore(),
    allowHeaderAndBody: true,
    credentials({ consumerKey }) {
      if (consumerKey === SHOP.consumerKey) return { consumerSecret: SHOP.consumerSecret };
      return consumerKey === MERCHANT.consumerKey ? { publicKey: rsa.publicKey } : undefined;
    },
    ...options,
  });
}

export const hmac: Signer = createSigner({ ...SHOP, signatureMethod: "HMAC-SHA1" });
export const rsaSha256: Signer = createSigner({ ...MERCHANT, signatureMethod: "RSA-SHA256" });

/** Signs for the origin and takes the path of what came out. */
export function signed(
  request: Omit<RequestToSign, "url"> & { readonly path: string },
  options: SignOptions = {},
  signer: Signer = hmac,
): ToSend {
  const { path, ...rest } = request;
  return toSend(signer.sign({ ...rest, url: `${ORIGIN}${path}` }, options));
}

export function toSend({ method, url, headers, body }: SignedRequest): ToSend {
  return { method, path: url.replace(/^https?:\/\/[^/]*/, ""), headers, body };
}
