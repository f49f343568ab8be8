/**
 * Everything that differs between Node.js and browsers: text and octets, hashes, HMAC, RSA, random octets.
 *
 * Other files import this one instead of `node:` modules. A build for another platform replaces `node.ts` and
 * `node-rsa.ts` by files that export the same names.
 */

export { ipAddressOctets } from "./ip-address.ts";
export {
  base64Octets,
  base64Text,
  concatOctets,
  digest,
  equalOctets,
  type HashName,
  hexDigest,
  hexOctets,
  hexText,
  hmac,
  hmacBase64,
  hostToUnicode,
  latin1Octets,
  latin1Text,
  looseBase64Octets,
  randomOctets,
  utf8Octets,
  utf8Text,
} from "./node.ts";
export {
  isRsaKey,
  type KeyFacts,
  keyFacts,
  type PemOrDerOrJwk,
  parsePrivateKey,
  parsePublicKey,
  publicKeyOf,
  type RsaKey,
  rsaOpen,
  rsaPartsMatch,
  rsaSeal,
  rsaSign,
  rsaSignSync,
  rsaVerify,
  rsaVerifyAsync,
} from "./node-rsa.ts";
