/** The text of the signature: one spelling of the right octets, and no other. */

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
import { authorized, type Meant, type Signed, signed, signedWith } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const MALFORMED = {
  refuse: "signature-malformed",
  alsoAcceptable: ["signature-mismatch"],
  faults: ["non-canonical-base64-accepted"],
};
/** No spelling of the right octets at all, and no text that a signature can have. */
const NO_SIGNATURE = { refuse: "signature-malformed", alsoAcceptable: ["signature-mismatch"] };
/** Canonical base64 of too few or too many octets. */
const WRONG_LENGTH = { ...NO_SIGNATURE, rule: "rfc5849-3.2-1" };
const WRONG = { refuse: "signature-mismatch", rule: "rfc5849-3.2-1", alsoAcceptable: ["signature-malformed"] };
const RSA = { ...WRONG, rule: "rfc5849-3.4.3-1" };
const RSA_LENGTH = { ...RSA, ...NO_SIGNATURE };
const RSA_MEANT: Meant = { by: BANK, form: "amount=10.42" };
const KEY_OCTETS = 256;
const SHA256_INFO = Buffer.from("3031300d060960864801650304020105000420", "hex"); // RFC 8017 9.2

const spelled = (respell: (signature: string) => string, nonce?: string): Signed =>
  signedWith({ form: "amount=10.42", ...(nonce !== undefined && { nonce }) }, respell);
const byRsa = (make: (octets: Buffer, baseString: string) => Buffer): Signed =>
  signedWith(RSA_MEANT, (right, baseString) => make(Buffer.from(right, "base64"), baseString).toString("base64"));
