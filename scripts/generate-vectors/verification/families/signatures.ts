/** The signature value: only one base64 text of the right bytes is valid. */

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
import { authorized, type Signed, type SigningOptions, signed, signedWith } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const MALFORMED = {
  refuse: "signature-malformed",
  alsoAcceptable: ["signature-mismatch"],
  faults: ["non-canonical-base64-accepted"],
};
/** Expectation for texts that cannot be any signature of the method. */
const NO_SIGNATURE = { refuse: "signature-malformed", alsoAcceptable: ["signature-mismatch"] };
/** Expectation for canonical base64 with too few or too many bytes. */
const WRONG_LENGTH = { ...NO_SIGNATURE, rule: "rfc5849-3.2-1" };
const WRONG = { refuse: "signature-mismatch", rule: "rfc5849-3.2-1", alsoAcceptable: ["signature-malformed"] };
const RSA = { ...WRONG, rule: "rfc5849-3.4.3-1" };
const RSA_LENGTH = { ...RSA, ...NO_SIGNATURE };
const RSA_OPTIONS: SigningOptions = { by: BANK, form: "amount=10.42" };
const KEY_OCTETS = 256;
const SHA256_INFO = Buffer.from("3031300d060960864801650304020105000420", "hex"); // RFC 8017 9.2

const spelled = (respell: (signature: string) => string, nonce?: string): Signed =>
  signedWith({ form: "amount=10.42", ...(nonce !== undefined && { nonce }) }, respell);
const byRsa = (make: (octets: Buffer, baseString: string) => Buffer): Signed =>
  signedWith(RSA_OPTIONS, (right, baseString) => make(Buffer.from(right, "base64"), baseString).toString("base64"));
const octets = (signature: string): Buffer => Buffer.from(signature, "base64");
const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

