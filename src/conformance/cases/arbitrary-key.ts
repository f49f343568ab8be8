/** An RSA key that no server has. */

import { generateKeyPairSync } from "node:crypto";
import type { RsaKey } from "../../platform/index.ts";

let made: RsaKey | undefined;

/** Returns the same key each time, because generating a key takes a while. */
export function arbitraryKey(): RsaKey {
  made ??= generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  return made;
}
