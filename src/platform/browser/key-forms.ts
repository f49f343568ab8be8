/** Reads keys as PEM, DER and JWK: PKCS#1, PKCS#8, SPKI and X.509 certificates. */

import type { PemOrDerOrJwk } from "../types.ts";
import {
  BIT_STRING,
  contentOf,
  type DerValue,
  integerOf,
  membersOf,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  readSequence,
  toInteger,
} from "./der.ts";
import { publicKeyOf, RSA_OID, RsaKey } from "./key.ts";
import { base64Octets, hexText, looseBase64Octets } from "./octets.ts";

/** Whether this platform can decrypt keys. WebCrypto can do so only asynchronously, and not with all ciphers of OpenSSL. */
export const decryptsKeys: boolean = false;

type ReadDer = (octets: Uint8Array) => RsaKey;

/** The readers by the label after BEGIN. If a PEM text has several blocks, the block whose label comes first here is read. */
const PRIVATE_LABELS: Readonly<Record<string, ReadDer>> = {
  "PRIVATE KEY": readPkcs8,
  "RSA PRIVATE KEY": readPrivatePkcs1,
  "EC PRIVATE KEY": () => otherKey("private", "ec"),
};

const PUBLIC_LABELS: Readonly<Record<string, ReadDer>> = {
  "PUBLIC KEY": readSpki,
  "RSA PUBLIC KEY": readPublicPkcs1,
  CERTIFICATE: readCertificate,
  ...PRIVATE_LABELS,
};

/** The object identifiers of algorithms, with the names that Node.js gives them. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  [RSA_OID]: "rsa",
  "2a864886f70d01010a": "rsa-pss",
  "2a8648ce3d0201": "ec",
  "2a8648ce380401": "dsa",
  "2b6570": "ed25519",
  "2b6571": "ed448",
};

/**
 * Parses a private key: PKCS#8 or PKCS#1 as PEM or DER, or a JWK. Cannot decrypt.
 *
 * @throws Error for everything else
 */
export function parsePrivateKey(input: PemOrDerOrJwk, _passphrase?: string): RsaKey {
  if (typeof input === "string") return readPem(input, PRIVATE_LABELS);
  return input instanceof Uint8Array ? readEither(input, readPkcs8, readPrivatePkcs1) : readPrivateJwk(input);
}

/**
 * Parses a public key: SPKI or PKCS#1, an X.509 certificate in PEM, the public half of a private key in PEM, or a JWK.
 *
 * @throws Error for everything else
 */
export function parsePublicKey(input: PemOrDerOrJwk): RsaKey {
  if (typeof input === "string") return publicKeyOf(readPem(input, PUBLIC_LABELS));
  return input instanceof Uint8Array ? readEither(input, readSpki, readPublicPkcs1) : readPublicJwk(input);
}

function readPem(text: string, labels: Readonly<Record<string, ReadDer>>): RsaKey {
  const lines = text.split("\n").map((line) => line.trimEnd());
  for (const [label, read] of Object.entries(labels)) {
    const start = lines.indexOf(`-----BEGIN ${label}-----`);
    if (start === -1) continue;
    const end = lines.indexOf(`-----END ${label}-----`, start);
    const octets = base64Octets(lines.slice(start + 1, Math.max(end, start)).join(""));
    if (octets === undefined || octets.length === 0) break;
    return read(octets);
  }
  throw new Error("expected a key in PEM");
}

function readEither(octets: Uint8Array, read: ReadDer, readOther: ReadDer): RsaKey {
  try {
    return read(octets);
  } catch {
    return readOther(octets);
  }
}

/** RFC 8017 A.1.2. */
function readPrivatePkcs1(octets: Uint8Array): RsaKey {
  const [version, ...members] = readSequence(octets);
  const [n, e, d, p, q, dp, dq, qi] = members.map(integerOf);
  if (integerOf(version) !== 0n || qi === undefined) throw new Error("expected an RSA private key of two primes");
  return new RsaKey("private", "rsa", { n: n!, e: e! }, { d: d!, p: p!, q: q!, dp: dp!, dq: dq!, qi });
}

/** RFC 8017 A.1.1. */
function readPublicPkcs1(octets: Uint8Array): RsaKey {
  const [n, e, ...further] = readSequence(octets).map(integerOf);
  if (e === undefined || further.length > 0) throw new Error("expected an RSA public key");
  return new RsaKey("public", "rsa", { n: n!, e });
}

/** RFC 5208 5. */
function readPkcs8(octets: Uint8Array): RsaKey {
  const [version, algorithm, key] = readSequence(octets);
  integerOf(version);
  const name = algorithmOf(algorithm);
  const content = contentOf(key, OCTET_STRING);
  return name === "rsa" ? readPrivatePkcs1(content) : otherKey("private", name);
}

/** RFC 5280 4.1, SubjectPublicKeyInfo. */
function readSpki(octets: Uint8Array): RsaKey {
  return publicKeyFrom(readSequence(octets));
}

function publicKeyFrom([algorithm, key]: readonly DerValue[]): RsaKey {
  const name = algorithmOf(algorithm);
  // The first octet is the number of unused bits in the last one.
  const content = contentOf(key, BIT_STRING).subarray(1);
  return name === "rsa" ? readPublicPkcs1(content) : otherKey("public", name);
}

const VERSION = 0xa0;
/** Serial number, signature algorithm, issuer, validity and subject come before the key. */
const MEMBERS_BEFORE_KEY = 5;

/** RFC 5280 4.1. Neither the certificate's signature nor its validity is checked. */
function readCertificate(octets: Uint8Array): RsaKey {
  const [content] = readSequence(octets);
  const members = membersOf(content);
  const start = members[0]?.tag === VERSION ? 1 : 0;
  return publicKeyFrom(membersOf(members[start + MEMBERS_BEFORE_KEY]));
}

function algorithmOf(value: DerValue | undefined): string {
  const oid = hexText(contentOf(membersOf(value)[0], OBJECT_IDENTIFIER));
  return ALGORITHMS[oid] ?? "other";
}

/** A key of an algorithm that this package does not use. */
function otherKey(type: "private" | "public", algorithm: string): RsaKey {
  return new RsaKey(type, algorithm, { n: 0n, e: 0n });
}

type Jwk = Readonly<Record<string, string | undefined>>;

/** RFC 7518 6.3.2. */
function readPrivateJwk(jwk: Jwk): RsaKey {
  const number = numbersOf(jwk);
  if (jwk.kty === "EC") return otherKey("private", "ec");
  const [d, p, q] = [number("d"), number("p"), number("q")];
  const numbers = { d, p, q, dp: number("dp"), dq: number("dq"), qi: number("qi") };
  return new RsaKey("private", "rsa", publicNumbers(jwk), numbers);
}

/** RFC 7518 6.3.1. */
function readPublicJwk(jwk: Jwk): RsaKey {
  return jwk.kty === "EC" ? otherKey("public", "ec") : new RsaKey("public", "rsa", publicNumbers(jwk));
}

function publicNumbers(jwk: Jwk): { readonly n: bigint; readonly e: bigint } {
  if (jwk.kty !== "RSA") throw new Error("expected a JWK with kty RSA");
  const number = numbersOf(jwk);
  return { n: number("n"), e: number("e") };
}

function numbersOf(jwk: Jwk): (member: string) => bigint {
  return (member) => {
    const text = jwk[member];
    if (typeof text !== "string") throw new Error(`expected a JWK with the member ${member}`);
    return toInteger(looseBase64Octets(text));
  };
}
