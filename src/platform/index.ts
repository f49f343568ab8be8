/**
 * Everything that differs between Node and a browser: text and octets, hashes, HMAC, RSA, random octets.
 *
 * The rest of the project imports this file and no `node:` module. What it exports comes from `node.ts` and
 * `node-rsa.ts`; another platform replaces these two files and exports the same names.
 *
 * @module
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
