/** The look-up of keys and the claim of a nonce: how they may answer, and how long they may take. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FoundKeys, StoredKey } from "../../src/verifier/index.ts";
import { SECRET, signedRequest } from "../signed-request.ts";
import { codeOf, rejectionOf, verifierWith } from "./requests.ts";

const stored: StoredKey = { consumerSecret: SECRET };

/** Has a `then` and nothing else of a promise. */
function thenable(answer: FoundKeys): PromiseLike<FoundKeys> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: some database clients return such objects
    then: (resolve) => Promise.resolve(answer).then(resolve) as never,
  };
}

describe("a look-up", () => {
  test.each<[string, () => FoundKeys | PromiseLike<FoundKeys>]>([
    ["a key", () => stored],
    ["a list", () => [stored]],
    ["a promise", async () => stored],
    ["a thenable", () => thenable(stored)],
    ["a thenable of a list", () => thenable([stored])],
  ])("may answer with %s", async (_what, credentials) => {
    expect(await codeOf(signedRequest(), { credentials })).toBe("accepted");
    expect(await codeOf(signedRequest({ key: "wrong&" }), { credentials })).toBe("signature-mismatch");
  });

  test("of which a thenable answers nothing finds no client", async () => {
    for (const answer of [undefined, null, []]) {
      expect(await codeOf(signedRequest(), { credentials: () => thenable(answer) })).toBe("consumer-unknown");
    }
  });

  test("fails with a thenable that fails", async () => {
    const credentials = () => ({
      // biome-ignore lint/suspicious/noThenProperty: it is to be taken for a promise
      then: (): never => {
        throw new Error("hunter2");
      },
    });
    const rejection = await rejectionOf(signedRequest(), { credentials });
    expect(rejection).toMatchObject({ code: "credentials-unavailable", message: "the credentials look-up failed" });
  });
});

describe("the time of a look-up", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const never = () => new Promise<never>(() => {});
  const answerAfter = (milliseconds: number, answer: FoundKeys) =>
    new Promise<FoundKeys>((resolve) => setTimeout(resolve, milliseconds, answer));

  test("is limited to 5 seconds", async () => {
    let isDone = false;
    const verdict = rejectionOf(signedRequest(), { credentials: never }).finally(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(4999);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await verdict).toMatchObject({
      code: "credentials-unavailable",
      status: 503,
      message: "the credentials look-up did not answer within 5000 ms",
      claimed: { consumerKey: "ck" },
    });
  });

  test("is limited by the option", async () => {
    const options = { credentials: () => answerAfter(100, stored), timeoutMilliseconds: 100 };
    const inTime = codeOf(signedRequest(), { ...options, timeoutMilliseconds: 101 });
    const late = codeOf(signedRequest(), { ...options, timeoutMilliseconds: 99 });
    await vi.advanceTimersByTimeAsync(200);
    expect([await inTime, await late]).toEqual(["accepted", "credentials-unavailable"]);
  });

  test("leaves no timer behind, whatever the look-up does", async () => {
    const fail = () => Promise.reject(new Error("no database"));
    for (const credentials of [() => stored, async () => stored, () => thenable(stored), fail]) {
      await verifierWith({ credentials }).verify(signedRequest());
      expect(vi.getTimerCount()).toBe(0);
    }
    const late = verifierWith({ credentials: never }).verify(signedRequest());
    await vi.advanceTimersByTimeAsync(5000);
    await late;
    expect(vi.getTimerCount()).toBe(0);
  });

  test("needs no timer for an answer that is there", async () => {
    const verdict = verifierWith({ credentials: () => stored }).verify(signedRequest());
    expect(vi.getTimerCount()).toBe(0);
    expect((await verdict).accepted).toBe(true);
  });

  test("limits a claim of a nonce too", async () => {
    const nonceStore = { claim: never };
    const rejection = rejectionOf(signedRequest(), { nonceStore, timeoutMilliseconds: 99 });
    await vi.advanceTimersByTimeAsync(99);
    expect(await rejection).toMatchObject({
      code: "nonce-store-unavailable",
      status: 503,
      message: "the nonce store did not answer within 99 ms",
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("needs no timer for a nonce store that answers at once", async () => {
    const verdict = verifierWith({ nonceStore: { claim: () => "fresh" } }).verify(signedRequest());
    expect(vi.getTimerCount()).toBe(0);
    expect((await verdict).accepted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("decides even if a failure comes later", async () => {
    const credentials = async () => {
      await answerAfter(6000, undefined);
      throw new Error("an unhandled rejection would end the process");
    };
    const verdict = codeOf(signedRequest(), { credentials });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await verdict).toBe("credentials-unavailable");
  });
});
