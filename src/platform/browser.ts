/**
 * The platform for browsers, with the same names as `index.ts`. Hashes and HMAC are synchronous JavaScript, because a
 * search computes thousands of them and WebCrypto would take four times as long. RSA signs with WebCrypto only.
 */

export * from "./browser/hashes.ts";
export { isRsaKey, keyFacts, publicKeyOf, type RsaKey, rsaKeyDer, rsaPartsMatch } from "./browser/key.ts";
export { decryptsKeys, parsePrivateKey, parsePublicKey } from "./browser/key-forms.ts";
export * from "./browser/octets.ts";
export * from "./browser/rsa.ts";
export { DIGEST_INFO_STARTS } from "./digest-info.ts";
export { hostToUnicode } from "./host-name.ts";
export { ipAddressOctets } from "./ip-address.ts";
export type * from "./types.ts";
export { WINDOWS_1252, windows1252Text } from "./windows-1252.ts";

/** The command as a page shows it, so that it can be pasted. */
export const COUNTERSIGN = "npx --no -- countersign";
