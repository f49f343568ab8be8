/** An RSA key that no server has. */

import { generateKeyPairSync } from "node:crypto";

let made: string | undefined;

/** Returns the same key each time: making one takes a while. */
export function arbitraryKey(): string {
  made ??= generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
  return made;
}
