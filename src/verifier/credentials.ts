/**
 * The look-up of credentials, which is the application's and may fail.
 *
 * @module
 */

import type { ClaimedIdentity, CredentialsLookup, FoundKeys, StoredKey } from "./types.ts";

/** The live keys of a client, none for an unknown one; `undefined` where the look-up failed, which is not the same. */
export type LookedUp = readonly StoredKey[] | undefined;

/** Asks once. What went wrong is the look-up's to log: its message may hold a connection string. */
export async function lookUp(lookup: CredentialsLookup, claim: ClaimedIdentity): Promise<LookedUp> {
  try {
    return listOf(await lookup(claim));
  } catch {
    return undefined;
  }
}

function listOf(found: FoundKeys): readonly StoredKey[] {
  if (found === undefined || found === null) return [];
  return isList(found) ? found : [found];
}

function isList(found: StoredKey | readonly StoredKey[]): found is readonly StoredKey[] {
  return Array.isArray(found);
}
