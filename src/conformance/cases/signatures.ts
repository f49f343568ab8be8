/** Signatures that are wrong or computed in another way, and the correct octets in another spelling: only one text is valid (RFC 5849 3.2). */

import { hashOf } from "../../model/index.ts";
import {
  base64Text,
  concatOctets,
  DIGEST_INFO_STARTS,
  digest,
  hexOctets,
  hexText,
  hmac,
  keyFacts,
  latin1Octets,
  looseBase64Octets,
  publicKeyOf,
  type RsaKey,
  rsaSeal,
  rsaSignSync,
  utf8Octets,
} from "../../platform/index.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import { type CaseGroup, type ReceivedCase, SMALL_FORM } from "./case.ts";
import { bitChanged, fullWidth } from "./changes.ts";
import { baseStringOf, type Draft, hmacKeyOf, type SigningKey } from "./draft.ts";
import { NO_KEY, NO_SECRET } from "./make-request.ts";
import { BANK } from "./vector-clients.ts";

const RULE = "rfc5849-3.2-1";
const SPELLING = "rfc5849-3.2-5";
const FORM = "amount=10.42";
const TAMPERED = {
  refuse: "signature-mismatch",
  alsoAcceptable: undefined,
  ofVector: { form: "amount=10.42&currency=EUR&description=Two+cups" },
} as const;
const WRONG = { refuse: "signature-mismatch", alsoAcceptable: "signature-malformed" };
const NO_SIGNATURE = { refuse: "signature-malformed", alsoAcceptable: "signature-mismatch" };
const EMPTY = { ...NO_SIGNATURE, alsoAcceptable: ["signature-mismatch", "parameter-missing"] };
const CANONICAL = "non-canonical-base64-accepted";
const MALFORMED = { ...NO_SIGNATURE, rule: SPELLING, finds: [CANONICAL] };
const URL_ALPHABET = [CANONICAL, "base64url-alphabet"];
const LINE_END = [CANONICAL, "base64-trailing-newline"];
const WRAPPED = [CANONICAL, "base64-line-wrapped"];
const HEX = "hex-digest";
const RSA = { ofVector: { by: BANK, form: FORM } } as const;
const RSA_TAMPERED = {
  ...TAMPERED,
  ofVector: { by: BANK, query: "shop=7", form: "amount=10.42&currency=EUR" },
} as const;
const RSA_WRONG = { ...RSA, ...WRONG, rule: "rfc5849-3.4.3-1" };
const RSA_LENGTH = { ...RSA_WRONG, ...NO_SIGNATURE };
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const HALF = 12;

/** With this nonce, the signature of the vector contains characters that differ between the alphabets. */
const withNonce = (nonce: string): Pick<ReceivedCase, "ofVector"> => ({
  ofVector: { form: FORM, protocol: { oauth_nonce: nonce } },
});
/** The signature with a text in its middle. */
const inside = (text: string) => (signature: string) => `${signature.slice(0, HALF)}${text}${signature.slice(HALF)}`;
/** Changes the octets of the signature. */
const octets = (edit: (octets: Uint8Array) => Uint8Array) => (signature: string) =>
  base64Text(edit(looseBase64Octets(signature)));
const resized = (length: (own: number) => number) =>
  octets((own) => {
    const all = new Uint8Array(length(own.length));
    all.set(own.subarray(0, all.length));
    return all;
  });
/** The signature with other unused bits in its last character, which decoders ignore. */
const unusedBits = (bits: number) => (signature: string) =>
  signature.replace(/([^=])(=+)$/, (all, last: string, padding: string) => {
    const other = ALPHABET[ALPHABET.indexOf(last) + bits];
    return other === undefined ? all : `${other}${padding}`;
  });
