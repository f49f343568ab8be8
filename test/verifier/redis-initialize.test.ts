/** The options of `RedisNonceStore`, which are checked before Redis is asked. */

import { describe, expect, test } from "vitest";
import { VerifierConfigurationError } from "../../src/verifier/index.ts";
import { RedisNonceStore } from "../../src/verifier/stores/redis-nonce-store.ts";

describe("the preparation of Redis", () => {
  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 600_001])(
    "refuses a timeoutMilliseconds of %s before Redis is asked",
    async (timeoutMilliseconds) => {
      let asked = 0;
      const commands = { evalSha: async () => [String(++asked)] };
      const client = { withCommandOptions: () => commands } as never;
      await expect(RedisNonceStore.initialize(client, { timeoutMilliseconds })).rejects.toThrow(RangeError);
      await expect(RedisNonceStore.initialize(client, { timeoutMilliseconds })).rejects.toThrow("timeoutMilliseconds");
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

describe("a Redis that is not named", () => {
  test.each([
    ["undefined", undefined],
    ["object", null],
    ["an empty text", ""],
    ["number", 6379],
  ])("is an error, and not the Redis of this machine: %s", async (got, redis) => {
    const error = new TypeError(`url must begin with redis:// or rediss://, got ${got}.`);
    await expect(RedisNonceStore.connect(redis as never)).rejects.toEqual(error);
    await expect(RedisNonceStore.initialize(redis as never)).rejects.toEqual(error);
    expect(() => new RedisNonceStore(redis as never)).toThrow(
      /client must be a client of @redis\/client or redis, got/,
    );
  });
});
