/** The clients of the vectors for verification: what each signs with, and what the server keeps of it. */

import { createPublicKey } from "node:crypto";
import type { VerificationKeyEntry } from "../../../src/conformance/vectors/index.ts";
import { RSA_2048 } from "../test-keys.ts";
import { RSA_2048_OTHER } from "./test-keys.ts";

/** Who signs, and with what. */
export interface Client {
  readonly consumerKey: string;
  readonly consumerSecret?: string;
  readonly token?: string;
  readonly tokenSecret?: string;
  /** PEM. */
  readonly privateKey?: string;
}

/** Secrets, no token: the plain case. */
export const SHOP: Client = { consumerKey: "client-1", consumerSecret: "kd94hf93k423kf44" };

/** The same client on behalf of somebody. */
export const SHOP_WITH_TOKEN: Client = { ...SHOP, token: "token-7f3a", tokenSecret: "pfkkdhi9sl3r4s00" };

/** Another client with secrets of its own. */
export const RIVAL: Client = { consumerKey: "client-2", consumerSecret: "d1v4l-0f-th3-sh0p" };

/** A client with an RSA key of 2048 bits. */
export const BANK: Client = { consumerKey: "client-rsa", privateKey: RSA_2048 };

/** The same client with its next key. */
export const BANK_NEXT: Client = { ...BANK, privateKey: RSA_2048_OTHER };

/** The public half of a private key, as SPKI, or as PKCS #1. */
export function publicPem(privateKey: string, type: "spki" | "pkcs1" = "spki"): string {
  return createPublicKey(privateKey).export({ type, format: "pem" }).toString();
}

/** What the server keeps of a client. */
export function keyOf({ privateKey, ...secrets }: Client): VerificationKeyEntry {
  if (privateKey === undefined) return { ...secrets, consumerSecret: secrets.consumerSecret ?? "" };
  const { consumerKey, token } = secrets;
  return { consumerKey, publicKey: publicPem(privateKey), ...(token !== undefined && { token }) };
}