const hexadecimal = (signature: string): string => hexText(looseBase64Octets(signature));
const asUrlAlphabet = (signature: string): string => signature.replaceAll("+", "-").replaceAll("/", "_");
/** The octets decoded to text and encoded again. */
const throughText = octets((own) =>
  new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(own)),
);
/** An HMAC of a message other than the base string. */
const hmacOf = (message: (draft: Draft) => string | Uint8Array) => ({
  signature: (_: string, draft: Draft, __: unknown, key: SigningKey) =>
    base64Text(hmac(hashOfKey(key), hmacKeyOf(key), message(draft))),
});
/** ASCII text in UTF-16, little-endian. */
const utf16 = (text: string) => Uint8Array.from([...text].flatMap((one) => [one.charCodeAt(0), 0]));
/** The result of applying the private key to the base string. */
const byRsa = (
  make: (baseString: Uint8Array, hash: ReturnType<typeof hashOfKey>, key: RsaKey, draft: Draft) => Uint8Array,
) => ({
  signature: (_: string, draft: Draft, __: unknown, key: SigningKey) =>
    base64Text(make(utf8Octets(baseStringOf(draft)), hashOfKey(key), key.privateKey!, draft)),
});
const hashOfKey = ({ method }: SigningKey) => hashOf(method as Exclude<typeof method, "PLAINTEXT">);
/** A padded block with another type or padding, or with octets after the hash. */
const block = (type: number, filler: number, count: number | undefined, fill: number) =>
  padded(type, filler, count, fill, (octets, key) => rsaSeal(octets, key, "none"));
const padded = (
  type: number,
  filler: number,
  count: number | undefined,
  fill: number,
  seal: (octets: Uint8Array, key: RsaKey) => Uint8Array,
) =>
  byRsa((baseString, hash, key) => {
    const info = concatOctets([hexOctets(DIGEST_INFO_STARTS[hash])!, digest(hash, baseString)]);
    const padding = count ?? sizeOf(key) - 3 - info.length;
    const all = new Uint8Array(sizeOf(key)).fill(fill);
    all.set([0, type, ...new Uint8Array(padding).fill(filler), 0, ...info]);
    return seal(all, key);
  });
const sizeOf = (key: RsaKey) => keyFacts(key).bits / 8;
/** The signature plus the modulus: the same number modulo n. If the sum has more octets, the signature is unchanged. */
const modulusAdded = (signature: string, _: Draft, __: unknown, { privateKey }: SigningKey): string => {
  const { n = "" } = publicKeyOf(privateKey!).export({ format: "jwk" });
  const number = (base64: string) => BigInt(`0x${hexText(looseBase64Octets(base64))}`);
  return base64Text(hexOctets((number(signature) + number(n)).toString(16)) ?? looseBase64Octets(signature));
};
const ofText = (text: string): string => base64Text(new TextEncoder().encode(text));

