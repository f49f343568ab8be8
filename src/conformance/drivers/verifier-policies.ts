/** Which policy of a server a question to `verify` rests on. Some libraries leave these policies to the application. */

import { claimedParameters, NEAR_SECONDS } from "../vectors/index.ts";
import type { InputOf } from "../vectors/input.ts";

/** A policy, by its name in hello. */
export type Policy = "timestamp-policy" | "nonce-policy" | "version-policy";

/** Whether the right verdict may depend on the policy. */
const DEPENDS: Readonly<Record<Policy, (input: InputOf<"verify">, claim: ReadonlyMap<string, string>) => boolean>> = {
  "timestamp-policy": ({ now }, claim) => {
    const timestamp = claim.get("oauth_timestamp") ?? "";
    return !/^[1-9][0-9]*$/.test(timestamp) || Math.abs(now - Number(timestamp)) > NEAR_SECONDS;
  },
  "nonce-policy": ({ seen }, claim) => seen || !/^[\x21-\x7e]+$/.test(claim.get("oauth_nonce") ?? ""),
  "version-policy": (_input, claim) => (claim.get("oauth_version") ?? "1.0") !== "1.0",
};

/** All policies. */
export const POLICIES = Object.keys(DEPENDS) as readonly Policy[];

/** Whether the right verdict on a request may depend on the policy. A request that cannot be read depends on none. */
export function restsOn(policy: Policy, input: InputOf<"verify">): boolean {
  const claim = claimedParameters(input.received);
  return claim !== undefined && DEPENDS[policy](input, claim);
}
