/** Undocumented faults of RSA signatures (RFC 5849 3.4.3): hand-written padding (RFC 8017 9.2), or lost octets. */

import {
  concatOctets,
  DIGEST_INFO_STARTS,
  digest,
  type HashName,
  hexOctets,
  parsePrivateKey,
  rsaSeal,
  rsaSignSync,
} from "../../platform/index.ts";
import type { FaultDefinition, StageChange } from "../fault.ts";
import { RSA } from "../helpers/correct-calls.ts";
import { get, TRIGGER_PRIVATE_KEY } from "../helpers/trigger-requests.ts";
import { signRsaBy } from "./signature-changes.ts";

const FIX = { text: "Use the function of your platform that pads, hashes and signs with PKCS#1 v1.5.", calls: RSA };
const SENT_FIX = { text: "Encode all octets of the signature in base64, in their order.", calls: RSA };
const TRIGGER = get("/r", { signatureMethod: "RSA-SHA1", privateKey: TRIGGER_PRIVATE_KEY });

/** Changes the octets of an RSA signature. */
const changeOctets = (change: (octets: Uint8Array) => Uint8Array): StageChange =>
  signRsaBy((pem, baseString, hash) => change(rsaSignSync(hash, baseString, parsePrivateKey(pem))));

/** Encrypts the block that the client built from the digest; `size` is the length of the key in octets. */
const sealInstead = (
  make: (digested: Uint8Array, hash: HashName, size: number) => Uint8Array,
  padding?: "none",
): StageChange =>
  signRsaBy((pem, baseString, hash) => {
    const key = parsePrivateKey(pem);
    const size = rsaSignSync(hash, baseString, key).length;
    return rsaSeal(make(digest(hash, baseString), hash, size), key, padding);
  });

/** DigestInfo (RFC 8017 9.2) of a digest, with the identifier of a hash. */
function digestInfo(hash: HashName, digested: Uint8Array, end = "0500"): Uint8Array {
  const wrap = (tag: number, content: Uint8Array): Uint8Array =>
    concatOctets([Uint8Array.of(tag, content.length), content]);
  // Two tags with their lengths precede the identifier; NULL, a tag and a length follow it.
  const identifier = hexOctets(DIGEST_INFO_STARTS[hash].slice(8, -8) + end)!;
  return wrap(0x30, concatOctets([wrap(0x30, identifier), wrap(0x04, digested)]));
}

const inBlock = (start: readonly number[], filler: number, content: Uint8Array, size: number): Uint8Array => {
  const block = new Uint8Array(size).fill(filler);
  block.set(start);
  block[size - content.length - 1] = 0;
  block.set(content, size - content.length);
  return block;
};

export const UNDOCUMENTED_RSA_FAULTS: readonly FaultDefinition[] = [
  {
    id: "rsa-octets-reversed",
    title: "RSA signature in reverse",
    what: "The client sends the octets of the signature in reverse order.",
    trigger: TRIGGER,
    fix: SENT_FIX,
    apply: changeOctets((octets) => octets.toReversed()),
  },

  {
    id: "rsa-padded-as-for-encryption",
    title: "Padding of encryption",
    what: "The client pads the digest as for encryption, with block type 2.",
    trigger: TRIGGER,
    fix: FIX,
    apply: sealInstead((digested, hash, size) => inBlock([0, 2], 0x5a, digestInfo(hash, digested), size), "none"),
  },
  {
    id: "rsa-without-padding",
    title: "RSA without padding",
    what: "The client signs the digest as a number, without padding.",
    trigger: TRIGGER,
    fix: FIX,
    apply: sealInstead((digested, _, size) => inBlock([], 0, digested, size), "none"),
  },
];
