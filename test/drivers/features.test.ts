import { describe, expect, test } from "vitest";
import { FEATURE_NAMES, type Feature, featureIn } from "../../src/drivers/features.ts";
import { readHello } from "../../src/drivers/read-hello.ts";
import type { Operation, VectorInput } from "../../src/suite/index.ts";

const request = { method: "POST", url: "https://a.example/" };

/** A question with each feature, and no other. */
const WITH: Record<Feature, readonly [Operation, VectorInput]> = {
  octets: ["percent-encoding", { octets: "/w==" }],
  "form-encoded": ["sign", { request: { ...request, formEncoded: "a=%FF" } }],
  "no-version": ["sign", { request, version: null }],
  realm: ["sign", { request, realm: "" }],
  "protocol-parameters": ["sign", { request, protocolParameters: [["oauth_callback", "oob"]] }],
  token: ["sign", { request, credentials: { consumerSecret: "s", token: "t" } }],
  "token-secret-alone": ["sign", { request, credentials: { consumerSecret: "s", tokenSecret: "t" } }],
};

describe("what a driver says that it cannot be given", () => {
  test.each(FEATURE_NAMES)("%s is found in the question that holds it, and in no other", (name) => {
    const [operation, input] = WITH[name];
    expect(featureIn([name], operation, input)).toBe(name);
    const others = FEATURE_NAMES.filter((other) => other !== name);
    expect(featureIn(others, operation, input)).toBeUndefined();
  });

  test("octets are found in names and values too", () => {
    const pair = ["n", { octets: "/w==" }] as const;
    expect(featureIn(["octets"], "parameter-string", { parameters: [pair] })).toBe("octets");
    expect(featureIn(["octets"], "sign", { request: { ...request, form: [pair] } })).toBe("octets");
  });

  test("a base string is looked at as the signer is asked for it", () => {
    const own = ["oauth_consumer_key", "oauth_nonce", "oauth_signature_method", "oauth_timestamp"];
    const values = ["k", "n", "HMAC-SHA1", "1700000000"];
    const protocolParameters = own.map((name, index) => [name, values[index]!] as const);
    expect(featureIn(FEATURE_NAMES, "base-string", { request, protocolParameters })).toBe("no-version");
  });

  test("a verifier is asked everything", () => {
    expect(featureIn(FEATURE_NAMES, "verify", { credentials: { consumerSecret: "s", token: "t" } })).toBeUndefined();
  });

  test("is read from hello; names that are not known are told and passed over", () => {
    const implementation = { name: "n", version: "1" };
    const said = { ok: true, protocol: 1, implementation, operations: ["sign"], limits: { without: ["realm", "x"] } };
    expect(readHello(said)).toMatchObject({ limits: { without: ["realm"] }, unknown: ["x"] });
    expect(readHello({ ...said, limits: { without: "realm" } })).toMatchObject({ trouble: "malformed-answer" });
  });
});
