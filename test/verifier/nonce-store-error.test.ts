/** What the error of a nonce store says of the error of the client library, and what it leaves out. */

import { describe, expect, test } from "vitest";
import { NonceStoreError, redisFailed } from "../../src/verifier/stores/nonce-store-error.ts";
import { testEach } from "../title.ts";

const coded = (message: string, code: unknown): Error => Object.assign(new Error(message), { code });

describe("the error of a nonce store", () => {
  testEach<readonly [message: string, code: string | undefined, thrown: unknown]>([
    ["Connection reset", undefined, new Error("Connection reset")],
    ["connect ECONNREFUSED", "ECONNREFUSED", coded("connect ECONNREFUSED", "ECONNREFUSED")],
    ["a code that is no text", undefined, coded("a code that is no text", 5)],
    [
      "the first",
      "EHOSTUNREACH",
      new AggregateError([coded("the first", "EHOSTUNREACH"), new Error("the second")], ""),
    ],
    ["all failed", undefined, new AggregateError([], "all failed")],
    ["all failed", undefined, new AggregateError(["text"], "all failed")],
    ["an unknown error", undefined, "secret"],
    ["an unknown error", undefined, undefined],
    [
      "ERR unknown command 'HELLO'",
      undefined,
      new Error("ERR unknown command 'HELLO', with args beginning with: '3' 'AUTH'\n'secret' "),
    ],
    [
      "ERR unknown command 'HELLO'",
      undefined,
      new Error("ERR unknown command 'HELLO' With Args beginning with: 'secret'"),
    ],
    ["no redis://… and no REDISS://…", undefined, new Error("no redis://u:secret@h and no REDISS://secret@h")],
    ["xredis://h", undefined, new Error("xredis://h")],
  ])("has the message of the thrown one: %s", (message, code, thrown) => {
    const error = redisFailed("Redis failed", thrown);
    expect(error).toBeInstanceOf(NonceStoreError);
    expect(error.name).toBe("NonceStoreError");
    expect(error).toMatchObject({ code: "redis-failed", message: `Redis failed: ${message}` });
    const cause = error.cause as Error & { code?: unknown };
    expect(cause).toBeInstanceOf(Error);
    expect([cause.message, cause.code, "code" in cause]).toEqual([message, code, code !== undefined]);
  });

  test("is the thrown one if it comes from the store itself", () => {
    const error = new NonceStoreError("timeout", "Redis did not answer within 5 ms.");
    expect(redisFailed("Redis failed", error)).toBe(error);
  });
});
