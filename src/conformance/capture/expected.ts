/**
 * Whom the client under test is expected to sign for.
 *
 * @module
 */

import type { CredentialsLookup } from "../../verifier/index.ts";

/** The credentials that the client was given. */
export interface ExpectedCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** With its secret; absent for requests without a token. */
  readonly token?: string | undefined;
  readonly tokenSecret?: string | undefined;
  /** PEM. */
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Serves this client alone, with the key that the family of its method needs. */
export function lookupOf(expected: ExpectedCredentials): CredentialsLookup {
  const { consumerKey, consumerSecret, token, tokenSecret = "", publicKey } = expected;
  return (claim) => {
    // An empty oauth_token says that there is none (RFC 5849 3.1 lets it be left out).
    const claimed = claim.token === "" ? undefined : claim.token;
    if (claim.consumerKey !== consumerKey || claimed !== token) return undefined;
    if (claim.signatureMethod.startsWith("RSA-")) return { publicKey };
    return claim.token === undefined ? { consumerSecret } : { consumerSecret, tokenSecret };
  };
}
