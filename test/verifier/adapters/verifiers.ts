/** The verifier behind the servers, and who signs for it. */

import type { Verifier, VerifierOptions } from "../../../src/verifier/types.ts";
import { createVerifier } from "../../../src/verifier/verifier.ts";
import { testKeyPair } from "../../keys/index.ts";
import { type RequestParts, type SentRequest, signedNow, signedRequest } from "../../signed-request.ts";
import { watchedStore } from "../requests.ts";
import type { ToSend } from "./clients.ts";

const pair = testKeyPair("rsa-2048");
const rsa = {
  publicKey: pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
  privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};

/** Known to every verifier here. */
export const SHOP = { consumerKey: "shop", consumerSecret: "sh/op & sécret" } as const;
export const MERCHANT: { readonly consumerKey: string; readonly privateKey: string; readonly publicKey: string } = {
  consumerKey: "merchant",
  privateKey: rsa.privateKey,
  publicKey: rsa.publicKey,
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
      return consumerKey === MERCHANT.consumerKey ? { publicKey: MERCHANT.publicKey } : undefined;
    },
    ...options,
  });
}

/** A signed request as sent to a server, by default of the client {@link SHOP} at this second. */
export function toSend(parts: RequestParts): ToSend & Pick<SentRequest, "headers"> {
  const protocol = { ...signedNow(), ...parts.protocol };
  const { method, url, headers, body } = signedRequest({ origin: ORIGIN, credentials: SHOP, ...parts, protocol });
  return { method, path: url, headers, body };
}
