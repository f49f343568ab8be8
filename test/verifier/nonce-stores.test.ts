/** The tests for all nonce stores, on each store that package.json exports. */

import { describe, expect, test } from "vitest";
import { type NonceStoreHarness, nonceStoreTests } from "../../src/verifier/stores/nonce-store-tests.ts";
import { RedisNonceStore } from "../../src/verifier/stores/redis-nonce-store.ts";
import { subPathsOf } from "../exported-modules.ts";
import { FakeRedis } from "./fake-redis.ts";

const PATIENT = { timeoutMilliseconds: 60_000 };

/** How to open each store, by its sub-path of the package. */
const HARNESSES: Readonly<Record<string, () => NonceStoreHarness>> = {
  redis() {
    let redis = new FakeRedis();
    const open = () => new RedisNonceStore(redis, { ...PATIENT, serverCheck: "off" });
    return {
      async open() {
        redis = new FakeRedis();
        await RedisNonceStore.initialize(redis, PATIENT);
        return open();
      },
      openAnother: open,
      breakStore: (store) => store.close?.(),
      forgetsBy: "claims",
    };
  },
};

/** The tests themselves are exported, too. */
const STORES = subPathsOf("verifier/stores").filter((subPath) => subPath !== "nonce-store-tests");

describe("every nonce store that package.json exports", () => {
  test("has a harness here, for the tests below", () => {
    const what = "a nonce store needs a harness in HARNESSES of test/verifier/nonce-stores.test.ts";
    expect(Object.keys(HARNESSES).sort(), what).toEqual(STORES.sort());
  });
});

describe.each(STORES.filter((store) => store in HARNESSES))("the store of countersign/%s", (store) => {
  const checks = nonceStoreTests(HARNESSES[store]!());
  test.each(checks.map(({ name, run }) => [name, run] as const))("passes: %s", (_name, run) => run());
});
