/** Types that every platform shares. */

/** The hashes of the signature methods, and hashes that clients confuse with them. */
export type HashName = "md5" | "sha1" | "sha224" | "sha256" | "sha384" | "sha512";

/** PEM text, DER octets, or the members of a JWK. */
export type PemOrDerOrJwk = string | Uint8Array | Readonly<Record<string, string | undefined>>;

/** A form of RSA keys in DER: PKCS#1 (RFC 8017 A.1.2) and PKCS#8 (RFC 5208) of private keys, SPKI of public keys. */
export type KeyForm = "pkcs1" | "pkcs8" | "spki";

/** An RSA key whose octets the platform does not reveal. */
export interface OpaqueKey {
  readonly type: "private" | "public";
}

export interface KeyFacts {
  readonly type: "private" | "public" | "secret";
  /** `rsa` for keys of RSASSA-PKCS1-v1_5; `undefined` for secrets. */
  readonly algorithm: string | undefined;
  /** Length of the modulus; 0 for keys other than RSA. */
  readonly bits: number;
  readonly publicExponent: bigint;
}
