/** Asks the application for the keys of a client, for a limited time. */

import { isList } from "../oauth1/request-to-sign.ts";
import type { Policy } from "./policy.ts";
import type { ClaimedIdentity, FoundKeys, StoredKey } from "./types.ts";
import type { Problem } from "./verdict.ts";

/** The stored keys of a client, none for an unknown client, or why there is no answer. */
export type LookedUp = { readonly keys: readonly StoredKey[] } | { readonly problem: Problem };

/** The look-up has to log its errors itself: they may contain a connection string. */
export async function lookUp(
  { credentials, lookUpTimeoutMilliseconds }: Policy,
  identity: ClaimedIdentity,
): Promise<LookedUp> {
  try {
    const answer = credentials(identity);
    // An answer that is there already needs no timer.
    const found = isThenable(answer) ? await within(lookUpTimeoutMilliseconds, answer) : answer;
    if (found === TOO_LATE) return failed(`did not answer within ${lookUpTimeoutMilliseconds} ms`);
    if (found === undefined || found === null) return { keys: [] };
    return { keys: isList(found) ? found : [found] };
  } catch {
    return failed("failed");
  }
}

function failed(what: string): LookedUp {
  return { problem: { code: "credentials-unavailable", message: `the credentials look-up ${what}` } };
}

function isThenable(answer: FoundKeys | PromiseLike<FoundKeys>): answer is PromiseLike<FoundKeys> {
  return typeof (answer as Partial<PromiseLike<FoundKeys>> | null | undefined)?.then === "function";
}

const TOO_LATE: unique symbol = Symbol("too late");

/** A later answer, or a later failure, is ignored. */
async function within<Answer>(
  milliseconds: number,
  answer: PromiseLike<Answer>,
): Promise<Awaited<Answer> | typeof TOO_LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<typeof TOO_LATE>((resolve) => {
    timer = setTimeout(resolve, milliseconds, TOO_LATE);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
