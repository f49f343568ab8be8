/** Reads what a rejected request claims, for the log of the operator. */

import type { EncodedParameter } from "../oauth1/parameter.ts";
import { hasControlCharacter } from "../oauth1/protocol-parameters.ts";
import { isSignatureMethod } from "../oauth1/signature-methods.ts";
import { secondsOf } from "./claims.ts";
import { hasMoreOctets } from "./limits.ts";
import type { Limits } from "./types.ts";
import type { UnprovenClaims } from "./verdict.ts";

/** Returns only values that occur once in the whole request; `undefined` if no value does. */
export function unprovenClaims(
  parameters: readonly EncodedParameter[] | undefined,
  { identifier }: Limits,
): UnprovenClaims | undefined {
  const only = (name: string): string | undefined => {
    const found = parameters?.filter(({ encodedName }) => encodedName === name) ?? [];
    const value = found.length === 1 ? found[0]!.value : undefined;
    return typeof value === "string" && !hasControlCharacter(value) && !hasMoreOctets(value, identifier)
      ? value
      : undefined;
  };
  const consumerKey = only("oauth_consumer_key");
  const token = only("oauth_token");
  const signatureMethod = only("oauth_signature_method");
  const timestamp = secondsOf(only("oauth_timestamp") ?? "");
  const claims: UnprovenClaims = {
    ...(consumerKey !== undefined && { consumerKey }),
    ...(token !== undefined && { token }),
    ...(isSignatureMethod(signatureMethod) && { signatureMethod }),
    ...(timestamp !== undefined && { timestamp }),
  };
  return Object.keys(claims).length === 0 ? undefined : claims;
}
