import { expect, test } from "vitest";
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

test("nonce and timestamp are those of the header that was answered", () => {
  const header = 'OAuth oauth_nonce="chosen", oauth_timestamp="2"';
  expect(answeredInput(input, { "authorization-header": header })).toEqual({
    ...input,
    nonce: "chosen",
    timestamp: "2",
  });
});

test("a signed request without a nonce is no answer", () => {
  const header = 'OAuth oauth_timestamp="2"';
  expect(() => answeredInput(input, { "authorization-header": header })).toThrow("has no oauth_nonce");
});

test("PLAINTEXT may leave both out", () => {
  const { nonce: _, timestamp: __, ...others } = input;
  const header = 'OAuth oauth_consumer_key="k", oauth_signature="a%26b"';
  const plain = { ...input, signatureMethod: "PLAINTEXT" } as const;
  expect(answeredInput(plain, { "authorization-header": header })).toEqual({ ...others, signatureMethod: "PLAINTEXT" });
});
