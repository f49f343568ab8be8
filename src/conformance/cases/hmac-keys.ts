/** HMAC keys that a server must not mistake for the client's key. */

import { isRsaMethod } from "../../spec/signature-methods.ts";
import type { SignatureMethod } from "../vectors/index.ts";
import type { ReceivedCase } from "./case.ts";
import { encode, type SigningKey } from "./draft.ts";
import { NO_KEY, NO_OTHER, NO_SECRET } from "./make-request.ts";
import type { Credentials } from "./valid-requests.ts";

/** The key that signs a case. */
export type Signer = Required<Pick<ReceivedCase, "signer">>;

/** Secrets that a server may use by mistake if it has no secret. */
export const GUESSED_SECRETS: Readonly<Record<string, string>> = {
  empty: "",
  undefined: "undefined",
  null: "null",
  none: "None",
  nil: "nil",
  false: "false",
  zero: "0",
  "object-text": "[object Object]",
  secret: "secret",
};

/** The HMAC key of two secrets. */
export function hmacKey(consumerSecret: string, tokenSecret = ""): string {
  return `${encode(consumerSecret)}&${encode(tokenSecret)}`;
}

/** A key that is derived from the secrets of the client. */
export function keyed(
  make: (secret: string, tokenSecret: string, credentials: Credentials) => SigningKey["key"],
): Signer {
  return {
    signer: ({ key: { method }, credentials }) => {
      const { consumerSecret, tokenSecret = "" } = credentials;
      if (consumerSecret === undefined || isRsaMethod(method)) return NO_SECRET;
      const key = make(consumerSecret, tokenSecret, credentials);
      return key === undefined ? NO_OTHER : otherKey(method, key, credentials);
    },
  };
}

/** A key that a server may derive from the public key of the client. */
export function byPublicKey(method: SignatureMethod, make: (pem: string) => string = hmacKey): Signer {
  return {
    signer: ({ credentials }) =>
      credentials.publicKey === undefined ? NO_KEY : otherKey(method, make(credentials.publicKey), credentials),
  };
}

/** Returns this text as the key, or why it is not a wrong key. */
export function otherKey(method: SignatureMethod, key: string, credentials: Credentials): SigningKey | string {
  const { consumerSecret, tokenSecret } = credentials;
  const isRight = consumerSecret !== undefined && key === hmacKey(consumerSecret, tokenSecret);
  return isRight ? "the same key for these credentials" : { method, key };
}
