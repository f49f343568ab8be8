/** The good request: fresh copies of it, each with a new nonce and the time of the server. */

import { randomOctets } from "../../platform/index.ts";
import { HMAC_METHODS, RSA_METHODS, type SignatureMethod } from "../../spec/signature-methods.ts";
import { arbitraryKey } from "../cases/arbitrary-key.ts";
import { write } from "../cases/draft.ts";
import { type Credentials, createValidRequests, type ValidRequestOptions } from "../cases/valid-requests.ts";
import type { Good, TimeWindow } from "./check.ts";

/** How the good request is signed and sent, and the clock of the server. */
export interface GoodOptions extends Omit<ValidRequestOptions, "now" | "nonce" | "otherRsaKey"> {
  /** How far the clock of the server is ahead of ours, in seconds. */
  readonly clockAhead: number;
  /** Our clock: seconds since 1970. @default the system's */
  readonly clock?: (() => number) | undefined;
  /** @default a window without edges */
  readonly window?: (() => TimeWindow | undefined) | undefined;
}

const UNKNOWN_WINDOW: TimeWindow = { past: undefined, future: undefined };

/** Our clock, in whole seconds. */
export function clockOf({ clock = () => Date.now() / 1000 }: Pick<GoodOptions, "clock">): number {
  return Math.floor(clock());
}

/** The methods that a client with these credentials can use, the most common first. */
export function methodsOf({ consumerSecret, privateKey }: Credentials): SignatureMethod[] {
  return [...(consumerSecret === undefined ? [] : HMAC_METHODS), ...(privateKey === undefined ? [] : RSA_METHODS)];
}

/** Creates the functions with which checks build their requests. */
export function createGood(options: GoodOptions): Good {
  const { place, clockAhead } = options;
  const now = (): number => clockOf(options) + clockAhead;
  const valid = createValidRequests({ ...options, now, nonce: freshNonce, otherRsaKey: arbitraryKey });
  return {
    ...valid,
    place,
    now,
    window: () => options.window?.() ?? UNKNOWN_WINDOW,
    signed: (draft, other) => write(draft, valid.sign(draft, other)),
  };
}

/** 24 letters and digits: some servers accept no other nonces. */
export function freshNonce(): string {
  return Array.from(randomOctets(24), (octet) => "abcdefghijklmnopqrstuvwxyz012345"[octet % 32]).join("");
}
