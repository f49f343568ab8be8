/** What the test suite, which is for Node.js, needs of `node:crypto` and `Buffer` when it runs in a browser. */

import {
  base64Text,
  digest,
  equalOctets,
  type HashName,
  hmac,
  looseBase64Octets,
  utf8Octets,
  utf8Text,
} from "../../src/platform/browser.ts";

interface Hash {
  readonly update: (message: string) => { readonly digest: () => string };
}

export function createHash(name: string): Hash {
  return { update: (message) => ({ digest: () => base64Text(digest(hashName(name), message)) }) };
}

export function createHmac(name: string, key: string): Hash {
  return { update: (message) => ({ digest: () => base64Text(hmac(hashName(name), key, message)) }) };
}

/** Only references, and requests that are adapted to a verifier, need other keys than the given ones. */
export function createPublicKey(): never {
  throw new Error("not in a browser");
}

export function generateKeyPairSync(): never {
  return createPublicKey();
}

function hashName(name: string): HashName {
  return name.toLowerCase() as HashName;
}

class Octets extends Uint8Array {
  equals(other: Uint8Array): boolean {
    return equalOctets(this, other);
  }

  override toString(encoding?: string): string {
    return encoding === "base64" ? base64Text(this) : utf8Text(this);
  }
}

const StandIn = {
  from(given: string | Uint8Array, encoding?: string): Octets {
    if (typeof given !== "string") return new Octets(given);
    return new Octets(encoding === "base64" ? looseBase64Octets(given) : utf8Octets(given));
  },
};

export { StandIn as Buffer };