const octets = (signature: string): Buffer => Buffer.from(signature, "base64");
const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** See the module. */
export const signatures: VerificationFamily = {
  name: "signatures",
  make: () =>
    drafts({ layer: "signature", rule: "rfc5849-3.2-5" }, [
      [
        "without its padding",
        spelled((text) => text.replace("=", "")),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-unpadded"] },
      ],
      ["with more padding", spelled((text) => `${text}=`), MALFORMED],
      ...[1, 2, 3].map(
        (bits) =>
          [
            `the unused bits of its last character: ${bits}`,
            spelled((text) => unusedBits(text, bits)),
            MALFORMED,
          ] as const,
      ),
      [
        "in the alphabet for URLs",
        spelled((text) => octets(text).toString("base64url"), noncesOf(/[+/]/)),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64url-alphabet"] },
      ],
      [
        "in the alphabet for URLs, with padding",
        spelled((text) => text.replaceAll("+", "-").replaceAll("/", "_"), noncesOf(/[+/]/)),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64url-alphabet"] },
      ],
      ["a space before", spelled((text) => ` ${text}`), MALFORMED],
      ["a space behind", spelled((text) => `${text} `), MALFORMED],
      [
        "a line feed behind",
        spelled((text) => `${text}\n`),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-trailing-newline"] },
      ],
      [
        "a carriage return and a line feed behind",
        spelled((text) => `${text}\r\n`),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-trailing-newline"] },
      ],
      [
        "a line feed within",
        spelled((text) => `${text.slice(0, 12)}\n${text.slice(12)}`),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-line-wrapped"] },
      ],
      ["a space within", spelled((text) => `${text.slice(0, 12)} ${text.slice(12)}`), MALFORMED],
      ["a tab within", spelled((text) => `${text.slice(0, 12)}\t${text.slice(12)}`), MALFORMED],
      ["a NUL behind", spelled((text) => `${text}\0`), MALFORMED],
      ["a character that base64 lacks, within", spelled((text) => `${text.slice(0, 12)}!${text.slice(12)}`), MALFORMED],
      ["padding within", spelled((text) => `${text.slice(0, 12)}=${text.slice(12)}`), MALFORMED],
      ["more base64 behind the padding", spelled((text) => `${text}AAAA`), MALFORMED],
      [
        "spaces for plus signs",
        spelled((text) => text.replaceAll("+", " "), noncesOf(/\+/)),
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
      ["hexadecimal", spelled((text) => octets(text).toString("hex")), { ...NO_SIGNATURE, faults: ["hex-digest"] }],
      [
        "hexadecimal in upper case",
        spelled((text) => octets(text).toString("hex").toUpperCase()),
        { ...NO_SIGNATURE, faults: ["hex-digest"] },
      ],
      [
        "the base64 of hexadecimal",
        spelled((text) => Buffer.from(octets(text).toString("hex")).toString("base64")),
        { ...NO_SIGNATURE, faults: ["base64-of-hex"] },
      ],
      ["base64 of base64", spelled((text) => Buffer.from(text).toString("base64")), NO_SIGNATURE],
      ["in upper case", spelled((text) => text.toUpperCase()), WRONG],
      [
        "empty",
        spelled(() => ""),
        { refuse: "signature-malformed", alsoAcceptable: ["signature-mismatch", "parameter-missing"] },
      ],
      ["the word null", spelled(() => "null"), NO_SIGNATURE],
      ["the word undefined", spelled(() => "undefined"), MALFORMED],
      ["the word true", spelled(() => "true"), NO_SIGNATURE],
      ["zeros", spelled(() => Buffer.alloc(20).toString("base64")), WRONG],
      ["one octet fewer", spelled((text) => octets(text).subarray(0, 19).toString("base64")), WRONG_LENGTH],
      ["the first twelve octets", spelled((text) => octets(text).subarray(0, 12).toString("base64")), WRONG_LENGTH],
      ["the first octet alone", spelled((text) => octets(text).subarray(0, 1).toString("base64")), WRONG_LENGTH],
      [
        "one octet more",
        spelled((text) => Buffer.concat([octets(text), Buffer.alloc(1)]).toString("base64")),
        WRONG_LENGTH,
      ],
      [
        "the octets twice",
        spelled((text) => Buffer.concat([octets(text), octets(text)]).toString("base64")),
        WRONG_LENGTH,
      ],
      [
        "6000 octets",
        spelled(() => Buffer.alloc(6000, 1).toString("base64")),
        { ...WRONG_LENGTH, alsoAcceptable: ["signature-mismatch", "limit-exceeded"], faults: ["no-input-limits"] },
      ],
      [
        "a hash of key and base string in place of an HMAC",
        signedWith({ form: "a=1" }, (_right, base) =>
          createHash("sha1").update(`${SHOP.consumerSecret}&${base}`).digest("base64"),
        ),
        { ...WRONG, faults: ["plain-hash-of-key-and-base"] },
      ],
      [
        "key and message exchanged",
        signedWith({ form: "a=1" }, (_right, base) =>
          createHmac("sha1", base).update(`${SHOP.consumerSecret}&`).digest("base64"),
        ),
        { ...WRONG, faults: ["hmac-arguments-swapped"] },
      ],
      [
        "the digest through text",
        spelled((text) => Buffer.from(octets(text).toString("utf8")).toString("base64")),
        { ...WRONG_LENGTH, faults: ["digest-through-text"] },
      ],
      [
        "over the base string in UTF-16",
        signedWith({ form: "a=1" }, (_right, base) =>
          createHmac("sha1", `${SHOP.consumerSecret}&`).update(Buffer.from(base, "utf16le")).digest("base64"),
        ),
        { ...WRONG, faults: ["base-string-utf16"] },
      ],
      // RSA.
      [
        "RSA: without its padding",
        signedWith(RSA_MEANT, (text) => text.replace(/=+$/, "")),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-unpadded"] },
      ],
      ["RSA: the unused bits of its last character", signedWith(RSA_MEANT, (text) => unusedBits(text, 1)), MALFORMED],
      [
        "RSA: a line feed after each 64 characters",
        signedWith(RSA_MEANT, (text) => text.replace(/.{64}/g, "$&\n")),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64-line-wrapped"] },
      ],
      [
        "RSA: in the alphabet for URLs",
        signedWith(RSA_MEANT, (text) => octets(text).toString("base64url")),
        { ...MALFORMED, faults: ["non-canonical-base64-accepted", "base64url-alphabet"] },
      ],
      [
        "RSA: hexadecimal",
        signedWith(RSA_MEANT, (text) => octets(text).toString("hex")),
        { ...NO_SIGNATURE, faults: ["hex-digest"] },
      ],
      [
        "RSA: empty",
        signedWith(RSA_MEANT, () => ""),
        { refuse: "signature-malformed", alsoAcceptable: ["signature-mismatch", "parameter-missing"] },
      ],
      ["RSA: zeros", byRsa(() => Buffer.alloc(KEY_OCTETS)), RSA],
      ["RSA: ones", byRsa(() => Buffer.alloc(KEY_OCTETS, 0xff)), RSA],
      ["RSA: the number one", byRsa(() => Buffer.from([...Buffer.alloc(KEY_OCTETS - 1), 1])), RSA],
      ["RSA: one octet fewer", byRsa((right) => right.subarray(1)), RSA_LENGTH],
      ["RSA: a zero octet before", byRsa((right) => Buffer.concat([Buffer.alloc(1), right])), RSA_LENGTH],
      ["RSA: a zero octet behind", byRsa((right) => Buffer.concat([right, Buffer.alloc(1)])), RSA_LENGTH],
      ["RSA: the modulus added to the signature", withModulusAdded(), RSA],
      ["RSA: padded by PSS", byRsa((_right, base) => pss(base)), { ...RSA, faults: ["rsa-pss-padding"] }],
      [
        "RSA: the hash hashed once more",
        byRsa((_right, base) => sign("sha256", sha256(base), RSA_2048)),
        { ...RSA, faults: ["rsa-hash-signed"] },
      ],
      [
        "RSA: the hexadecimal text of the hash signed",
        byRsa((_right, base) => sign("sha256", Buffer.from(sha256(base).toString("hex")), RSA_2048)),
        { ...RSA, faults: ["rsa-hash-signed"] },
      ],
      [
        "RSA: the hash without the name of its algorithm",
        byRsa((_right, base) => block(1, "ff", sha256(base))),
        { ...RSA, faults: ["rsa-raw-private-encrypt"] },
      ],
      [
        "RSA: something behind the hash (Bleichenbacher 2006)",
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
        "RSA: another block type",
        byRsa((_right, base) => block(2, "ff", Buffer.concat([SHA256_INFO, sha256(base)]))),
        RSA,
      ],
      [
        "RSA: padding of other octets",
        byRsa((_right, base) => block(1, "fe", Buffer.concat([SHA256_INFO, sha256(base)]))),
        RSA,
      ],
      [
        "RSA: the name of another hash",
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
      ["RSA: over the body alone", byRsa(() => sign("sha256", Buffer.from("amount=10.42"), RSA_2048)), RSA],
      [
        "a right signature, its escapes in lower case and more than needed",
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

/** The text with some of the bits set that no octet uses. */
function unusedBits(text: string, bits: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const last = text.replace(/=+$/, "").length - 1;
  return `${text.slice(0, last)}${alphabet[alphabet.indexOf(text[last]!) + bits]}${text.slice(last + 1)}`;
}

/** The first of a row of nonces whose signature has something in it. */
function noncesOf(pattern: RegExp): string {
  for (let number = 0; ; number += 1) {
    const nonce = `nonce-${number}`;
    if (pattern.test(signed({ form: "amount=10.42", nonce }).signature)) return nonce;
  }
}

/** What a private key makes of a block of its own size. */
function raw(text: Buffer): Buffer {
  return privateEncrypt({ key: RSA_2048, padding: constants.RSA_NO_PADDING }, text);
}

/** A block of a type, filled up with an octet (RFC 8017 9.2). */
function block(type: number, filler: string, content: Buffer): Buffer {
  const padding = Buffer.alloc(KEY_OCTETS - 3 - content.length, filler, "hex");
  return raw(Buffer.concat([Buffer.from([0, type]), padding, Buffer.from([0]), content]));
}

/** PSS without a salt, so that the vector is the same each time. */
function pss(text: string): Buffer {
  return sign("sha256", Buffer.from(text), { key: RSA_2048, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 0 });
}

/** A signature to which the modulus can be added without growing longer: the same number modulo it. */
function withModulusAdded(): Signed {
  const { n = "" } = createPublicKey(createPrivateKey(RSA_2048)).export({ format: "jwk" });
  const modulus = BigInt(`0x${Buffer.from(n, "base64url").toString("hex")}`);
  for (let number = 0; ; number += 1) {
    const meant = { ...RSA_MEANT, nonce: `modulus-${number}` };
    const sum = BigInt(`0x${octets(signed(meant).signature).toString("hex")}`) + modulus;
    const text = sum.toString(16);
    if (text.length === KEY_OCTETS * 2) return signedWith(meant, () => Buffer.from(text, "hex").toString("base64"));
  }
}
