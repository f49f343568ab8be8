/**
 * Everything that differs between Node.js and browsers: text and octets, hashes, HMAC, RSA, random octets.
 *
 * Other files import this one instead of `node:` modules. A build for browsers replaces it by `browser.ts`, which
 * exports the same names.
 */

export { DIGEST_INFO_STARTS } from "./digest-info.ts";
export { hostToUnicode } from "./host-name.ts";
export { ipAddressOctets } from "./ip-address.ts";
export * from "./node.ts";
export * from "./node-rsa.ts";
export type * from "./types.ts";
export { WINDOWS_1252, windows1252Text } from "./windows-1252.ts";
