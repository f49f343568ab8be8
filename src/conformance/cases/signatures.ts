/** Signatures that are wrong, or the right octets in another spelling: only one text is valid (RFC 5849 3.2). */

import { base64Text, hexText, looseBase64Octets } from "../../platform/index.ts";
import type { CaseGroup, ReceivedCase } from "./case.ts";
import { bitChanged } from "./changes.ts";

const RULE = "rfc5849-3.2-1";
const SPELLING = "rfc5849-3.2-5";
const ORDER = "amount=10.42&currency=EUR&description=Two+cups";
const FORM = "amount=10.42";
const TAMPERED = { refuse: "signature-mismatch", ofVector: { form: ORDER } } as const;
const WRONG = { refuse: "signature-mismatch", alsoAcceptable: ["signature-malformed"] };
const NO_SIGNATURE = { refuse: "signature-malformed", alsoAcceptable: ["signature-mismatch"] };
const EMPTY = { ...NO_SIGNATURE, alsoAcceptable: ["signature-mismatch", "parameter-missing"] };
const CANONICAL = "non-canonical-base64-accepted";
const MALFORMED = { ...NO_SIGNATURE, rule: SPELLING, finds: [CANONICAL] };
const URL_ALPHABET = [CANONICAL, "base64url-alphabet"];
const LINE_END = [CANONICAL, "base64-trailing-newline"];
const WRAPPED = [CANONICAL, "base64-line-wrapped"];
const HEX = ["hex-digest"];
const RSA = { ofVector: { by: "rsa", form: FORM } } as const;
const RSA_WRONG = { ...RSA, ...WRONG, rule: "rfc5849-3.4.3-1" };
const RSA_LENGTH = { ...RSA_WRONG, ...NO_SIGNATURE };
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const HALF = 12;

/** A signature of the vector that has characters which differ in the alphabets. */
const withNonce = (nonce: string): Pick<ReceivedCase, "ofVector"> => ({
  ofVector: { form: FORM, protocol: () => ({ oauth_nonce: nonce }) },
});
/** The signature with a text in its middle. */
const inside = (text: string) => (signature: string) => `${signature.slice(0, HALF)}${text}${signature.slice(HALF)}`;
/** Other octets in place of those of the signature. */
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
const fullWidth = (signature: string): string =>
  signature.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
const asUrlAlphabet = (signature: string): string => signature.replaceAll("+", "-").replaceAll("/", "_");
/** The octets as text, and its octets. */
const throughText = octets((own) =>
  new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(own)),
);
const ofText = (text: string): string => base64Text(new TextEncoder().encode(text));

