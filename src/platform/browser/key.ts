/** An RSA key as numbers (RFC 8017 3). */

import type { KeyFacts, KeyForm } from "../types.ts";
import { BIT_STRING, der, derInteger, NULL, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE } from "./der.ts";
import { hexOctets } from "./octets.ts";

/** The numbers of a public key: modulus and exponent. */
export interface PublicNumbers {
  readonly n: bigint;
  readonly e: bigint;
}

/** The other numbers of a private key, in the order of PKCS#1. */
export interface PrivateNumbers {
  readonly d: bigint;
  readonly p: bigint;
  readonly q: bigint;
  readonly dp: bigint;
  readonly dq: bigint;
  readonly qi: bigint;
}

/** The object identifier of RSA keys, 1.2.840.113549.1.1.1. */
export const RSA_OID = "2a864886f70d010101";

/** The limit of OpenSSL. Longer numbers would only take time. */
const MOST_BITS = 16384;

/** A key. Its private numbers do not appear if a program prints it. */
export class RsaKey {
  readonly type: "private" | "public";
  /** `rsa`; another name for keys of other algorithms, whose numbers are 0. */
  readonly algorithm: string;
  readonly n: bigint;
  readonly e: bigint;
  readonly #numbers: PrivateNumbers | undefined;

  constructor(type: "private" | "public", algorithm: string, { n, e }: PublicNumbers, numbers?: PrivateNumbers) {
    if (bitsOf(n) > MOST_BITS) throw new Error(`the modulus has more than ${MOST_BITS} bits`);
    this.type = type;
    this.algorithm = algorithm;
    this.n = n;
    this.e = e;
    this.#numbers = numbers;
  }

  /** @throws Error if this is not a private RSA key */
  privateNumbers(): PrivateNumbers {
    if (this.#numbers === undefined) throw new Error("expected a private RSA key");
    return this.#numbers;
  }
}

export function isRsaKey(value: unknown): value is RsaKey {
  return value instanceof RsaKey;
}

export function keyFacts({ type, algorithm, n, e }: RsaKey): KeyFacts {
  return { type, algorithm, bits: bitsOf(n), publicExponent: e };
}

export function publicKeyOf({ algorithm, n, e }: RsaKey): RsaKey {
  return new RsaKey("public", algorithm, { n, e });
}

/** Whether the parts of a private key belong together. If not, no verifier accepts its signatures. */
export function rsaPartsMatch(privateKey: RsaKey): boolean {
  const { n, e } = privateKey;
  const { d, p, q, dp, dq, qi } = privateKey.privateNumbers();
  if (p < 3n || q < 3n || n !== p * q) return false;
  return (
    (e * d) % (p - 1n) === 1n &&
    (e * d) % (q - 1n) === 1n &&
    dp === d % (p - 1n) &&
    dq === d % (q - 1n) &&
    (qi * q) % p === 1n
  );
}

/** The DER of a key. SPKI takes the public half; the other forms need a private key. */
export function rsaKeyDer(key: RsaKey, form: KeyForm): Uint8Array<ArrayBuffer> {
  const algorithm = der(SEQUENCE, der(OBJECT_IDENTIFIER, hexOctets(RSA_OID)!), NULL);
  if (form === "spki") return der(SEQUENCE, algorithm, der(BIT_STRING, Uint8Array.of(0), integers(key.n, key.e)));
  const { d, p, q, dp, dq, qi } = key.privateNumbers();
  const pkcs1 = integers(0n, key.n, key.e, d, p, q, dp, dq, qi);
  return form === "pkcs1" ? pkcs1 : der(SEQUENCE, derInteger(0n), algorithm, der(OCTET_STRING, pkcs1));
}

function integers(...values: readonly bigint[]): Uint8Array<ArrayBuffer> {
  return der(SEQUENCE, ...values.map(derInteger));
}

function bitsOf(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}
