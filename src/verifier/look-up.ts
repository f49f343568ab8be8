/** Asks the application for the keys of a client, for a limited time. */

import { isList } from "../oauth1/request-to-sign.ts";
import type { Policy } from "./policy.ts";
import type { ClaimedIdentity, StoredKey } from "./types.ts";
import type { Problem } from "./verdict.ts";
import { TOO_LATE, within } from "./within.ts";

/** The stored keys of a client (an empty list for an unknown client), or why there is no answer. */
export type LookedUp = { readonly keys: readonly StoredKey[] } | { readonly problem: Problem };

/** The look-up must log its own errors, because they may contain a connection string. */
export async function lookUp(
  { credentials, timeoutMilliseconds }: Policy,
  identity: ClaimedIdentity,
): Promise<LookedUp> {
  try {
    const found = await within(timeoutMilliseconds, credentials(identity));
    if (found === TOO_LATE) return failed(`did not answer within ${timeoutMilliseconds} ms`);
    if (found === undefined || found === null) return { keys: [] };
    return { keys: isList(found) ? found : [found] };
  } catch {
    return failed("failed");
  }
}

function failed(what: string): LookedUp {
  return { problem: { code: "credentials-unavailable", message: `the credentials look-up ${what}` } };
}
