/** The clients that every server of this folder knows. Their secrets and keys are public and protect nothing. */

import { testKeyPair } from "../../keys/index.ts";

const pair = testKeyPair("rsa-2048");

/** Signs with HMAC. */
export const CLIENT = { consumerKey: "probe-client", consumerSecret: "kd94hf93k423kf44" } as const;

/** A token of {@link CLIENT}, which may also sign without it. */
export const TOKEN = { token: "probe-token", tokenSecret: "pfkkdhi9sl3r4s00" } as const;

/** Signs with RSA; PEM. */
export const RSA_CLIENT: { readonly consumerKey: string; readonly privateKey: string; readonly publicKey: string } = {
  consumerKey: "probe-rsa",
  privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  publicKey: pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
};

/** How far the clock of a client may be off. */
export const TOLERANCE_SECONDS = 300;
