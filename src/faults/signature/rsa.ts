/** Faults of RSA signatures (RFC 5849 3.4.3). */

import type { SignatureMethod } from "../../model/index.ts";
import {
  base64Text,
  concatOctets,
  DIGEST_INFO_STARTS,
  digest,
  type HashName,
  hexOctets,
  hexText,
  hmac,
  parsePrivateKey,
  rsaSeal,
  rsaSignSync,
  utf8Octets,
} from "../../platform/index.ts";
import { RSA_METHODS } from "../../spec/signature-methods.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { get } from "../helpers/trigger-requests.ts";
import { changeSignatureInput, hashesOfOthers, isRsa, nameOfHash, signRsaBy } from "./signature-changes.ts";

const rsaSignature = (octets: Uint8Array, pem: string, hash: HashName): Uint8Array =>
  rsaSignSync(hash, octets, parsePrivateKey(pem));
const changeRsaMethod = (change: (method: SignatureMethod) => SignatureMethod): StageChange =>
  changeSignatureInput((input) =>
    isRsa(input) ? { ...input, signatureMethod: change(input.signatureMethod) } : input,
  );

const RSA_TRIGGER = get("/r", { signatureMethod: "RSA-SHA1" });

const FIX = "Use the function of your platform that pads, hashes and signs with PKCS#1 v1.5.";

/** Encrypts the block that the client built from the digest; `size` is the length of the key in octets. */
const sealInstead = (make: (digested: Uint8Array, hash: HashName, size: number) => Uint8Array): StageChange =>
  signRsaBy((pem, baseString, hash) => {
    const size = rsaSignature(baseString, pem, hash).length;
    return rsaSeal(make(digest(hash, baseString), hash, size), parsePrivateKey(pem), "none");
  });

const inBlock = (start: readonly number[], filler: number, content: Uint8Array, size: number): Uint8Array => {
  const block = new Uint8Array(size).fill(filler);
  block.set(start);
  block[size - content.length - 1] = 0;
  block.set(content, size - content.length);
  return block;
};

export const RSA_FAULTS: readonly FaultDefinition[] = [
  {
    id: "rsa-pss-padding",
    title: "RSA-PSS padding",
    what: "The signature uses PSS padding; all RSA methods of OAuth use PKCS#1 v1.5 padding.",
    trigger: RSA_TRIGGER,
    fix: "Use PKCS#1 v1.5 padding.",
    evidence: ["Mastercard/oauth1-signer-java#69"],
    // No salt is used, so the signature is the same each time.
    apply: signRsaBy((pem, baseString, hash) => rsaSignSync(hash, baseString, parsePrivateKey(pem), "pss")),
  },
  {
    id: "rsa-wrong-hash",
    title: "Wrong hash for RSA",
    what: "The client uses a different hash than the method names, such as SHA-256 for RSA-SHA1.",
    trigger: RSA_TRIGGER,
    fix: "Take the hash from the name of the method.",
    evidence: [],
    apply: changeRsaMethod((method) => (method === "RSA-SHA1" ? "RSA-SHA256" : "RSA-SHA1")),
    variants: [
      ...RSA_METHODS.slice(1).map((method) => ({ name: method, apply: changeRsaMethod(() => method) })),
      ...hashesOfOthers(RSA_METHODS).map(
        (hash): Form => ({
          name: hash,
          what: `The client signs with ${nameOfHash(hash)}, which no signature method uses.`,
          apply: signRsaBy((pem, baseString) => rsaSignature(baseString, pem, hash)),
        }),
      ),
    ],
  },
  {
    id: "rsa-hash-signed",
    title: "Base string hashed twice",
    what: "The client hashes the base string and passes the hash to a function that hashes what it signs.",
    trigger: RSA_TRIGGER,
    fix: "Pass the base string itself to the signing function.",
    evidence: [],
    apply: signRsaBy((pem, baseString, hash) => rsaSignature(utf8Octets(hexText(digest(hash, baseString))), pem, hash)),
    variants: [
      {
        name: "octets",
        apply: signRsaBy((pem, baseString, hash) => rsaSignature(digest(hash, baseString), pem, hash)),
      },
      {
        name: "base64",
        apply: signRsaBy((pem, baseString, hash) =>
          rsaSignature(utf8Octets(base64Text(digest(hash, baseString))), pem, hash),
        ),
      },
    ],
  },
  {
    id: "rsa-raw-private-encrypt",
    title: "Base string encrypted with the private key",
    what: "The client pads and encrypts the base string, or its hash, directly; the signature does not contain the name of the hash.",
    trigger: RSA_TRIGGER,
    fix: "Use the signing function, not the encryption function.",
    evidence: ["ddo/oauth-1.0a#54"],
    apply: signRsaBy((pem, baseString) => rsaSeal(baseString, parsePrivateKey(pem))),
    variants: [
      {
        name: "hash",
        apply: signRsaBy((pem, baseString, hash) => rsaSeal(digest(hash, baseString), parsePrivateKey(pem))),
      },
    ],
  },
  {
    id: "rsa-key-used-as-hmac-secret",
    title: "PEM text used as the HMAC key",
    what: "The client names an RSA method but computes an HMAC with the text of the private key as the secret.",
    trigger: RSA_TRIGGER,
    fix: "Sign with the RSA key; if your library supports only HMAC, add an RSA signing function.",
    evidence: [],
    apply: signRsaBy((pem, baseString, hash) => hmac(hash, pem, baseString)),
    variants: [
      {
        name: "encoded",
        apply: signRsaBy((pem, baseString, hash) => hmac(hash, `${encodeURIComponent(pem)}&`, baseString)),
      },
    ],
  },
  {
    id: "rsa-octets-reversed",
    title: "RSA signature in reverse",
    what: "The client sends the octets of the signature in reverse order.",
    trigger: RSA_TRIGGER,
    fix: "Encode all octets of the signature in base64, in their order.",
    apply: signRsaBy((pem, baseString, hash) => rsaSignature(baseString, pem, hash).toReversed()),
  },

  {
    id: "rsa-padded-as-for-encryption",
    title: "Padding of encryption",
    what: "The client pads the digest as for encryption, with block type 2.",
    trigger: RSA_TRIGGER,
    fix: FIX,
    apply: sealInstead((digested, hash, size) =>
      inBlock([0, 2], 0x5a, concatOctets([hexOctets(DIGEST_INFO_STARTS[hash])!, digested]), size),
    ),
  },
  {
    id: "rsa-without-padding",
    title: "RSA without padding",
    what: "The client signs the digest as a number, without padding.",
    trigger: RSA_TRIGGER,
    fix: FIX,
    apply: sealInstead((digested, _, size) => inBlock([], 0, digested, size)),
  },
];
