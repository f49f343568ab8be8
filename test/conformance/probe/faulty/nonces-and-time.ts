/** Servers that are wrong about nonces and timestamps. */

import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "../../../signed-request.ts";
import { TOLERANCE_SECONDS } from "../credentials.ts";
import { headerOf } from "../serve.ts";
import { type Claims, claimed, isNew, nonceKey, Rejection, rightSteps, type Steps } from "../steps.ts";
import type { Mistake } from "../wrong-server.ts";

const NONCE = "n0123456789".repeat(6);

/** The steps of a server that stores a nonce changed in this way. */
function withStoredNonce(change: (nonce: string) => string): Partial<Steps> {
  const used = new Set<string>();
  const changed = (claims: Claims): Claims =>
    new Map(claims).set("oauth_nonce", change(claimed(claims, "oauth_nonce")));
  return { claimNonce: (claims) => isNew(used, nonceKey(changed(claims))) };
}

export const NONCES_AND_TIME: readonly Mistake[] = [
  {
    id: "no-nonce-check",
    fault: "no-nonce-check",
    wrong: "It requires a nonce and remembers none.",
    steps: () => ({ claimNonce: () => true }),
    requests: (sign) => Array(2).fill(sign()),
  },
  ...[8, 20, 63].map(
    (length): Mistake => ({
      id: `nonce-cut-to-${length}`,
      check: "nonce-and-timestamp",
      wrong: `It keeps the first ${length} characters of a nonce only, so two nonces that begin alike are one.`,
      steps: () => withStoredNonce((nonce) => nonce.slice(0, length)),
      last: "rejected",
      requests: (sign) => ["a", "b"].map((end) => sign({ protocol: { oauth_nonce: NONCE.slice(0, length) + end } })),
    }),
  ),
  {
    id: "nonce-end-only",
    check: "nonce-and-timestamp",
    wrong: "It keeps the last 16 characters of a nonce only, so two nonces that end alike are one.",
    steps: () => withStoredNonce((nonce) => nonce.slice(-16)),
    last: "rejected",
    requests: (sign) => ["a", "b"].map((start) => sign({ protocol: { oauth_nonce: start + NONCE.slice(0, 16) } })),
  },
  {
    id: "nonces-of-forms-unchecked",
    check: "replay-of-another-kind",
    wrong: "It checks the nonces of requests without a form only.",
    steps: () => {
      const right = rightSteps();
      return {
        claimNonce: (claims, request) =>
          headerOf(request, "content-type") !== undefined || right.claimNonce(claims, request),
      };
    },
    requests: (sign) => Array(2).fill(sign({ form: "a=1" })),
  },
  {
    id: "nonce-forgotten-by-its-replay",
    check: "replay",
    wrong: "It takes a nonce out of its record when it meets it again, so the third request is new.",
    steps: () => {
      const used = new Set<string>();
      return { claimNonce: (claims) => !used.delete(nonceKey(claims)) && isNew(used, nonceKey(claims)) };
    },
    requests: (sign) => Array(3).fill(sign()),
  },
  {
    id: "nonce-check-then-set",
    fault: "nonce-check-then-set",
    wrong: "It looks the nonce up, waits for its database, and stores it then.",
    steps: () => {
      const used = new Set<string>();
      return {
        claimNonce: async (claims) => {
          if (used.has(nonceKey(claims))) return false;
          await sleep(30);
          used.add(nonceKey(claims));
          return true;
        },
      };
    },
    atOnce: true,
    requests: (sign) => Array(2).fill(sign()),
  },
  {
    id: "nonce-recorded-before-signature",
    fault: "nonce-recorded-before-signature",
    wrong: "It stores the nonce before it checks the signature, so a forged request uses it up.",
    steps: () => {
      const used = new Set<string>();
      return {
        checkClaims: (claims) => {
          if (!isNew(used, nonceKey(claims))) throw new Rejection("the nonce was used");
        },
        claimNonce: () => true,
      };
    },
    last: "rejected",
    requests: (sign) => {
      const request = sign({ target: "/pay?amount=1" });
      return [{ ...request, path: "/pay?amount=2" }, request];
    },
  },
  {
    id: "nonce-raw-text-stored",
    fault: "nonce-raw-text-stored",
    wrong: "It stores the nonce as the header has it, so another spelling of it is new.",
    steps: () => {
      const used = new Set<string>();
      const rawNonce = /oauth_nonce="?([^",&]*)/;
      return {
        claimNonce: (claims, request) => {
          const text = headerOf(request, "authorization") ?? request.target;
          return isNew(used, `${claimed(claims, "oauth_timestamp")} ${rawNonce.exec(text)?.[1]}`);
        },
      };
    },
    requests: (sign) => {
      const request = sign({ protocol: { oauth_nonce: "abc" } });
      const authorization = (request.headers.authorization as string).replace('"abc"', '"%61bc"');
      return [request, { ...request, headers: { ...request.headers, authorization } }];
    },
  },
  {
    id: "one-nonce-per-timestamp",
    fault: "one-nonce-per-timestamp",
    wrong: "It keeps one nonce for each timestamp, so the second request of a second replaces the first.",
    steps: () => {
      const used = new Map<string, string>();
      return {
        claimNonce: (claims) => {
          const timestamp = claimed(claims, "oauth_timestamp");
          if (used.get(timestamp) === nonceKey(claims)) return false;
          used.set(timestamp, nonceKey(claims));
          return true;
        },
      };
    },
    requests: (sign) => {
      const protocol = { oauth_timestamp: String(seconds()) };
      const [first, second] = [sign({ protocol }), sign({ protocol })];
      return [first, second, first];
    },
  },
  {
    id: "nonce-without-timestamp",
    check: "nonce-and-timestamp",
    wrong:
      "It remembers nonces for good and without their timestamp, although a nonce is unique for each timestamp only.",
    steps: () => {
      const used = new Set<string>();
      return { claimNonce: (claims) => isNew(used, claimed(claims, "oauth_nonce")) };
    },
    last: "rejected",
    requests: (sign) => [-9, 0].map((offset) => sign({ protocol: nonceAt("same-nonce", offset) })),
  },
  {
    id: "nonce-forgotten-inside-window",
    fault: "nonce-forgotten-inside-window",
    wrong: "It forgets a nonce 60 seconds after its timestamp, which stays acceptable for 300 seconds.",
    steps: () => {
      const used = new Set<string>();
      return {
        claimNonce: (claims) => {
          if (Number(claimed(claims, "oauth_timestamp")) + 60 < seconds()) return true;
          return isNew(used, nonceKey(claims));
        },
      };
    },
    requests: (sign) => Array(2).fill(sign({ protocol: nonceAt("old-nonce", 60 - TOLERANCE_SECONDS) })),
  },
  {
    id: "future-timestamps-accepted",
    fault: "future-timestamps-accepted",
    wrong: "It checks only that the timestamp is not too old.",
    steps: () => ({
      checkTime: (timestamp, now) => {
        if (!/^[1-9][0-9]{0,14}$/.test(timestamp) || Number(timestamp) < now - TOLERANCE_SECONDS)
          throw new Rejection("the timestamp is too old");
      },
    }),
    requests: (sign) => [sign({ protocol: { oauth_timestamp: String(seconds(86_400)) } })],
  },
  {
    id: "timestamp-check-off-by-default",
    fault: "timestamp-check-off-by-default",
    wrong: "It checks how a timestamp looks and never compares it with its clock.",
    steps: () => ({
      checkTime: (timestamp) => {
        if (!/^[1-9][0-9]{0,14}$/.test(timestamp)) throw new Rejection("the timestamp is no number");
      },
    }),
    requests: (sign) => [sign({ protocol: { oauth_timestamp: String(seconds(-86_400)) } })],
  },
  {
    id: "timestamp-parsed-leniently",
    fault: "timestamp-parsed-leniently",
    wrong: "It reads the timestamp with parseInt, which skips spaces, a sign and what follows the digits.",
    steps: () => ({
      checkTime: (timestamp, now) => {
        const difference = Math.abs(Number.parseInt(timestamp, 10) - now);
        if (!(difference <= TOLERANCE_SECONDS)) throw new Rejection("the timestamp is too far away");
      },
    }),
    requests: (sign) => [sign({ protocol: { oauth_timestamp: `+${seconds()}.5` } })],
  },
  {
    id: "timestamps-must-increase",
    fault: "timestamps-must-increase",
    wrong: "It rejects a timestamp that is lower than the last one, so requests that overtake each other fail.",
    steps: () => {
      const right = { last: 0, used: new Set<string>() };
      return {
        claimNonce: (claims) => {
          const timestamp = Number(claimed(claims, "oauth_timestamp"));
          if (timestamp < right.last) return false;
          right.last = timestamp;
          return isNew(right.used, nonceKey(claims));
        },
      };
    },
    last: "rejected",
    requests: (sign) => [5, -5].map((offset) => sign({ protocol: nonceAt(`nonce${offset}`, offset) })),
  },
];

function nonceAt(nonce: string, offset: number): { oauth_nonce: string; oauth_timestamp: string } {
  return { oauth_nonce: nonce, oauth_timestamp: String(seconds(offset)) };
}
