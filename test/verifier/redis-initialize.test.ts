/** The options of `RedisNonceStore.initialize`, which are checked before Redis is asked. */

import { expect, test } from "vitest";
import { RedisNonceStore } from "../../src/verifier/stores/redis-nonce-store.ts";

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 600_001])(
  "a timeoutMs of %s is refused before Redis is asked",
  async (timeoutMs) => {
    let asked = 0;
    const commands = { evalSha: async () => [String(++asked)] };
    const client = { withCommandOptions: () => commands } as never;
    await expect(RedisNonceStore.initialize(client, { timeoutMs })).rejects.toThrow(RangeError);
    await expect(RedisNonceStore.initialize(client, { timeoutMs })).rejects.toThrow("timeoutMs");
    expect(asked).toBe(0);
  },
);
