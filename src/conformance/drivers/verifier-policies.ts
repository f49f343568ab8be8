/** Which policies of a server the answer to `verify` depends on. Some libraries leave these policies to the application. */

import { claimedParameters, NEAR_SECONDS } from "../vectors/index.ts";
import type { InputOf } from "../vectors/input.ts";

/** A policy, by its name in hello. */
export type Policy = "timestamp-policy" | "nonce-policy" | "version-policy";

interface Row {
  /** What a library without the policy cannot take, for the documentation. */
  readonly cannotTake: string;
  /** Whether the correct verdict may depend on the policy. */
  readonly decides: (input: InputOf<"verify">, claim: ReadonlyMap<string, string>) => boolean;
}

const ROWS: Readonly<Record<Policy, Row>> = {
  "timestamp-policy": {
    cannotTake: "(`verify`) an old, future or malformed timestamp: the application decides",
    decides({ now }, claim) {
      const timestamp = claim.get("oauth_timestamp") ?? "";
      return !/^[1-9][0-9]*$/.test(timestamp) || Math.abs(now - Number(timestamp)) > NEAR_SECONDS;
    },
  },
  "nonce-policy": {
    cannotTake: "(`verify`) a nonce that was used before, or an empty or malformed one: the application decides",
    decides: ({ seen }, claim) => seen || !/^[\x21-\x7e]+$/.test(claim.get("oauth_nonce") ?? ""),
  },
  "version-policy": {
    cannotTake: "(`verify`) an `oauth_version` other than 1.0: the application decides",
    decides: (_input, claim) => (claim.get("oauth_version") ?? "1.0") !== "1.0",
  },
};

/** What a library without the policy cannot take, by policy. */
export const POLICIES: ReadonlyMap<Policy, string> = new Map(
  Object.entries(ROWS).map(([name, { cannotTake }]) => [name as Policy, cannotTake]),
);

/** Whether the correct verdict on a request may depend on the policy. A request that cannot be read depends on none. */
export function restsOn(policy: Policy, input: InputOf<"verify">): boolean {
  const claim = claimedParameters(input.received);
  return claim !== undefined && ROWS[policy].decides(input, claim);
}