export const SIGNATURES: readonly CaseGroup[] = [
  {
    rule: RULE,
    ...WRONG,
    ofVector: { form: FORM },
    check: {
      id: "signature-wrong",
      title: "wrong signature",
      everywhere: true,
      byMethod: true,
      noServerError: true,
      means: "The server accepts requests that the client did not sign.",
    },
    cases: {
      "first-octet-changed": { vector: "tampering/45", ...TAMPERED, signature: bitChanged(() => 0) },
      "middle-octet-changed": { signature: bitChanged((length) => length >> 1) },
      "last-octet-changed": { vector: "tampering/46", ...TAMPERED, signature: bitChanged((length) => length - 1) },
      "one-octet-shorter": { vector: "signatures/32", ...NO_SIGNATURE, signature: resized((length) => length - 1) },
      "one-octet-longer": { vector: "signatures/35", ...NO_SIGNATURE, signature: resized((length) => length + 1) },
      "all-octets-twice": {
        vector: "signatures/36",
        ...NO_SIGNATURE,
        signature: octets((own) => Uint8Array.from([...own, ...own])),
      },
      "first-half": { signature: resized((length) => length >> 1) },
      "first-12-octets": { vector: "signatures/33", ...NO_SIGNATURE, signature: resized(() => 12) },
      "first-octet-only": { vector: "signatures/34", ...NO_SIGNATURE, signature: resized(() => 1) },
      "all-octets-zero": { vector: "signatures/31", signature: octets((own) => new Uint8Array(own.length)) },
      "all-octets-ff": { signature: octets((own) => new Uint8Array(own.length).fill(255)) },
      "first-four-characters": { signature: (signature) => signature.slice(0, 4) },
      reversed: { signature: (signature) => [...signature].reverse().join("") },
      "6000-characters": { signature: "A".repeat(6000) },
      "through-text": {
        vector: "signatures/40",
        ...NO_SIGNATURE,
        signature: throughText,
        finds: "digest-through-text",
      },
      "text-null": { vector: "signatures/28", ...NO_SIGNATURE, rule: SPELLING, signature: "null" },
      "text-undefined": { vector: "signatures/29", ...MALFORMED, signature: "undefined" },
      "text-true": { vector: "signatures/30", ...NO_SIGNATURE, rule: SPELLING, signature: "true" },
      "text-none": { signature: "None" },
      star: { signature: "*" },
      zero: { signature: "0" },
      "percent-sign": { signature: "%" },
      "sql-quote": { signature: "' OR '1'='1" },
      "of-another-request": {
        vector: "tampering/47",
        ...TAMPERED,
        signature: (_, draft, sign) =>
          sign({ ...draft, method: "GET", contentType: undefined, body: "", query: "state=open&limit=5" }),
      },
      "of-no-parameters": { signature: (_, draft, sign) => sign({ ...draft, protocol: [], query: "", body: "" }) },
    },
    vectors: {
      "signatures/37": {
        words: "6000 bytes",
        ...NO_SIGNATURE,
        signature: () => base64Text(new Uint8Array(6000).fill(1)),
        alsoAcceptable: ["signature-mismatch", "limit-exceeded"],
        finds: "no-input-limits",
      },
      "signatures/27": { words: "empty signature", ...EMPTY, rule: SPELLING, signature: "" },
      "tampering/53": {
        words: "RSA: first byte of the signature changed",
        ...RSA_TAMPERED,
        signature: bitChanged(() => 0),
      },
      "tampering/54": {
        words: "RSA: byte in the middle of the signature changed",
        ...RSA_TAMPERED,
        signature: bitChanged((length) => length >> 1),
      },
      "tampering/55": {
        words: "RSA: last byte of the signature changed",
        ...RSA_TAMPERED,
        signature: bitChanged((length) => length - 1),
      },
      "signatures/47": { words: "RSA: empty signature", ...RSA, ...EMPTY, rule: SPELLING, signature: "" },
      "signatures/49": {
        words: "RSA: all bits one",
        ...RSA_WRONG,
        signature: octets((own) => new Uint8Array(own.length).fill(255)),
      },
      "signatures/51": { words: "RSA: one byte too short", ...RSA_LENGTH, signature: octets((own) => own.subarray(1)) },
    },
  },
  {
    ...MALFORMED,
    ofVector: { form: FORM },
    check: {
      id: "signature-spelling",
      title: "signature in another spelling",
      byMethod: true,
      means:
        "The server accepts several spellings of one signature, so a program that remembers or compares signatures as text can be deceived.",
    },
    cases: {
      "without-padding": {
        vector: "signatures/1",
        signature: (signature) => signature.replace(/=+$/, ""),
        finds: [CANONICAL, "base64-unpadded"],
      },
      "too-much-padding": { vector: "signatures/2", signature: (signature) => `${signature}=` },
      "padding-inside": { vector: "signatures/17", signature: inside("=") },
      "url-alphabet": {
        vector: "signatures/7",
        ...withNonce("nonce-0"),
        signature: asUrlAlphabet,
        finds: URL_ALPHABET,
      },
      "url-alphabet-without-padding": {
        vector: "signatures/6",
        ...withNonce("nonce-0"),
        signature: (signature) => asUrlAlphabet(signature).replace(/=+$/, ""),
        finds: URL_ALPHABET,
      },
      "in-upper-case": {
        vector: "signatures/26",
        ...WRONG,
        rule: RULE,
        finds: undefined,
        signature: (signature) => signature.toUpperCase(),
      },
      "in-lower-case": { signature: (signature) => signature.toLowerCase() },
      "leading-space": { vector: "signatures/8", signature: (signature) => ` ${signature}` },
      "trailing-space": { vector: "signatures/9", signature: (signature) => `${signature} ` },
      "trailing-line-feed": { vector: "signatures/10", signature: (signature) => `${signature}\n`, finds: LINE_END },
      "trailing-crlf": { vector: "signatures/11", signature: (signature) => `${signature}\r\n`, finds: LINE_END },
      "trailing-nul": { vector: "signatures/15", signature: (signature) => `${signature}\0` },
      "line-feed-inside": { vector: "signatures/12", signature: inside("\n"), finds: WRAPPED },
      "space-inside": { vector: "signatures/13", signature: inside(" ") },
      "tab-inside": { vector: "signatures/14", signature: inside("\t") },
      "other-character-inside": { vector: "signatures/16", signature: inside("!") },
      "more-after-the-padding": { vector: "signatures/18", signature: (signature) => `${signature}AAAA` },
      "spaces-for-plus-signs": {
        vector: "signatures/19",
        ...withNonce("nonce-1"),
        signature: (signature) => signature.replaceAll("+", " "),
        finds: [CANONICAL, "signature-raw-in-query"],
      },
      "full-width-letters": { vector: "signatures/20", signature: fullWidth },
      "percent-encoded-twice": {
        vector: "signatures/21",
        signature: encodeURIComponent,
        finds: "signature-encoded-twice-in-header",
      },
      hexadecimal: { vector: "signatures/22", signature: hexadecimal, finds: HEX },
      "hexadecimal-in-upper-case": {
        vector: "signatures/23",
        signature: (signature) => hexadecimal(signature).toUpperCase(),
        finds: HEX,
      },
      "base64-of-hexadecimal": {
        vector: "signatures/24",
        signature: (signature) => ofText(hexadecimal(signature)),
        finds: "base64-of-hex",
      },
      "base64-of-base64": { vector: "signatures/25", signature: ofText, finds: undefined },
      "in-quotes": { signature: (signature) => `"${signature}"` },
      twice: { signature: (signature) => `${signature},${signature}` },
    },
    vectors: {
      "signatures/42": {
        words: "RSA: no base64 padding",
        ...RSA,
        signature: (signature) => signature.replace(/=+$/, ""),
        finds: [CANONICAL, "base64-unpadded"],
      },
      "signatures/43": { words: "RSA: unused bits of the last base64 character set", ...RSA, signature: unusedBits(1) },
      "signatures/44": {
        words: "RSA: line feed after every 64 characters",
        ...RSA,
        signature: (signature) => signature.replace(/.{64}/g, "$&\n"),
        finds: WRAPPED,
      },
      "signatures/45": {
        words: "RSA: base64url alphabet",
        ...RSA,
        signature: (signature) => asUrlAlphabet(signature).replace(/=+$/, ""),
        finds: URL_ALPHABET,
      },
      "signatures/46": { words: "RSA: hexadecimal instead of base64", ...RSA, signature: hexadecimal, finds: HEX },
    },
    computed: [1, 2, 3].map((bits) => ({
      vector: `signatures/${bits + 2}`,
      probe: `unused-bits-${bits}`,
      signature: unusedBits(bits),
    })),
  },
  {
    rule: RULE,
    ...WRONG,
    ...SMALL_FORM,
    signer: ({ key }) => (isRsaMethod(key.method) ? NO_SECRET : key),
    check: {
      id: "signature-computed-wrongly",
      title: "signature that is computed wrongly",
      means: "The server accepts signatures that RFC 5849 does not define.",
    },
    cases: {
      "key-and-message-swapped": {
        vector: "signatures/39",
        signature: (_, draft, __, key) => base64Text(hmac(hashOfKey(key), baseStringOf(draft), hmacKeyOf(key))),
        finds: "hmac-arguments-swapped",
      },
      "hash-of-key-and-base-string": {
        vector: "signatures/38",
        signature: (_, draft, __, key) => base64Text(digest(hashOfKey(key), `${hmacKeyOf(key)}${baseStringOf(draft)}`)),
        finds: "plain-hash-of-key-and-base",
      },
      "base-string-in-utf-16": {
        vector: "signatures/41",
        ...hmacOf((draft) => utf16(baseStringOf(draft))),
        finds: "base-string-utf16",
      },
      "base-string-decoded": hmacOf((draft) =>
        decodeURIComponent(baseStringOf(draft).replace(/%(?![0-9A-F]{2})/g, "%25")),
      ),
      "base-string-in-lower-case": hmacOf((draft) => baseStringOf(draft).toLowerCase()),
      "empty-base-string": hmacOf(() => ""),
      "only-the-uri": hmacOf(({ origin, path }) => `${origin}${path}`),
      "parameter-string-only": hmacOf((draft) => baseStringOf(draft).split("&").at(-1)!),
      "without-the-method": hmacOf((draft) => baseStringOf(draft).replace(/^[^&]*&/, "")),
      "with-the-query-in-the-uri": hmacOf((draft) => baseStringOf({ ...draft, path: `${draft.path}%3Fprobe=1` })),
    },
  },
  {
    ...RSA_WRONG,
    signer: ({ key }) => (key.privateKey === undefined ? NO_KEY : key),
    check: {
      id: "rsa-forgery",
      title: "RSA signature with another padding or content",
      means:
        "The server does not check the whole padded hash, and such servers have accepted signatures that were forged without the key.",
    },
    cases: {
      "pss-padding": {
        vector: "signatures/55",
        ...byRsa((base, hash, key) => rsaSignSync(hash, base, key, "pss")),
        finds: "rsa-pss-padding",
      },
      "hash-of-the-base-string-signed": {
        vector: "signatures/56",
        ...byRsa((base, hash, key) => rsaSignSync(hash, digest(hash, base), key)),
        finds: "rsa-hash-signed",
      },
      "hash-in-hexadecimal-signed": {
        vector: "signatures/57",
        ...byRsa((base, hash, key) => rsaSignSync(hash, utf8Octets(hexText(digest(hash, base))), key)),
        finds: "rsa-hash-signed",
      },
      "hash-without-its-algorithm": {
        vector: "signatures/58",
        ...byRsa((base, hash, key) => rsaSeal(digest(hash, base), key)),
        finds: "rsa-raw-private-encrypt",
      },
      "other-algorithm-named": {
        vector: "signatures/62",
        ...byRsa((base, hash, key) => rsaSignSync(hash === "sha1" ? "sha256" : "sha1", base, key)),
        finds: "rsa-wrong-hash",
      },
      "octets-behind-the-hash": { vector: "signatures/59", ...block(1, 0xff, 8, 7) },
      "block-type-2": { vector: "signatures/60", ...block(2, 0xff, undefined, 0) },
      "other-padding-octets": { vector: "signatures/61", ...block(1, 0xfe, undefined, 0) },
      "padded-hash-itself": {
        vector: "keys/76",
        layer: "key",
        rule: "rfc5849-3.4.3-2",
        refuse: "key-too-weak",
        alsoAcceptable: ["signature-mismatch", "credentials-unavailable"],
        ofVector: { by: BANK, registered: [{ ...BANK, rsaKey: "2048-exponent-1" }] },
        ...padded(1, 0xff, undefined, 0, (octets) => octets),
      },
      "modulus-added": {
        vector: "signatures/54",
        ofVector: { by: BANK, form: FORM, protocol: { oauth_nonce: "modulus-0" } },
        signature: modulusAdded,
      },
      "number-zero": { vector: "signatures/48", signature: octets((own) => new Uint8Array(own.length)) },
      "number-one": {
        vector: "signatures/50",
        signature: octets((own) => Uint8Array.from(own, (_, index) => (index === own.length - 1 ? 1 : 0))),
      },
      "leading-zero-octet": {
        vector: "signatures/52",
        ...RSA_LENGTH,
        signature: octets((own) => Uint8Array.from([0, ...own])),
      },
      "trailing-zero-octet": {
        vector: "signatures/53",
        ...RSA_LENGTH,
        signature: octets((own) => Uint8Array.from([...own, 0])),
      },
      "body-only-signed": {
        vector: "signatures/63",
        ...byRsa((_, hash, key, { body }) => rsaSignSync(hash, latin1Octets(body), key)),
      },
    },
  },
];
