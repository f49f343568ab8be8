/** oauth_body_hash (OAuth Request Body Hash 1.0, draft 4). */

import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyHash, SIGNATURE_METHODS, type SignatureMethod } from "../../src/oauth1/index.ts";
import { text } from "./arbitraries.ts";
import { refusalOf } from "./refusals.ts";

describe("the body hash", () => {
  test("is the published one of draft 4, appendix A", () => {
    expect(bodyHash("Hello World!", "HMAC-SHA1")).toBe("Lve95gjOVATpfV8EL5X4nxwjKHE=");
    expect(bodyHash("", "HMAC-SHA1")).toBe("2jmj7l5rSw0yVb/vlWAYkK/YBwk=");
  });

  const HASHES: Record<SignatureMethod, string> = {
    "HMAC-SHA1": "sha1",
    "HMAC-SHA256": "sha256",
    "HMAC-SHA512": "sha512",
    "RSA-SHA1": "sha1",
    "RSA-SHA256": "sha256",
    "RSA-SHA512": "sha512",
    PLAINTEXT: "sha1",
  };

  test.each(SIGNATURE_METHODS)("of %s uses its own hash, and text as its UTF-8 octets", (method) => {
    fc.assert(
      fc.property(text, (body) => {
        const expected = createHash(HASHES[method]).update(Buffer.from(body)).digest("base64");
        expect(bodyHash(body, method)).toBe(expected);
        expect(bodyHash(Buffer.from(body), method)).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });

  test("is that of unchanged octets that are not UTF-8", () => {
    expect(bodyHash(Uint8Array.of(0xff), "HMAC-SHA256")).not.toBe(bodyHash("\ufffd", "HMAC-SHA256"));
  });

  test("is refused for a text with a lone surrogate, which has no octets, instead of hashing U+FFFD", () => {
    expect(refusalOf(() => bodyHash("a\ud800", "HMAC-SHA1")).code).toBe("text-malformed");
  });

  test("is refused for an unknown method", () => {
    expect(refusalOf(() => bodyHash("", "HMAC-MD5" as SignatureMethod)).code).toBe("signature-method-unknown");
  });
});
