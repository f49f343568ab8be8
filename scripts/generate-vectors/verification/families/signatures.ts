/** Signatures that only somebody with the key, or with a key of their own, can compute: with other inputs, paddings and hashes. */

import {
  constants,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  privateEncrypt,
  sign,
} from "node:crypto";
import { RSA_2048 } from "../../test-keys.ts";
import { BANK, SHOP } from "../clients.ts";
import { type Signed, type SigningOptions, signed, signedWith } from "../signed.ts";
import type { VerificationDraft } from "../types.ts";

const WRONG = { refuse: "signature-mismatch", rule: "rfc5849-3.2-1", alsoAcceptable: ["signature-malformed"] };
const RSA = { ...WRONG, rule: "rfc5849-3.4.3-1" };
const RSA_OPTIONS: SigningOptions = { by: BANK, form: "amount=10.42" };
const KEY_OCTETS = 256;
const SHA256_INFO = Buffer.from("3031300d060960864801650304020105000420", "hex"); // RFC 8017 9.2

const byRsa = (make: (octets: Buffer, baseString: string) => Buffer): Signed =>
  signedWith(RSA_OPTIONS, (right, baseString) => make(Buffer.from(right, "base64"), baseString).toString("base64"));
const octets = (signature: string): Buffer => Buffer.from(signature, "base64");
const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
const draft = (
  comment: string,
  request: Signed,
  own: Pick<VerificationDraft, "rule"> & Partial<VerificationDraft>,
): VerificationDraft => ({ layer: "signature", comment, request, ...own });

/** By the number of the vector. */
export const KEYED_SIGNATURES: Readonly<Record<number, VerificationDraft>> = {
  38: draft(
    "hash of key and base string instead of an HMAC",
    signedWith({ form: "a=1" }, (_right, base) =>
      createHash("sha1").update(`${SHOP.consumerSecret}&${base}`).digest("base64"),
    ),
    { ...WRONG, faults: ["plain-hash-of-key-and-base"] },
  ),
  39: draft(
    "HMAC with key and message swapped",
    signedWith({ form: "a=1" }, (_right, base) =>
      createHmac("sha1", base).update(`${SHOP.consumerSecret}&`).digest("base64"),
    ),
    { ...WRONG, faults: ["hmac-arguments-swapped"] },
  ),
  41: draft(
    "HMAC of the base string in UTF-16",
    signedWith({ form: "a=1" }, (_right, base) =>
      createHmac("sha1", `${SHOP.consumerSecret}&`).update(Buffer.from(base, "utf16le")).digest("base64"),
    ),
    { ...WRONG, faults: ["base-string-utf16"] },
  ),
  54: draft("RSA: modulus added to the signature", withModulusAdded(), RSA),
  55: draft(
    "RSA: PSS padding",
    byRsa((_right, base) => pss(base)),
    { ...RSA, faults: ["rsa-pss-padding"] },
  ),
  56: draft(
    "RSA: hash of the base string hashed again",
    byRsa((_right, base) => sign("sha256", sha256(base), RSA_2048)),
    { ...RSA, faults: ["rsa-hash-signed"] },
  ),
  57: draft(
    "RSA: hexadecimal text of the hash signed",
    byRsa((_right, base) => sign("sha256", Buffer.from(sha256(base).toString("hex")), RSA_2048)),
    { ...RSA, faults: ["rsa-hash-signed"] },
  ),
  58: draft(
    "RSA: DigestInfo without the algorithm identifier",
    byRsa((_right, base) => block(1, "ff", sha256(base))),
    { ...RSA, faults: ["rsa-raw-private-encrypt"] },
  ),
  59: draft(
    "RSA: extra bytes after the hash (Bleichenbacher 2006)",
    byRsa((_right, base) =>
      raw(
        Buffer.concat([
          Buffer.from("0001ffffffffffffffff00", "hex"),
          SHA256_INFO,
          sha256(base),
          Buffer.alloc(KEY_OCTETS - 11 - 51, 7),
        ]),
      ),
    ),
    RSA,
  ),
  60: draft(
    "RSA: block type 2 instead of 1",
    byRsa((_right, base) => block(2, "ff", Buffer.concat([SHA256_INFO, sha256(base)]))),
    RSA,
  ),
  61: draft(
    "RSA: padding bytes FE instead of FF",
    byRsa((_right, base) => block(1, "fe", Buffer.concat([SHA256_INFO, sha256(base)]))),
    RSA,
  ),
  62: draft(
    "RSA: DigestInfo of a different hash algorithm",
    byRsa((_right, base) =>
      block(
        1,
        "ff",
        Buffer.concat([Buffer.from("3021300906052b0e03021a05000414", "hex"), createHash("sha1").update(base).digest()]),
      ),
    ),
    { ...RSA, faults: ["rsa-wrong-hash"] },
  ),
  63: draft(
    "RSA: only the body signed",
    byRsa(() => sign("sha256", Buffer.from("amount=10.42"), RSA_2048)),
    RSA,
  ),
};

/** Applies the private key to a block of the key's size, without padding. */
function raw(text: Buffer): Buffer {
  return privateEncrypt({ key: RSA_2048, padding: constants.RSA_NO_PADDING }, text);
}

/** Signs a padded block (RFC 8017 9.2) of the given block type and padding byte. */
function block(type: number, filler: string, content: Buffer): Buffer {
  const padding = Buffer.alloc(KEY_OCTETS - 3 - content.length, filler, "hex");
  return raw(Buffer.concat([Buffer.from([0, type]), padding, Buffer.from([0]), content]));
}

/** A PSS signature without a salt, so that the vector is reproducible. */
function pss(text: string): Buffer {
  return sign("sha256", Buffer.from(text), { key: RSA_2048, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 0 });
}

/** A signature plus the modulus: the same number modulo n, with the same number of bytes. */
function withModulusAdded(): Signed {
  const { n = "" } = createPublicKey(createPrivateKey(RSA_2048)).export({ format: "jwk" });
  const modulus = BigInt(`0x${Buffer.from(n, "base64url").toString("hex")}`);
  for (let number = 0; ; number += 1) {
    const options = { ...RSA_OPTIONS, nonce: `modulus-${number}` };
    const sum = BigInt(`0x${octets(signed(options).signature).toString("hex")}`) + modulus;
    const text = sum.toString(16);
    if (text.length === KEY_OCTETS * 2) return signedWith(options, () => Buffer.from(text, "hex").toString("base64"));
  }
}
