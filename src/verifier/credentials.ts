/**
 * The look-up of credentials, which is the application's and may fail.
 *
 * @module
 */

import type { Claim, CredentialsLookup, FoundKeys, StoredKey } from "./types.ts";

/** The live keys of a client, none for an unknown one; `undefined` where the look-up failed, which is not the same. */
export async function lookUp(lookup: CredentialsLookup, claim: Claim): Promise<readonly StoredKey[] | undefined> {
  try {
    const found = await lookup(claim);
    if (found === undefined || found === null) return [];
    return isList(found) ? found : [found];
  } catch {
    // What went wrong is the look-up's to log: its message may hold a connection string.
    return undefined;
  }
}

function isList(found: NonNullable<FoundKeys>): found is readonly StoredKey[] {
  return Array.isArray(found);
}
