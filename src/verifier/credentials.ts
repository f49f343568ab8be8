/**
 * The look-up of credentials, which is the application's and may fail.
 *
 * @module
 */

import { type Eventually, isThenable } from "./eventually.ts";
import type { Claim, CredentialsLookup, FoundKeys, StoredKey } from "./types.ts";

/** The live keys of a client, none for an unknown one; `undefined` where the look-up failed, which is not the same. */
export type LookedUp = readonly StoredKey[] | undefined;

/** Asks once. What went wrong is the look-up's to log: its message may hold a connection string. */
export function lookUp(lookup: CredentialsLookup, claim: Claim): Eventually<LookedUp> {
  try {
    const found = lookup(claim);
    return isThenable(found) ? wait(found) : listOf(found);
  } catch {
    return undefined;
  }
}

async function wait(found: PromiseLike<FoundKeys>): Promise<LookedUp> {
  try {
    return listOf(await found);
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
