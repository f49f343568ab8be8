/** Reads RSA keys of OpenSSH: `ssh-rsa` lines (RFC 4253 6.6) and unencrypted private keys (PROTOCOL.key). */

import { OAuth1Error, type RsaJsonWebKey } from "../oauth1/index.ts";
import { LARGEST_RSA_BITS } from "../oauth1/keys.ts";
import { base64Text, hexOctets, hexText, latin1Text, looseBase64Octets } from "../platform/index.ts";

const MAGIC = "openssh-key-v1\0";

/** Reads values from octets, each preceded by its length in four octets. */
function reader(octets: Uint8Array): { take(count: number): Uint8Array; next(): Uint8Array } {
  let at = 0;
  function take(count: number): Uint8Array {
    at += count;
    if (at > octets.length) throw new Error("the key is cut");
    return octets.subarray(at - count, at);
  }
  const next = (): Uint8Array => take(take(4).reduce((length, octet) => length * 256 + octet, 0));
  return { take, next };
}

/**
 * Reads the line of a public key.
 *
 * @throws Error for another algorithm and for a truncated line
 */
export function readOpensshPublicKey(line: string): RsaJsonWebKey {
  const values = reader(looseBase64Octets(line.trim().split(/\s+/)[1] ?? ""));
  if (latin1Text(values.next()) !== "ssh-rsa") throw new Error("expected an RSA key");
  const e = values.next();
  return { kty: "RSA", n: base64Url(values.next()), e: base64Url(e) };
}

/**
 * Reads the content of a private key.
 *
 * @returns `undefined` for an encrypted key
 * @throws OAuth1Error `key-too-large` for more bits than a key may have
 * @throws Error for another algorithm and for a damaged key
 */
export function readOpensshPrivateKey(octets: Uint8Array): RsaJsonWebKey | undefined {
  const values = reader(octets);
  if (latin1Text(values.take(MAGIC.length)) !== MAGIC) throw new Error("expected an OpenSSH key");
  const cipher = latin1Text(values.next());
  if (cipher !== "none") return undefined;
  values.next(); // the name of the key derivation
  values.next(); // its options
  values.take(4); // the number of keys, which is always 1
  values.next(); // the public key, which the private part repeats
  const own = reader(values.next());
  const [check, repeated] = [own.take(4), own.take(4)].map(hexText);
  if (check !== repeated) throw new Error("the key is damaged");
  if (latin1Text(own.next()) !== "ssh-rsa") throw new Error("expected an RSA key");
  const [n, e, d, qi, p, q] = Array.from({ length: 6 }, () => own.next());
  // This precedes any computation. One octet of 0 may precede the modulus, and no other number is larger.
  const most = LARGEST_RSA_BITS / 8 + 1;
  if (n!.length > most) throw new OAuth1Error("key-too-large", `the key must have at most ${LARGEST_RSA_BITS} bits`);
  if ([d, qi, p, q].some((number) => number!.length > most)) throw new Error("the key is damaged");
  const [dp, dq] = [p, q].map((prime) => octetsOf(numberOf(d!) % (numberOf(prime!) - 1n)));
  const members = Object.entries({ n, e, d, p, q, dp, dq, qi });
  return { kty: "RSA", ...Object.fromEntries(members.map(([name, value]) => [name, base64Url(value!)])) };
}

function numberOf(octets: Uint8Array): bigint {
  return BigInt(`0x0${hexText(octets)}`);
}

function octetsOf(number: bigint): Uint8Array {
  const digits = number.toString(16);
  return hexOctets(digits.padStart(digits.length + (digits.length % 2), "0"))!;
}

/** Numbers of OpenSSH may begin with an octet of 0; numbers of a JWK must not. */
export function base64Url(octets: Uint8Array): string {
  const start = octets.findIndex((octet) => octet !== 0);
  const text = base64Text(octets.subarray(Math.max(start, 0)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
