/**
 * Whatever the order in which look-ups and stores answer: of simultaneous sends of one request exactly one is accepted.
 */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TEST_PRIVATE_KEY, TEST_PUBLIC_KEY } from "../../../src/conformance/vectors/test-key.ts";
import { type SignedRequest, sign } from "../../../src/oauth1/index.ts";
import {
  createVerifier,
  MemoryNonceStore,
  type NonceClaim,
  type NonceStore,
  type StoredKey,
  type Verdict,
  type Verifier,
} from "../../../src/verifier/index.ts";
import { seed } from "../../seed.ts";
import { SCHEDULED } from "./counterexamples.ts";
import { type Rush, smoothRush, troubledRush } from "./rush.ts";

const NOW = 1_700_000_000;

const credentials = {
  hmac: { consumerKey: "ck", signatureMethod: "HMAC-SHA1", consumerSecret: "secret" },
  rsa: { consumerKey: "ck", signatureMethod: "RSA-SHA256", privateKey: TEST_PRIVATE_KEY },
} as const;

function requestNumber(which: number, isRsa: boolean): SignedRequest {
  const request = { method: "POST", url: "https://gateway.example/pay", form: { amount: `${which}` } };
  return sign(request, isRsa ? credentials.rsa : credentials.hmac, { nonce: `nonce ${which}`, timestamp: NOW });
}

const stored: readonly StoredKey[] = [{ consumerSecret: "secret" }, { publicKey: TEST_PUBLIC_KEY }];

/** A store that is asked, and answers, when the schedule says so. */
function delayed(store: NonceStore, schedule: fc.Scheduler, lostAnswers: readonly number[]): NonceStore {
  let count = 0;
  return {
    async claim(claim) {
      const call = count++;
      await schedule.schedule(Promise.resolve(), "the store is asked");
      const answer = await store.claim(claim);
      await schedule.schedule(Promise.resolve(), "the store answers");
      if (lostAnswers.includes(call)) throw new Error("the connection is lost");
      return answer;
    },
  };
}

function delayedVerifier(nonceStore: NonceStore, schedule: fc.Scheduler, { failingLookUps }: Rush): Verifier {
  let count = 0;
  return createVerifier({
    async credentials() {
      const call = count++;
      await schedule.schedule(Promise.resolve(), "the look-up answers");
      if (failingLookUps.includes(call)) throw new Error("the database is gone");
      return stored;
    },
    nonceStore,
    now: () => NOW,
  });
}

/** What became of each send, by two verifiers that share the store. */
async function verdictsOf(rush: Rush, schedule: fc.Scheduler, store: NonceStore): Promise<Verdict[]> {
  const shared = delayed(store, schedule, rush.lostAnswers);
  const verifiers = [delayedVerifier(shared, schedule, rush), delayedVerifier(shared, schedule, rush)];
  const requests = [0, 1, 2].map((which) => requestNumber(which, rush.isRsa));
  const pending = rush.sends.map((which, at) => verifiers[at % 2]!.verify(requests[which]!));
  return schedule.waitFor(Promise.all(pending));
}

type Run = (rush: Rush, schedule: fc.Scheduler) => Promise<void>;

/** Exactly one of each request, and the others know why. */
const exactlyOne =
  (newStore: () => NonceStore): Run =>
  async (rush, schedule) => {
    const verdicts = await verdictsOf(rush, schedule, newStore());
    for (const which of new Set(rush.sends)) {
      const codes = verdicts.filter((_, at) => rush.sends[at] === which).map(codeOf);
      expect(codes.sort()).toEqual(["accepted", ...codes.slice(1).map(() => "nonce-used")]);
    }
  };

/** At most one acceptance of each request; a rejection because of a failure has its code. */
const atMostOne: Run = async (rush, schedule) => {
  const verdicts = await verdictsOf(rush, schedule, new MemoryNonceStore());
  const known = ["accepted", "nonce-used", "credentials-unavailable", "nonce-store-unavailable"];
  for (const which of new Set(rush.sends)) {
    const codes = verdicts.filter((_, at) => rush.sends[at] === which).map(codeOf);
    expect(known).toEqual(expect.arrayContaining(codes));
    const accepted = codes.filter((code) => code === "accepted").length;
    const winners = codes.filter((code) => code === "accepted" || code === "nonce-store-unavailable").length;
    expect(accepted).toBeLessThanOrEqual(1);
    // A request that is rejected as used was not the only one with its nonce.
    if (codes.includes("nonce-used")) expect(winners).toBeGreaterThan(0);
  }
};

const codeOf = (verdict: Verdict): string => (verdict.accepted ? "accepted" : verdict.code);

const underAnySchedule = (rush: fc.Arbitrary<Rush>, run: Run): fc.IAsyncProperty<[Rush, fc.Scheduler]> =>
  fc.asyncProperty(rush, fc.scheduler(), run);

/** A kept schedule is the order in which waiting tasks go on; each serves once. */
const examples = (): [Rush, fc.Scheduler][] => SCHEDULED.map(({ rush, order }) => [rush, fc.schedulerFor([...order])]);

describe("simultaneous requests", () => {
  test("are accepted once each, whatever the schedule", { tags: ["deep"] }, async () => {
    const property = underAnySchedule(
      smoothRush,
      exactlyOne(() => new MemoryNonceStore()),
    );
    await fc.assert(property, { seed, numRuns: 200, examples: examples() });
  });

  test("are accepted at most once if look-ups fail and replies are lost", { tags: ["deep"] }, async () => {
    await fc.assert(underAnySchedule(troubledRush, atMostOne), { seed, numRuns: 200, examples: examples() });
  });
});

describe("the property of schedules", () => {
  const keyOf = ({ nonce, timestamp }: NonceClaim): string => `${timestamp} ${nonce}`;

  test("catches a store that checks first and sets when it has waited", async () => {
    const checkThenSet = (): NonceStore => {
      const used = new Set<string>();
      return {
        async claim(claim) {
          const isUsed = used.has(keyOf(claim));
          await new Promise((done) => setImmediate(done)); // a second question to the database
          used.add(keyOf(claim));
          return isUsed ? "used" : "fresh";
        },
      };
    };
    const broken = underAnySchedule(smoothRush, exactlyOne(checkThenSet));
    const { failed, counterexample } = await fc.check(broken, { seed: 1, numRuns: 200 });
    expect(failed).toBe(true);
    expect(counterexample![0].sends).toHaveLength(2); // two are enough
  });

  test("catches a store that takes a lost answer back", async () => {
    const forgetful = (): NonceStore => {
      const used = new Map<string, number>();
      return {
        claim(claim) {
          const times = (used.get(keyOf(claim)) ?? 0) + 1;
          used.set(keyOf(claim), times);
          return times === 2 ? "used" : "fresh";
        },
      };
    };
    const broken = underAnySchedule(smoothRush, exactlyOne(forgetful));
    const { failed } = await fc.check(broken, { seed: 1, numRuns: 200, endOnFailure: true });
    expect(failed).toBe(true);
  });
});
