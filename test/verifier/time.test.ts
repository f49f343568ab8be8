/** The clock may move while a request is verified, and verifiers with different tolerances may share a store. */

import { describe, expect, test } from "vitest";
import { MemoryNonceStore, type NonceStore, type VerifierOptions } from "../../src/verifier/index.ts";
import { NOW, SECRET, signedRequest } from "../signed-request.ts";
import { verifierWith, watchedStore } from "./requests.ts";

/** A clock that look-up and store can move. */
function movingClock() {
  const clock = { now: NOW };
  return { clock, now: () => clock.now };
}

const stamped = (timestamp: number) => signedRequest({ protocol: { oauth_timestamp: String(timestamp) } });

describe("a clock that moves during a request", () => {
  test.each([
    [299, 1, "accepted"],
    [299, 2, "timestamp-too-old"],
    [-300, 600, "accepted"],
    [-300, 601, "timestamp-too-old"],
  ])("a timestamp %i s old, and a look-up of %i s: %s", async (age, duration, expected) => {
    const { clock, now } = movingClock();
    const nonceStore = watchedStore();
    const credentials = () => {
      clock.now += duration;
      return { consumerSecret: SECRET };
    };
    const verdict = await verifierWith({ now, nonceStore, credentials }).verify(stamped(NOW - age));
    expect(verdict.accepted ? "accepted" : verdict.code).toBe(expected);
    expect(nonceStore.claims.map((claim) => claim.now)).toEqual(expected === "accepted" ? [NOW + duration] : []);
  });

  test("the claim has the later time, also after the clock was set back", async () => {
    const { clock, now } = movingClock();
    const nonceStore = watchedStore();
    const credentials = () => {
      clock.now -= 50;
      return { consumerSecret: SECRET };
    };
    expect((await verifierWith({ now, nonceStore, credentials }).verify(stamped(NOW))).accepted).toBe(true);
    expect(nonceStore.claims).toMatchObject([{ now: NOW }]);
  });

  test("a process that stands still before its claim arrives accepts no replay", async () => {
    const { clock, now } = movingClock();
    const shared = new MemoryNonceStore();
    /** Forgets exactly when the claim says so, as a store on another machine does. */
    const forgetful: NonceStore = {
      claim: (claim) => (clock.now >= claim.expiresAt ? "fresh" : shared.claim(claim)),
    };
    const request = stamped(NOW);
    const honest = verifierWith({ now, nonceStore: forgetful });
    expect((await honest.verify(request)).accepted).toBe(true);
    clock.now = NOW + 299;
    const frozen = verifierWith({
      now,
      nonceStore: {
        claim: (claim) => {
          clock.now += 125;
          return forgetful.claim(claim);
        },
      },
    });
    expect(await frozen.verify(request)).toMatchObject({ accepted: false, code: "timestamp-too-old" });
  });

  test("a clock that stops working during a request accepts nothing", async () => {
    let reads = 0;
    const now = () => (reads++ === 0 ? NOW : Number.NaN);
    await expect(verifierWith({ now }).verify(signedRequest())).rejects.toMatchObject({ code: "clock-invalid" });
  });
});

describe("verifiers with different tolerances on one store", () => {
  test.each([
    [300, 900],
    [900, 300],
    [0, 3600],
  ])("accept a request once: %i s and then %i s", { tags: ["deep"] }, async (first, second) => {
    const { clock, now } = movingClock();
    const nonceStore = new MemoryNonceStore();
    const options = (clockToleranceSeconds: number): Partial<VerifierOptions> => ({
      now,
      nonceStore,
      clockToleranceSeconds,
      credentials: () => ({ consumerSecret: SECRET }),
    });
    const [narrow, wide] = [verifierWith(options(first)), verifierWith(options(second))];
    const request = stamped(NOW);
    expect((await narrow.verify(request)).accepted).toBe(true);
    for (let age = 1; age <= 3700; age += 7) {
      clock.now = NOW + age;
      for (const verifier of [wide, narrow]) expect((await verifier.verify(request)).accepted).toBe(false);
      // Other requests make the store forget what has expired.
      expect((await verifierWith(options(first)).verify(stamped(clock.now))).accepted).toBe(true);
    }
  });

  test("claim each with the end of its own window", async () => {
    const nonceStore = watchedStore();
    for (const clockToleranceSeconds of [300, 900]) {
      await verifierWith({ nonceStore, clockToleranceSeconds }).verify(stamped(NOW));
    }
    expect(nonceStore.claims.map(({ expiresAt, timestamp }) => expiresAt - timestamp)).toEqual([361, 961]);
  });
});
