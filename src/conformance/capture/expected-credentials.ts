/** The credentials that the client under test is expected to sign with. */

import { isRsaMethod } from "../../spec/signature-methods.ts";
import type { CredentialsLookup } from "../../verifier/index.ts";

export interface ExpectedCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** Absent for requests without a token. */
  readonly token?: string | undefined;
  readonly tokenSecret?: string | undefined;
  /** PEM. */
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Finds the key of this client alone, by the family of its signature method. */
export function lookupOf(expected: ExpectedCredentials): CredentialsLookup {
  const { consumerKey, consumerSecret, token, tokenSecret = "", publicKey } = expected;
  return (claim) => {
    // An empty oauth_token means that there is no token (RFC 5849 3.1 makes it optional).
    const claimed = claim.token === "" ? undefined : claim.token;
    if (claim.consumerKey !== consumerKey || claimed !== token) return undefined;
    if (isRsaMethod(claim.signatureMethod)) return { publicKey, token: claim.token };
    return claim.token === undefined ? { consumerSecret } : { consumerSecret, tokenSecret };
  };
}
