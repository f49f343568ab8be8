/** The clients of the vectors: credentials for tests only. */

/**
 * RSA keys of the vectors, by size. The package contains only the public halves. `2048-exponent-1` and `2048` have the same
 * modulus.
 */
export type RsaKeyName = "2048" | "2048-exponent-1" | "4096";

/** A client of a vector, or a key that the server has registered for it. */
export interface VectorClient {
  readonly consumerKey: string;
  readonly consumerSecret?: string;
  readonly token?: string;
  readonly tokenSecret?: string;
  readonly rsaKey?: RsaKeyName;
}

/** The default client: a consumer secret, no token. */
export const SHOP = { consumerKey: "client-1", consumerSecret: "kd94hf93k423kf44" } as const;

/** The default client with a token. */
export const SHOP_WITH_TOKEN = { ...SHOP, token: "token-7f3a", tokenSecret: "pfkkdhi9sl3r4s00" } as const;

/** A second client. */
export const RIVAL = { consumerKey: "client-2", consumerSecret: "d1v4l-0f-th3-sh0p" } as const;

/** A client with an RSA key of 2048 bits. */
export const BANK = { consumerKey: "client-rsa", rsaKey: "2048" } as const;
