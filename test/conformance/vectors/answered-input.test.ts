import { describe, expect, test } from "vitest";
import { answeredInput } from "../../../src/conformance/vectors/index.ts";

const input = {
  operation: "sign",
  request: { method: "GET", url: "https://api.example.com/" },
  signatureMethod: "HMAC-SHA1",
  nonce: "asked",
  timestamp: "1",
  credentials: { consumerKey: "k", consumerSecret: "s" },
  version: null,
  transport: "header",
} as const;

describe("the input of a signer that chooses nonce and timestamp", () => {
  test("has those of the header that was answered", () => {
    const header = 'OAuth oauth_nonce="chosen", oauth_timestamp="2"';
    expect(answeredInput(input, { "authorization-header": header })).toEqual({
      ...input,
      nonce: "chosen",
      timestamp: "2",
    });
  });

  test("cannot be read from a signed request without a nonce", () => {
    const header = 'OAuth oauth_timestamp="2"';
    expect(() => answeredInput(input, { "authorization-header": header })).toThrow("has no oauth_nonce");
  });

  test("may lack both for PLAINTEXT", () => {
    const { nonce: _, timestamp: __, ...others } = input;
    const header = 'OAuth oauth_consumer_key="k", oauth_signature="a%26b"';
    const plain = { ...input, signatureMethod: "PLAINTEXT" } as const;
    expect(answeredInput(plain, { "authorization-header": header })).toEqual({
      ...others,
      signatureMethod: "PLAINTEXT",
    });
  });
});
