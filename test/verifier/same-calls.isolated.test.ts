/**
 * An unknown client and a wrong signature take the same calls. Time cannot be tested for here, calls can be counted.
 */

import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SignatureMethod, StoredKey } from "../../src/index.ts";
import { craft, rsa, SECRET, verdictOn, verifierWith, watchedStore } from "./requests.ts";

const calls: string[] = [];

vi.mock("node:crypto", async (original) => {
  const real = await original<typeof import("node:crypto")>();
  const noted =
    <A extends unknown[], R>(name: string, call: (...given: A) => R) =>
    (...given: A): R => {
      calls.push(name);
      return call(...given);
    };
  return {
    ...real,
    hash: noted("hash", real.hash),
    createHash: noted("createHash", real.createHash),
    createHmac: noted("createHmac", real.createHmac),
    verify: noted("verify", real.verify as (...given: unknown[]) => unknown),
    timingSafeEqual: noted("timingSafeEqual", real.timingSafeEqual),
  };
});

interface Seen {
  readonly lookUps: number;
  readonly claims: number;
  readonly crypto: readonly string[];
  readonly response: unknown;
}

const signatureMethods = ["HMAC-SHA1", "HMAC-SHA512", "RSA-SHA256", "PLAINTEXT"] as const;

/** Everything that a request made happen, at a verifier that met one such request before. */
async function seen(
  method: SignatureMethod,
  stored: StoredKey | undefined,
  key: string | typeof rsa.privateKey,
): Promise<Seen> {
  const nonceStore = watchedStore();
  let lookUps = 0;
  const credentials = () => {
    lookUps++;
    return stored;
  };
  const verifier = verifierWith({ credentials, nonceStore, signatureMethods });
  const send = () => verifier.verify(craft({ key, protocol: { oauth_signature_method: method } }));
  await send();
  lookUps = 0;
  calls.length = 0;
  const verdict = await send();
  const crypto = [...calls];
  return {
    lookUps,
    claims: nonceStore.claims.length,
    crypto,
    response: verdict.accepted ? "accepted" : verdict.publicResponse,
  };
}

describe("an unknown client and a wrong signature", () => {
  beforeEach(() => {
    calls.length = 0;
  });

  test.each(["HMAC-SHA1", "HMAC-SHA512", "PLAINTEXT"] as const)("take the same calls under %s", async (method) => {
    const mismatch = await seen(method, { consumerSecret: SECRET }, "wrong secret&");
    expect(mismatch).toMatchObject({ lookUps: 1, claims: 0 });
    expect(mismatch.crypto.filter((name) => name === "timingSafeEqual")).toHaveLength(1);
    expect(mismatch.crypto.length).toBeGreaterThanOrEqual(3);
    for (const stored of [
      undefined,
      { publicKey: rsa.publicKey },
      { consumerSecret: SECRET, token: "other" },
      { consumerSecret: "" },
    ]) {
      expect(await seen(method, stored, "wrong secret&")).toEqual(mismatch);
    }
  });

  test("take the same calls under RSA-SHA256", async () => {
    const signed = (stored: StoredKey | undefined) => seen("RSA-SHA256", stored, rsa.privateKey);
    const wrong = {
      ...craft({ key: rsa.privateKey, protocol: { oauth_signature_method: "RSA-SHA256" } }),
      url: "/other",
    };
    calls.length = 0;
    await verdictOn(wrong, { credentials: () => ({ publicKey: rsa.publicKey }) });
    const mismatch = [...calls].filter((name) => name !== "hash" && name !== "createHash");
    expect(mismatch).toEqual(["verify"]);
    for (const stored of [undefined, { consumerSecret: SECRET }]) {
      expect(await signed(stored)).toMatchObject({ lookUps: 1, claims: 0, crypto: ["verify"] });
    }
  });

  test("a right signature by a decoy is rejected", async () => {
    expect(await verdictOn(craft({ key: "&" }), { credentials: () => undefined })).toMatchObject({
      code: "consumer-unknown",
    });
  });

  test("the request of a known client differs only by acceptance and one claim", async () => {
    const accepted = await seen("HMAC-SHA1", { consumerSecret: SECRET }, "consumer%20hunter2&");
    expect(accepted).toMatchObject({ lookUps: 1, claims: 2, response: "accepted" });
  });
});
