/**
 * An unknown client and a wrong signature take the same calls. Time cannot be tested for here, calls can be counted.
 */

import { beforeEach, describe, expect, test, vi } from "vitest";
import type { RsaKeyInput, SignatureMethod, StoredKey } from "../../src/index.ts";
import { SECRET, signedRequest } from "../signed-request.ts";
import { rsa, verdictOn, verifierWith, watchedStore } from "./requests.ts";

/** Keys are parsed while this file is loaded. */
const calls = vi.hoisted((): string[] => []);

const noted = vi.hoisted(() => <A extends unknown[], R>(name: string, call: (...given: A) => R) => (...given: A): R => {
  calls.push(name);
  return call(...given);
});

vi.mock("../../src/verifier/request-url.ts", async (original) => {
  const real = await original<typeof import("../../src/verifier/request-url.ts")>();
  return { ...real, hostHint: noted("hostHint", real.hostHint) };
});

vi.mock("node:crypto", async (original) => {
  const real = await original<typeof import("node:crypto")>();
  return {
    ...real,
    hash: noted("hash", real.hash),
    createHash: noted("createHash", real.createHash),
    createHmac: noted("createHmac", real.createHmac),
    createPublicKey: noted("createPublicKey", real.createPublicKey),
    verify: noted("verify", real.verify as (...given: unknown[]) => unknown),
    timingSafeEqual: noted("timingSafeEqual", real.timingSafeEqual),
  };
});

interface Seen {
  readonly lookUps: number;
  readonly claims: number;
  readonly made: readonly string[];
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
  const send = () => verifier.verify(signedRequest({ key, protocol: { oauth_signature_method: method } }));
  await send();
  lookUps = 0;
  calls.length = 0;
  const verdict = await send();
  const made = [...calls];
  return {
    lookUps,
    claims: nonceStore.claims.length,
    made,
    response: verdict.accepted ? "accepted" : verdict.publicResponse,
  };
}

const RSA_SHA256 = { oauth_signature_method: "RSA-SHA256" };

describe("parsed public keys", () => {
  /** The number of keys that a verifier parses for a row of requests, each with the key of its place. */
  async function parsedFor(keys: readonly RsaKeyInput[]): Promise<number> {
    let next = 0;
    const verifier = verifierWith({ credentials: () => ({ publicKey: keys[next++]! }) });
    const request = signedRequest({ key: () => "AAAA", protocol: RSA_SHA256 });
    calls.length = 0;
    for (let sent = 0; sent < keys.length; sent++) await verifier.verify(request);
    return calls.filter((name) => name === "createPublicKey").length;
  }
  const modulus = (index: number) =>
    Buffer.concat([Buffer.alloc(252, 0xff), Buffer.from([1, index >> 8, index & 255, 1])]);
  const keyOf = (index: number) => ({ kty: "RSA", e: "AQAB", n: modulus(index).toString("base64url") });

  test("are kept by their text", async () => {
    const [a, b] = [keyOf(0), keyOf(1)];
    expect(await parsedFor([a, b, { ...a }, { ...b }, a])).toBe(2);
  });

  test("are kept up to a number; the one that was not used for longest goes first", { tags: ["deep"] }, async () => {
    const keys = Array.from({ length: 1001 }, (_, index) => keyOf(index));
    const most = keys.slice(0, 1000);
    expect(await parsedFor([...most, ...most])).toBe(1000);
    expect(await parsedFor([...most, keys[0]!, keys[1000]!, keys[0]!])).toBe(1001);
    expect(await parsedFor([...most, keys[0]!, keys[1000]!, keys[1]!])).toBe(1002);
  });

  test("belong to one verifier", async () => {
    expect(await parsedFor([keyOf(0)])).toBe(1);
    expect(await parsedFor([keyOf(0)])).toBe(1);
  });
});

describe("an unknown client and a wrong signature", () => {
  beforeEach(() => {
    calls.length = 0;
  });

  test.each(["HMAC-SHA1", "HMAC-SHA512", "PLAINTEXT"] as const)("take the same calls under %s", async (method) => {
    const mismatch = await seen(method, { consumerSecret: SECRET }, "wrong secret&");
    expect(mismatch).toMatchObject({ lookUps: 1, claims: 0 });
    expect(mismatch.made.filter((name) => name === "timingSafeEqual")).toHaveLength(1);
    expect(mismatch.made).toContain("hostHint");
    expect(mismatch.made.length).toBeGreaterThanOrEqual(4);
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
      ...signedRequest({ key: rsa.privateKey, protocol: { oauth_signature_method: "RSA-SHA256" } }),
      url: "/other",
    };
    calls.length = 0;
    await verdictOn(wrong, { credentials: () => ({ publicKey: rsa.publicKey }) });
    // A new verifier also makes a decoy.
    const mismatch = calls.filter((name) => !["hash", "createHash", "createPublicKey"].includes(name));
    expect(mismatch).toEqual(["verify", "hostHint"]);
    for (const stored of [undefined, { consumerSecret: SECRET }]) {
      expect(await signed(stored)).toMatchObject({ lookUps: 1, claims: 0, made: ["verify", "hostHint"] });
    }
  });

  test.each<[string, () => RsaKeyInput]>([
    ["KeyObject", () => rsa.publicKey],
    ["PEM", () => rsa.publicKey.export({ type: "spki", format: "pem" })],
    ["DER", () => rsa.publicKey.export({ type: "spki", format: "der" })],
    ["JWK", () => rsa.publicKey.export({ format: "jwk" })],
  ])("take the same calls for a new object each time: %s", async (_form, form) => {
    const request = () => ({ ...signedRequest({ key: rsa.privateKey, protocol: RSA_SHA256 }), url: "/other" });
    const callsOf = async (credentials: () => StoredKey | undefined) => {
      const verifier = verifierWith({ credentials });
      await verifier.verify(request());
      calls.length = 0;
      await verifier.verify(request());
      return [...calls];
    };
    const mismatch = await callsOf(() => ({ publicKey: form() }));
    expect(mismatch).toEqual(["verify", "hostHint"]);
    expect(await callsOf(() => undefined)).toEqual(mismatch);
  });

  test("a correct signature by a decoy is rejected", async () => {
    expect(await verdictOn(signedRequest({ key: "&" }), { credentials: () => undefined })).toMatchObject({
      code: "consumer-unknown",
    });
  });

  test("the request of a known client differs only by acceptance and one claim", async () => {
    const accepted = await seen("HMAC-SHA1", { consumerSecret: SECRET }, "consumer%20hunter2&");
    expect(accepted).toMatchObject({ lookUps: 1, claims: 2, response: "accepted" });
  });
});
