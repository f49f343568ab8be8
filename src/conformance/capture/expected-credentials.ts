/** The credentials that the client under test is expected to sign with. */

import { isRsaMethod } from "../../spec/signature-methods.ts";
import type { CredentialsLookup } from "../../verifier/index.ts";

export interface ExpectedCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** Absent for requests without a token. */
  readonly token?: string | undefined;
  readonly tokenSecret?: string | undefined;
  /** The secrets of other tokens, such as one that a client gets while it is tested. */
  readonly otherTokens?: ReadonlyMap<string, string> | undefined;
  /** PEM. */
  readonly privateKey: string;
  readonly publicKey: string;
}

/**
 * The secret of a token. A request without a token, or with an empty one, has an empty secret (RFC 5849 3.1 makes it optional).
 *
 * @returns `undefined` for an unknown token
 */
export function tokenSecretOf(expected: ExpectedCredentials, token = ""): string | undefined {
  if (token === "") return "";
  return token === expected.token ? (expected.tokenSecret ?? "") : expected.otherTokens?.get(token);
}

/** A lookup of this client's key only, by the family of the signature method. */
export function lookupOf(expected: ExpectedCredentials): CredentialsLookup {
  const { consumerKey, consumerSecret, publicKey } = expected;
  return ({ token, ...claim }) => {
    const tokenSecret = tokenSecretOf(expected, token);
    if (claim.consumerKey !== consumerKey || tokenSecret === undefined) return undefined;
    if (isRsaMethod(claim.signatureMethod)) return { publicKey, token };
    return token === undefined ? { consumerSecret } : { consumerSecret, tokenSecret };
  };
}
