import { describe, expect, test } from "vitest";
import { FEATURE_NAMES, type Feature, featureIn } from "../../../src/conformance/drivers/features.ts";
import { readHello } from "../../../src/conformance/drivers/read-hello.ts";
import type { VectorInput } from "../../../src/conformance/vectors/index.ts";

const request = { method: "POST", url: "https://a.example/" };
const sign = {
  operation: "sign",
  request,
  credentials: { consumerKey: "k", consumerSecret: "s" },
  signatureMethod: "HMAC-SHA1",
  version: "1.0",
  transport: "header",
} as const;
const octets = Uint8Array.of(0xff);

/** An input with each feature, and no other. */
const WITH: Record<Feature, VectorInput> = {
  octets: { operation: "percent-encoding", text: octets },
  "form-encoded": { ...sign, request: { ...request, formEncoded: "a=%FF" } },
  "no-version": { ...sign, version: null },
  realm: { ...sign, realm: "" },
  "protocol-parameters": { ...sign, protocolParameters: [["oauth_callback", "oob"]] },
  token: { ...sign, credentials: { ...sign.credentials, token: "t" } },
  "token-secret-alone": { ...sign, credentials: { ...sign.credentials, tokenSecret: "t" } },
};

describe("what a driver says that it cannot be given", () => {
  test.each(FEATURE_NAMES)("%s is found in the input that holds it, and in no other", (name) => {
    expect(featureIn([name], WITH[name])).toBe(name);
    const others = FEATURE_NAMES.filter((other) => other !== name);
    expect(featureIn(others, WITH[name])).toBeUndefined();
  });

  test("octets are found in names and values too", () => {
    const pair = ["n", octets] as const;
    expect(featureIn(["octets"], { operation: "parameter-string", parameters: [pair] })).toBe("octets");
    expect(featureIn(["octets"], { ...sign, request: { ...request, form: [pair] } })).toBe("octets");
  });

  test("a base string is looked at as the signer is asked for it", () => {
    const own = ["oauth_consumer_key", "oauth_nonce", "oauth_signature_method", "oauth_timestamp"];
    const values = ["k", "n", "HMAC-SHA1", "1700000000"];
    const protocolParameters = own.map((name, index) => [name, values[index]!] as const);
    expect(featureIn(FEATURE_NAMES, { operation: "base-string", request, protocolParameters })).toBe("no-version");
  });

  test("a verifier is asked everything", () => {
    const received = { method: "POST", url: "https://a.example/", headers: [] };
    const input = { operation: "verify", received, credentials: { consumerSecret: "s", tokenSecret: "t" } } as const;
    expect(featureIn(FEATURE_NAMES, { ...input, now: 0, seen: false })).toBeUndefined();
  });

  test("is read from hello; names that are not known are reported and ignored", () => {
    const implementation = { name: "n", version: "1" };
    const said = { ok: true, protocol: 1, implementation, operations: ["sign"], limits: { without: ["realm", "x"] } };
    expect(readHello(said)).toMatchObject({ limits: { without: ["realm"] }, unknown: ["x"] });
    expect(readHello({ ...said, limits: { without: "realm" } })).toMatchObject({ kind: "malformed-answer" });
  });
});
