/** The options of `RedisNonceStore`, which are checked before Redis is asked. */

import { describe, expect, test } from "vitest";
import { VerifierConfigurationError } from "../../src/verifier/index.ts";
import { RedisNonceStore } from "../../src/verifier/stores/redis-nonce-store.ts";

describe("the preparation of Redis", () => {
  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 600_001])(
    "refuses a timeoutMs of %s before Redis is asked",
    async (timeoutMs) => {
      let asked = 0;
      const commands = { evalSha: async () => [String(++asked)] };
      const client = { withCommandOptions: () => commands } as never;
      await expect(RedisNonceStore.initialize(client, { timeoutMs })).rejects.toThrow(RangeError);
      await expect(RedisNonceStore.initialize(client, { timeoutMs })).rejects.toThrow("timeoutMs");
      expect(asked).toBe(0);
    },
  );

  test.each([
    ["null", null as never],
    ["string", "warn" as never],
  ])("refuses options that are %s before Redis is asked", async (kind, options) => {
    const error = new VerifierConfigurationError("options-invalid", `options must be an object, got ${kind}`);
    const client = { withCommandOptions: () => expect.fail() } as never;
    expect(() => new RedisNonceStore(client, options)).toThrow(error);
    await expect(RedisNonceStore.initialize(client, options)).rejects.toEqual(error);
    await expect(RedisNonceStore.initialize("redis://127.0.0.1:1", options)).rejects.toEqual(error);
    await expect(RedisNonceStore.connect("redis://127.0.0.1:1", options)).rejects.toEqual(error);
  });
});
