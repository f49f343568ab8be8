/** The tests about how long a nonce store keeps a nonce. */

import {
  at,
  type Claim,
  expectAnswer,
  expectKeptUntil,
  expectNotFresh,
  KEPT_AFTER,
  TOLERANCE,
  wholeClaim,
} from "./nonce-expectations.ts";
import type { Definition, TestContext } from "./nonce-store-harness.ts";

export const LIFETIME_TESTS: readonly Definition[] = [
  {
    name: "a nonce with a timestamp in the future is remembered until it expires",
    async run({ claim, start }) {
      const timestamp = start + TOLERANCE;
      const future = { timestamp, expiresAt: timestamp + KEPT_AFTER };
      await expectAnswer(claim, "fresh", future, "a timestamp as far ahead as the tolerance");
      // Later claims may make the store forget earlier nonces.
      for (const later of [1, TOLERANCE, TOLERANCE + KEPT_AFTER - 60]) {
        await expectAnswer(claim, "fresh", { nonce: `another ${later}`, ...at(start + later) }, "another nonce");
        await expectNotFresh(claim, { ...future, now: start + later }, `the same, ${later} s later`);
      }
      await expectNotFresh(claim, { ...future, now: future.expiresAt - 1 }, "the same, 1 s before it expires");
    },
  },
  {
    name: "an expired claim is never fresh",
    async run({ claim, start }) {
      const expired = { timestamp: start - KEPT_AFTER, expiresAt: start };
      await expectNotFresh(claim, { ...expired, now: start }, "a claim in the second in which it expires");
      await expectNotFresh(claim, { ...expired, now: start + 3600 }, "a claim an hour after it expired");
    },
  },
  {
    name: "no replay is fresh after the clock steps forward and back",
    async run({ claim, start }) {
      const ahead = start + 86_400;
      await expectAnswer(claim, "fresh", {}, "a claim before the step");
      await expectAnswer(claim, "fresh", { nonce: "ahead", ...at(ahead) }, "a claim after a step of a day");
      await expectNotFresh(claim, { now: ahead }, "the first claim, a day ahead");
      await expectNotFresh(claim, {}, "the first claim, after the step back");
      await expectNotFresh(
        claim,
        { nonce: "ahead", ...at(ahead), now: start },
        "the second claim, after the step back",
      );
      await expectNotFresh(claim, { nonce: "ahead", ...at(ahead), now: ahead + 100 }, "the second claim, a day later");
    },
  },
  {
    name: "no replay is fresh after the clock steps back and forward",
    async run({ claim, start }) {
      const behind = { nonce: "behind", ...at(start - 86_400) };
      await expectAnswer(claim, "fresh", {}, "a claim before the step");
      await claim(behind);
      await expectNotFresh(claim, behind, "a claim a day back, again");
      await expectNotFresh(claim, { now: behind.now }, "the first claim, a day back");
      await expectNotFresh(claim, { now: start + 1 }, "the first claim, after the step forward");
      await expectNotFresh(claim, behind, "the claim a day back, after another step back");
    },
  },
  {
    name: "a nonce is remembered in real time until it expires",
    needs: ({ forgetsBy }) => forgetsBy === "real-time",
    async run({ claim, start }) {
      const short = { timestamp: start + 1, expiresAt: start + 4 };
      await expectAnswer(claim, "fresh", short, "a nonce that expires in 4 s");
      for (let second = 1; second < 4; second++) {
        await sleep(950);
        await expectNotFresh(claim, { ...short, now: start + second }, `the same after ${second} s of real time`);
      }
    },
  },
  {
    name: "a nonce is kept until the latest expiry of its claims",
    needs: ({ forgetsBy }) => forgetsBy === "real-time",
    run: expectKept,
  },
  {
    name: "a nonce that was forgotten is not fresh for a verifier with a wider tolerance",
    async run({ claim, start, harness }) {
      const narrow = { nonce: "narrow", timestamp: start, expiresAt: start + 2 };
      await expectAnswer(claim, "fresh", narrow, "a nonce that expires in 2 s");
      if (harness.forgetsBy === "real-time") await sleep(3100);
      await expectAnswer(claim, "fresh", { nonce: "another", ...at(start + 3) }, "another nonce, 3 s later");
      const wide = { ...narrow, expiresAt: start + 3 * TOLERANCE, now: start + 3 };
      await expectNotFresh(claim, wide, "the same, claimed with a later expiry");
    },
  },
];

/** Timestamps now and in the future, with the default tolerance and a wider one. */
const LIFETIMES: readonly (readonly [ahead: number, keptAfter: number])[] = [
  [0, KEPT_AFTER],
  [TOLERANCE, KEPT_AFTER],
  [3 * TOLERANCE, 3 * TOLERANCE + 60],
];

async function expectKept({ claim, store, start, harness }: TestContext): Promise<void> {
  if (harness.forgetsBy !== "real-time") return;
  const { keptSeconds } = harness;
  if (keptSeconds === null) return waitUntilExpiry(claim, start);
  if (keptSeconds === undefined) {
    throw new Error(
      "the harness has no keptSeconds: read how long the store keeps a nonce, or give null to wait for it",
    );
  }
  for (const [ahead, keptAfter] of LIFETIMES) {
    const timestamp = start + ahead;
    const given = { nonce: `ahead ${ahead}`, timestamp, expiresAt: timestamp + keptAfter };
    await expectAnswer(claim, "fresh", given, "another nonce");
    expectKeptUntil(given, await keptSeconds(store, wholeClaim(given, start)));
  }
}

/** Waits for 11 minutes, for a store that cannot report how long it keeps a nonce. */
async function waitUntilExpiry(claim: Claim, start: number): Promise<void> {
  const timestamp = start + TOLERANCE;
  const future = { timestamp, expiresAt: timestamp + KEPT_AFTER };
  await expectAnswer(claim, "fresh", future, "a timestamp as far ahead as the tolerance");
  const last = future.expiresAt - 2;
  for (let now = start; now < last; now = Math.floor(Date.now() / 1000)) {
    await expectNotFresh(claim, { ...future, now }, `the same after ${now - start} s of real time`);
    await sleep(1000 * Math.min(30, last - now));
  }
  await expectNotFresh(claim, { ...future, now: last }, "the same, 2 s before it expires");
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