export const signatures: VerificationFamily = {
  name: "signatures",
  make: () =>
    drafts({ layer: "signature", rule: "rfc5849-3.2-5" }, [
      [
        "no base64 padding",
        spelled((text) => text.replace("=", "")),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-unpadded"] },
      ],
      ["too much base64 padding", spelled((text) => `${text}=`), MALFORMED],
      ...[1, 2, 3].map(
        (bits) =>
          [
            `unused bits of the last base64 character set to ${bits}`,
            spelled((text) => unusedBits(text, bits)),
            MALFORMED,
          ] as const,
      ),
      [
        "base64url alphabet",
        spelled((text) => octets(text).toString("base64url"), nonceFor(/[+/]/)),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64url-alphabet"] },
      ],
      [
        "base64url alphabet with padding",
        spelled((text) => text.replaceAll("+", "-").replaceAll("/", "_"), nonceFor(/[+/]/)),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64url-alphabet"] },
      ],
      ["leading space", spelled((text) => ` ${text}`), MALFORMED],
      ["trailing space", spelled((text) => `${text} `), MALFORMED],
      [
        "trailing line feed",
        spelled((text) => `${text}\n`),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-trailing-newline"] },
      ],
      [
        "trailing CRLF",
        spelled((text) => `${text}\r\n`),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-trailing-newline"] },
      ],
      [
        "line feed inside",
        spelled((text) => `${text.slice(0, 12)}\n${text.slice(12)}`),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-line-wrapped"] },
      ],
      ["space inside", spelled((text) => `${text.slice(0, 12)} ${text.slice(12)}`), MALFORMED],
      ["tab inside", spelled((text) => `${text.slice(0, 12)}\t${text.slice(12)}`), MALFORMED],
      ["trailing NUL", spelled((text) => `${text}\0`), MALFORMED],
      [
        "character outside the base64 alphabet inside",
        spelled((text) => `${text.slice(0, 12)}!${text.slice(12)}`),
        MALFORMED,
      ],
      ["padding inside", spelled((text) => `${text.slice(0, 12)}=${text.slice(12)}`), MALFORMED],
      ["more base64 after the padding", spelled((text) => `${text}AAAA`), MALFORMED],
      [
        "spaces instead of plus signs",
        spelled((text) => text.replaceAll("+", " "), nonceFor(/\+/)),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "signature-raw-in-query"] },
      ],
      [
        "full-width letters",
        spelled((text) => text.replace(/[A-Za-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))),
        MALFORMED,
      ],
      [
        "percent-encoded twice",
        spelled(encodeURIComponent),
        { ...MALFORMED, faults: ["signature-encoded-twice-in-header"] },
      ],
      [
        "hexadecimal instead of base64",
        spelled((text) => octets(text).toString("hex")),
        { ...NO_SIGNATURE, faults: ["hex-digest"] },
      ],
      [
        "hexadecimal in upper case",
        spelled((text) => octets(text).toString("hex").toUpperCase()),
        { ...NO_SIGNATURE, faults: ["hex-digest"] },
      ],
      [
        "base64 of the hexadecimal text",
        spelled((text) => Buffer.from(octets(text).toString("hex")).toString("base64")),
        { ...NO_SIGNATURE, faults: ["base64-of-hex"] },
      ],
      ["base64 of base64", spelled((text) => Buffer.from(text).toString("base64")), NO_SIGNATURE],
      ["signature in upper case", spelled((text) => text.toUpperCase()), WRONG],
      [
        "empty signature",
        spelled(() => ""),
        { refuse: "signature-malformed", alsoAcceptable: ["signature-mismatch", "parameter-missing"] },
      ],
      ["the text null", spelled(() => "null"), NO_SIGNATURE],
      ["the text undefined", spelled(() => "undefined"), MALFORMED],
      ["the text true", spelled(() => "true"), NO_SIGNATURE],
      ["all bytes zero", spelled(() => Buffer.alloc(20).toString("base64")), WRONG],
      ["one byte too short", spelled((text) => octets(text).subarray(0, 19).toString("base64")), WRONG_LENGTH],
      ["first 12 bytes only", spelled((text) => octets(text).subarray(0, 12).toString("base64")), WRONG_LENGTH],
      ["first byte only", spelled((text) => octets(text).subarray(0, 1).toString("base64")), WRONG_LENGTH],
      [
        "one byte too long",
        spelled((text) => Buffer.concat([octets(text), Buffer.alloc(1)]).toString("base64")),
        WRONG_LENGTH,
      ],
      [
        "all bytes twice",
        spelled((text) => Buffer.concat([octets(text), octets(text)]).toString("base64")),
        WRONG_LENGTH,
      ],
      [
        "6000 bytes",
        spelled(() => Buffer.alloc(6000, 1).toString("base64")),
        { ...WRONG_LENGTH, alsoAcceptable: ["signature-mismatch", "limit-exceeded"], faults: ["no-input-limits"] },
      ],
      [
        "hash of key and base string instead of an HMAC",
        signedWith({ form: "a=1" }, (_right, base) =>
          createHash("sha1").update(`${SHOP.consumerSecret}&${base}`).digest("base64"),
        ),
        { ...WRONG, faults: ["plain-hash-of-key-and-base"] },
      ],
      [
        "HMAC with key and message swapped",
        signedWith({ form: "a=1" }, (_right, base) =>
          createHmac("sha1", base).update(`${SHOP.consumerSecret}&`).digest("base64"),
        ),
        { ...WRONG, faults: ["hmac-arguments-swapped"] },
      ],
      [
        "digest converted to UTF-8 text before base64",
        spelled((text) => Buffer.from(octets(text).toString("utf8")).toString("base64")),
        { ...WRONG_LENGTH, faults: ["digest-through-text"] },
      ],
      [
        "HMAC of the base string in UTF-16",
        signedWith({ form: "a=1" }, (_right, base) =>
          createHmac("sha1", `${SHOP.consumerSecret}&`).update(Buffer.from(base, "utf16le")).digest("base64"),
        ),
        { ...WRONG, faults: ["base-string-utf16"] },
      ],
      // RSA.
      [
        "RSA: no base64 padding",
        signedWith(RSA_OPTIONS, (text) => text.replace(/=+$/, "")),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-unpadded"] },
      ],
      [
        "RSA: unused bits of the last base64 character set",
        signedWith(RSA_OPTIONS, (text) => unusedBits(text, 1)),
        MALFORMED,
      ],
      [
        "RSA: line feed after every 64 characters",
        signedWith(RSA_OPTIONS, (text) => text.replace(/.{64}/g, "$&\n")),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-line-wrapped"] },
      ],
      [
        "RSA: base64url alphabet",
        signedWith(RSA_OPTIONS, (text) => octets(text).toString("base64url")),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64url-alphabet"] },
      ],
      [
        "RSA: hexadecimal instead of base64",
        signedWith(RSA_OPTIONS, (text) => octets(text).toString("hex")),
        { ...NO_SIGNATURE, faults: ["hex-digest"] },
      ],
      [
        "RSA: empty signature",
        signedWith(RSA_OPTIONS, () => ""),
        { refuse: "signature-malformed", alsoAcceptable: ["signature-mismatch", "parameter-missing"] },
      ],
      ["RSA: all bytes zero", byRsa(() => Buffer.alloc(KEY_OCTETS)), RSA],
      ["RSA: all bits one", byRsa(() => Buffer.alloc(KEY_OCTETS, 0xff)), RSA],
      ["RSA: the number one", byRsa(() => Buffer.from([...Buffer.alloc(KEY_OCTETS - 1), 1])), RSA],
      ["RSA: one byte too short", byRsa((right) => right.subarray(1)), RSA_LENGTH],
      ["RSA: leading zero byte added", byRsa((right) => Buffer.concat([Buffer.alloc(1), right])), RSA_LENGTH],
      ["RSA: trailing zero byte added", byRsa((right) => Buffer.concat([right, Buffer.alloc(1)])), RSA_LENGTH],
      ["RSA: modulus added to the signature", withModulusAdded(), RSA],
      ["RSA: PSS padding", byRsa((_right, base) => pss(base)), { ...RSA, faults: ["rsa-pss-padding"] }],
      [
        "RSA: hash of the base string hashed again",
        byRsa((_right, base) => sign("sha256", sha256(base), RSA_2048)),
        { ...RSA, faults: ["rsa-hash-signed"] },
      ],
      [
        "RSA: hexadecimal text of the hash signed",
        byRsa((_right, base) => sign("sha256", Buffer.from(sha256(base).toString("hex")), RSA_2048)),
        { ...RSA, faults: ["rsa-hash-signed"] },
      ],
      [
        "RSA: DigestInfo without the algorithm identifier",
        byRsa((_right, base) => block(1, "ff", sha256(base))),
        { ...RSA, faults: ["rsa-raw-private-encrypt"] },
      ],
      [
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
      ],
      [
        "RSA: block type 2 instead of 1",
        byRsa((_right, base) => block(2, "ff", Buffer.concat([SHA256_INFO, sha256(base)]))),
        RSA,
      ],
      [
        "RSA: padding bytes FE instead of FF",
        byRsa((_right, base) => block(1, "fe", Buffer.concat([SHA256_INFO, sha256(base)]))),
        RSA,
      ],
      [
        "RSA: DigestInfo of a different hash algorithm",
        byRsa((_right, base) =>
          block(
            1,
            "ff",
            Buffer.concat([
              Buffer.from("3021300906052b0e03021a05000414", "hex"),
              createHash("sha1").update(base).digest(),
            ]),
          ),
        ),
        { ...RSA, faults: ["rsa-wrong-hash"] },
      ],
      ["RSA: only the body signed", byRsa(() => sign("sha256", Buffer.from("amount=10.42"), RSA_2048)), RSA],
      [
        "right signature, first character percent-encoded unnecessarily",
        authorized(signed({ form: "amount=10.42" }), (value) =>
          value.replace(
            /oauth_signature="(.)/,
            (_all, first: string) => `oauth_signature="%${first.charCodeAt(0).toString(16)}`,
          ),
        ),
        { rule: "rfc5849-3.5.1-1" },
      ],
    ]),
};

/** Sets bits of the last base64 character that belong to no byte. */
function unusedBits(text: string, bits: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const last = text.replace(/=+$/, "").length - 1;
  return `${text.slice(0, last)}${alphabet[alphabet.indexOf(text[last]!) + bits]}${text.slice(last + 1)}`;
}

/** A nonce for which the signature matches the pattern. */
function nonceFor(pattern: RegExp): string {
  for (let number = 0; ; number += 1) {
    const nonce = `nonce-${number}`;
    if (pattern.test(signed({ form: "amount=10.42", nonce }).signature)) return nonce;
  }
}

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