// biome-ignore format: one line a row
export const SIGNATURES: readonly CaseGroup[] = [
  {
    layer: "signature", rule: RULE, ...WRONG,
    ofVector: { form: FORM },
    check: { id: "signature-wrong", title: "wrong signature", rule: RULE, everywhere: true, byMethod: true, noServerError: true, means: "The server accepts requests that the client did not sign." },
    cases: [
      { vector: "tampering/45", probe: "first-octet-changed", words: "first byte of the signature changed", ...TAMPERED, alsoAcceptable: undefined, signature: bitChanged(() => 0) },
      { probe: "middle-octet-changed", signature: bitChanged((length) => length >> 1) },
      { vector: "tampering/46", probe: "last-octet-changed", words: "last byte of the signature changed", ...TAMPERED, alsoAcceptable: undefined, signature: bitChanged((length) => length - 1) },
      { vector: "signatures/32", probe: "one-octet-shorter", words: "one byte too short", ...NO_SIGNATURE, signature: resized((length) => length - 1) },
      { vector: "signatures/35", probe: "one-octet-longer", words: "one byte too long", ...NO_SIGNATURE, signature: resized((length) => length + 1) },
      { vector: "signatures/36", probe: "all-octets-twice", words: "all bytes twice", ...NO_SIGNATURE, signature: octets((own) => Uint8Array.from([...own, ...own])) },
      { probe: "first-half", signature: resized((length) => length >> 1) },
      { vector: "signatures/33", probe: "first-12-octets", words: "first 12 bytes only", ...NO_SIGNATURE, signature: resized(() => 12) },
      { vector: "signatures/34", probe: "first-octet-only", words: "first byte only", ...NO_SIGNATURE, signature: resized(() => 1) },
      { vector: "signatures/31", probe: "all-octets-zero", words: "all bytes zero", signature: octets((own) => new Uint8Array(own.length)) },
      { probe: "all-octets-ff", signature: octets((own) => new Uint8Array(own.length).fill(255)) },
      { probe: "first-four-characters", signature: (signature) => signature.slice(0, 4) },
      { probe: "reversed", signature: (signature) => [...signature].reverse().join("") },
      { probe: "6000-characters", signature: () => "A".repeat(6000) },
      { vector: "signatures/37", words: "6000 bytes", ...NO_SIGNATURE, signature: () => base64Text(new Uint8Array(6000).fill(1)), alsoAcceptable: ["signature-mismatch", "limit-exceeded"], finds: ["no-input-limits"] },
      { vector: "signatures/40", probe: "through-text", words: "digest converted to UTF-8 text before base64", ...NO_SIGNATURE, signature: throughText, finds: ["digest-through-text"] },
      { vector: "signatures/27", words: "empty signature", ...EMPTY, rule: SPELLING, signature: () => "" },
      { vector: "signatures/28", probe: "text-null", words: "the text null", ...NO_SIGNATURE, rule: SPELLING, signature: () => "null" },
      { vector: "signatures/29", probe: "text-undefined", words: "the text undefined", ...MALFORMED, signature: () => "undefined" },
      { vector: "signatures/30", probe: "text-true", words: "the text true", ...NO_SIGNATURE, rule: SPELLING, signature: () => "true" },
      { probe: "text-none", signature: () => "None" },
      { probe: "star", signature: () => "*" },
      { probe: "zero", signature: () => "0" },
      { probe: "percent-sign", signature: () => "%" },
      { probe: "sql-quote", signature: () => "' OR '1'='1" },
      { vector: "tampering/47", probe: "of-another-request", words: "signature of a different request", ...TAMPERED, alsoAcceptable: undefined, signature: (_, draft, sign) => sign({ ...draft, method: "GET", contentType: undefined, body: "", query: "state=open&limit=5" }) },
      { probe: "of-no-parameters", signature: (_, draft, sign) => sign({ ...draft, protocol: [], query: "", body: "" }) },
      { vector: "tampering/53", words: "RSA: first byte of the signature changed", ...TAMPERED, alsoAcceptable: undefined, ofVector: { by: "rsa", query: "shop=7", form: "amount=10.42&currency=EUR" }, signature: bitChanged(() => 0) },
      { vector: "tampering/54", words: "RSA: byte in the middle of the signature changed", ...TAMPERED, alsoAcceptable: undefined, ofVector: { by: "rsa", query: "shop=7", form: "amount=10.42&currency=EUR" }, signature: bitChanged((length) => length >> 1) },
      { vector: "tampering/55", words: "RSA: last byte of the signature changed", ...TAMPERED, alsoAcceptable: undefined, ofVector: { by: "rsa", query: "shop=7", form: "amount=10.42&currency=EUR" }, signature: bitChanged((length) => length - 1) },
      { vector: "signatures/47", words: "RSA: empty signature", ...RSA, ...EMPTY, rule: SPELLING, signature: () => "" },
      { vector: "signatures/48", words: "RSA: all bytes zero", ...RSA_WRONG, signature: octets((own) => new Uint8Array(own.length)) },
      { vector: "signatures/49", words: "RSA: all bits one", ...RSA_WRONG, signature: octets((own) => new Uint8Array(own.length).fill(255)) },
      { vector: "signatures/50", words: "RSA: the number one", ...RSA_WRONG, signature: octets((own) => Uint8Array.from(own, (_, index) => (index === own.length - 1 ? 1 : 0))) },
      { vector: "signatures/51", words: "RSA: one byte too short", ...RSA_LENGTH, signature: octets((own) => own.subarray(1)) },
      { vector: "signatures/52", words: "RSA: leading zero byte added", ...RSA_LENGTH, signature: octets((own) => Uint8Array.from([0, ...own])) },
      { vector: "signatures/53", words: "RSA: trailing zero byte added", ...RSA_LENGTH, signature: octets((own) => Uint8Array.from([...own, 0])) },
    ],
  },
  {
    layer: "signature", ...MALFORMED,
    ofVector: { form: FORM },
    check: { id: "signature-spelling", title: "signature in another spelling", rule: SPELLING, byMethod: true, means: "A seen signature has several spellings, so a program that remembers or compares its text can be deceived." },
    cases: [
      { vector: "signatures/1", probe: "without-padding", words: "no base64 padding", signature: (signature) => signature.replace(/=+$/, ""), finds: [CANONICAL, "base64-unpadded"] },
      { vector: "signatures/2", probe: "too-much-padding", words: "too much base64 padding", signature: (signature) => `${signature}=` },
      { vector: "signatures/17", probe: "padding-inside", words: "padding inside", signature: inside("=") },
      ...[1, 2, 3].map((bits) => ({ vector: `signatures/${bits + 2}`, probe: `unused-bits-${bits}`, words: `unused bits of the last base64 character set to ${bits}`, signature: unusedBits(bits) })),
      { vector: "signatures/7", probe: "url-alphabet", words: "base64url alphabet with padding", ...withNonce("nonce-0"), signature: asUrlAlphabet, finds: URL_ALPHABET },
      { vector: "signatures/6", probe: "url-alphabet-without-padding", words: "base64url alphabet", ...withNonce("nonce-0"), signature: (signature) => asUrlAlphabet(signature).replace(/=+$/, ""), finds: URL_ALPHABET },
      { vector: "signatures/26", probe: "in-upper-case", words: "signature in upper case", ...WRONG, rule: RULE, finds: undefined, signature: (signature) => signature.toUpperCase() },
      { probe: "in-lower-case", signature: (signature) => signature.toLowerCase() },
      { vector: "signatures/8", probe: "leading-space", words: "leading space", signature: (signature) => ` ${signature}` },
      { vector: "signatures/9", probe: "trailing-space", words: "trailing space", signature: (signature) => `${signature} ` },
      { vector: "signatures/10", probe: "trailing-line-feed", words: "trailing line feed", signature: (signature) => `${signature}\n`, finds: LINE_END },
      { vector: "signatures/11", probe: "trailing-crlf", words: "trailing CRLF", signature: (signature) => `${signature}\r\n`, finds: LINE_END },
      { vector: "signatures/15", probe: "trailing-nul", words: "trailing NUL", signature: (signature) => `${signature}\0` },
      { vector: "signatures/12", probe: "line-feed-inside", words: "line feed inside", signature: inside("\n"), finds: WRAPPED },
      { vector: "signatures/13", probe: "space-inside", words: "space inside", signature: inside(" ") },
      { vector: "signatures/14", probe: "tab-inside", words: "tab inside", signature: inside("\t") },
      { vector: "signatures/16", probe: "other-character-inside", words: "character outside the base64 alphabet inside", signature: inside("!") },
      { vector: "signatures/18", probe: "more-after-the-padding", words: "more base64 after the padding", signature: (signature) => `${signature}AAAA` },
      { vector: "signatures/19", probe: "spaces-for-plus-signs", words: "spaces instead of plus signs", ...withNonce("nonce-1"), signature: (signature) => signature.replaceAll("+", " "), finds: [CANONICAL, "signature-raw-in-query"] },
      { vector: "signatures/20", probe: "full-width-letters", words: "full-width letters", signature: fullWidth },
      { vector: "signatures/21", probe: "percent-encoded-twice", words: "percent-encoded twice", signature: encodeURIComponent, finds: ["signature-encoded-twice-in-header"] },
      { vector: "signatures/22", probe: "hexadecimal", words: "hexadecimal instead of base64", signature: hexadecimal, finds: HEX },
      { vector: "signatures/23", probe: "hexadecimal-in-upper-case", words: "hexadecimal in upper case", signature: (signature) => hexadecimal(signature).toUpperCase(), finds: HEX },
      { vector: "signatures/24", probe: "base64-of-hexadecimal", words: "base64 of the hexadecimal text", signature: (signature) => ofText(hexadecimal(signature)), finds: ["base64-of-hex"] },
      { vector: "signatures/25", probe: "base64-of-base64", words: "base64 of base64", signature: ofText, finds: undefined },
      { probe: "in-quotes", signature: (signature) => `"${signature}"` },
      { probe: "twice", signature: (signature) => `${signature},${signature}` },
      { vector: "signatures/42", words: "RSA: no base64 padding", ...RSA, signature: (signature) => signature.replace(/=+$/, ""), finds: [CANONICAL, "base64-unpadded"] },
      { vector: "signatures/43", words: "RSA: unused bits of the last base64 character set", ...RSA, signature: unusedBits(1) },
      { vector: "signatures/44", words: "RSA: line feed after every 64 characters", ...RSA, signature: (signature) => signature.replace(/.{64}/g, "$&\n"), finds: WRAPPED },
      { vector: "signatures/45", words: "RSA: base64url alphabet", ...RSA, signature: (signature) => asUrlAlphabet(signature).replace(/=+$/, ""), finds: URL_ALPHABET },
      { vector: "signatures/46", words: "RSA: hexadecimal instead of base64", ...RSA, signature: hexadecimal, finds: HEX },
    ],
  },
];
