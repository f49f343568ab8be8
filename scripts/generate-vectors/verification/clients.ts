/** The clients of the vectors for verifiers: their credentials, and the keys that the server stores. */

import { createPublicKey } from "node:crypto";
import type { VerificationKeyEntry } from "../../../src/conformance/vectors/index.ts";
import { RSA_2048 } from "../test-keys.ts";

/** A client and its credentials. */
export interface Client {
  readonly consumerKey: string;
  readonly consumerSecret?: string;
  readonly token?: string;
  readonly tokenSecret?: string;
  /** PEM. */
  readonly privateKey?: string;
}

/** The default client: a consumer secret, no token. */
export const SHOP: Client = { consumerKey: "client-1", consumerSecret: "kd94hf93k423kf44" };

/** The default client with a token. */
export const SHOP_WITH_TOKEN: Client = { ...SHOP, token: "token-7f3a", tokenSecret: "pfkkdhi9sl3r4s00" };

/** A second client. */
export const RIVAL: Client = { consumerKey: "client-2", consumerSecret: "d1v4l-0f-th3-sh0p" };

/** A client with an RSA key of 2048 bits. */
export const BANK: Client = { consumerKey: "client-rsa", privateKey: RSA_2048 };

/** The public key of a private key, in PEM. */
function publicPem(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
}

/** The server's entry for a client. */
export function keyOf({ privateKey, ...secrets }: Client): VerificationKeyEntry {
  if (privateKey === undefined) return { ...secrets, consumerSecret: secrets.consumerSecret ?? "" };
  const { consumerKey, token } = secrets;
  return { consumerKey, publicKey: publicPem(privateKey), ...(token !== undefined && { token }) };
}
