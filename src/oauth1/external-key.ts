/** Signs base strings with a key that another program or a device holds, such as a KMS or an HSM. */

import { base64Text, utf8Octets } from "../platform/index.ts";
import { kindOf, OAuth1Error } from "./errors.ts";
import type { BaseStringSigner } from "./signature.ts";
import { HASH_OCTETS, methodTraits, type RsaMethod, type SecretMethod } from "./signature-methods.ts";

/**
 * Signs octets with a key that this program does not hold.
 *
 * @param octets - the base string; the service hashes it
 * @returns the octets of the signature, as RSASSA-PKCS1-v1_5 or HMAC
 */
export type SignOctets = (
  octets: Uint8Array<ArrayBuffer>,
  signatureMethod: ExternalKey["signatureMethod"],
) => Uint8Array | PromiseLike<Uint8Array>;

/** A key that this program does not hold. It signs asynchronously only. */
export interface ExternalKey {
  readonly signatureMethod: RsaMethod | Exclude<SecretMethod, "PLAINTEXT">;
  /** Called for each signature; no result is kept. */
  readonly sign: SignOctets;
}

/** The length of an RSA signature is unknown, but keys usually have 1024 to 16,384 bits. */
const RSA_OCTETS = { least: 128, most: 2048 };

/** @throws {@link OAuth1Error} `key-kind-mismatch` for PLAINTEXT, and for a value that is not a function */
export function createExternalSigner({ signatureMethod, sign }: ExternalKey): BaseStringSigner {
  const { family, hash } = methodTraits(signatureMethod);
  if (family === "PLAINTEXT" || typeof sign !== "function") {
    const problem = family === "PLAINTEXT" ? "PLAINTEXT needs consumerSecret, got sign" : undefined;
    throw new OAuth1Error("key-kind-mismatch", problem ?? `sign must be a function, got ${kindOf(sign)}`);
  }
  const { least, most } = family === "RSA" ? RSA_OCTETS : { least: HASH_OCTETS[hash], most: HASH_OCTETS[hash] };
  return {
    sign() {
      const message = "a key that is elsewhere signs asynchronously; use createSigner(credentials).signAsync(request)";
      throw new OAuth1Error("synchronous-signing-unavailable", message);
    },
    async signAsync(baseString) {
      const signature = await sign(utf8Octets(baseString), signatureMethod);
      const length = signature instanceof Uint8Array ? signature.length : undefined;
      if (length !== undefined && length >= least && length <= most) return base64Text(signature);
      const expected = `a Uint8Array of ${least === most ? least : `${least} to ${most}`} octets`;
      const got = length === undefined ? kindOf(signature) : `${length} octets`;
      throw new OAuth1Error("signature-malformed", `sign must return ${expected} for ${signatureMethod}, got ${got}`);
    },
  };
}
