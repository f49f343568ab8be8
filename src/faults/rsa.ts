/**
 * Faults of signing with RSA (RFC 5849 3.4.3).
 *
 * @module
 */

import { hashOf, type SignatureInput, type SignatureMethod } from "../model/index.ts";
import {
  base64Text,
  digest,
  type HashName,
  hexText,
  hmac,
  parsePrivateKey,
  rsaSeal,
  rsaSignSync,
  utf8Octets,
} from "../platform/index.ts";
import { signedAs } from "./digest.ts";
import type { Apply, Fault } from "./fault.ts";
import { get } from "./requests.ts";
import { RSA } from "./right-calls.ts";
import { TRIGGER_KEY } from "./trigger-key.ts";

/** An RSA signature made in another way; the other methods stay. */
function rsaAs(make: (pem: string, baseString: Uint8Array, hash: HashName) => Uint8Array): Apply {
  return (stages) => ({
    ...stages,
    signature(input) {
      const { signatureMethod, privateKey = "", baseString } = input;
      if (signatureMethod === "PLAINTEXT" || !isRsa(input)) return stages.signature(input);
      return base64Text(make(privateKey, utf8Octets(baseString), hashOf(signatureMethod)));
    },
  });
}

const isRsa = ({ signatureMethod }: SignatureInput): boolean => signatureMethod.startsWith("RSA-");
const signed = (octets: Uint8Array, pem: string, hash: HashName): Uint8Array =>
  rsaSignSync(hash, octets, parsePrivateKey(pem));
const methodAs = (change: (method: SignatureMethod) => SignatureMethod): Apply =>
  signedAs((input) => (isRsa(input) ? { ...input, signatureMethod: change(input.signatureMethod) } : input));

/** A request that names an RSA method. */
const trigger = get("/r", { signatureMethod: "RSA-SHA1", privateKey: TRIGGER_KEY });

/** See the module. */
export const RSA_FAULTS: readonly Fault[] = [
  {
    id: "rsa-pss-padding",
    title: "PSS padding",
    what: "The signature has the newer PSS padding; all RSA methods of OAuth have that of PKCS#1 v1.5.",
    stage: "signature",
    trigger,
    fix: { text: "Ask for PKCS#1 v1.5.", calls: RSA },
    evidence: ["https://github.com/Mastercard/oauth1-signer-java/pull/69"],
    // Without salt, so that it is the same each time; another salt is no other mistake.
    apply: rsaAs((pem, baseString, hash) => rsaSignSync(hash, baseString, parsePrivateKey(pem), "pss")),
  },
  {
    id: "rsa-wrong-hash",
    title: "Wrong hash under RSA",
    what: "The hash is not the one that the method names, SHA-256 for RSA-SHA1 or SHA-1 for RSA-SHA256.",
    stage: "signature",
    trigger,
    fix: { text: "Take the hash from the name of the method.", calls: RSA },
    evidence: [],
    apply: methodAs((method) => (method === "RSA-SHA1" ? "RSA-SHA256" : "RSA-SHA1")),
    also: [methodAs(() => "RSA-SHA256"), methodAs(() => "RSA-SHA512")],
  },
  {
    id: "rsa-hash-signed",
    title: "Hash of the base string hashed again",
    what: "The base string is hashed first, and its hash is given to a function that hashes what it signs.",
    stage: "signature",
    trigger,
    fix: { text: "Give the base string itself to the function that signs.", calls: RSA },
    evidence: [],
    apply: rsaAs((pem, baseString, hash) => signed(utf8Octets(hexText(digest(hash, baseString))), pem, hash)),
    also: [
      rsaAs((pem, baseString, hash) => signed(digest(hash, baseString), pem, hash)),
      rsaAs((pem, baseString, hash) => signed(utf8Octets(base64Text(digest(hash, baseString))), pem, hash)),
    ],
  },
  {
    id: "rsa-raw-private-encrypt",
    title: "Base string encrypted with the private key",
    what: "The padding stands directly around the base string, or around its hash; neither the hash nor its name is in the signature.",
    stage: "signature",
    trigger,
    fix: { text: "Sign, do not encrypt.", calls: RSA },
    evidence: ["https://github.com/ddo/oauth-1.0a/issues/54"],
    apply: rsaAs((pem, baseString) => rsaSeal(baseString, parsePrivateKey(pem))),
    also: [rsaAs((pem, baseString, hash) => rsaSeal(digest(hash, baseString), parsePrivateKey(pem)))],
  },
  {
    id: "rsa-key-used-as-hmac-secret",
    title: "PEM text used as HMAC key",
    what: "An RSA method is announced and HMAC computed, with the text of the private key as secret.",
    stage: "signature",
    trigger,
    fix: { text: "Sign with the key; a library for HMAC alone needs an RSA function of your own.", calls: RSA },
    evidence: [],
    apply: rsaAs((pem, baseString, hash) => hmac(hash, pem, baseString)),
    also: [rsaAs((pem, baseString, hash) => hmac(hash, `${encodeURIComponent(pem)}&`, baseString))],
  },
];
