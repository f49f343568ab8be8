/**
 * Everything that differs between Node.js and browsers: text and octets, hashes, HMAC, RSA, random octets.
 *
 * Other files import this one instead of `node:` modules. A build for browsers replaces it by `browser.ts`, which
 * exports the same names.
 */

export { ipAddressOctets } from "./ip-address.ts";
export * from "./node.ts";
export * from "./node-rsa.ts";
export type * from "./types.ts";
export { latin1AsWindows1252, WINDOWS_1252 } from "./windows-1252.ts";
