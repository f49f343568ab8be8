/** The signature methods by name. */

import { describe, expect, test } from "vitest";
import { SIGNATURE_METHODS } from "../../src/oauth1/index.ts";
import { isSignatureMethod, methodTraits } from "../../src/oauth1/signature-methods.ts";
import { refusalOf } from "./refusals.ts";

describe("the signature methods", () => {
  test("are seven", () => {
    expect(SIGNATURE_METHODS).toEqual([
      "HMAC-SHA1",
      "HMAC-SHA256",
      "HMAC-SHA512",
      "RSA-SHA1",
      "RSA-SHA256",
      "RSA-SHA512",
      "PLAINTEXT",
    ]);
  });

  test.each(SIGNATURE_METHODS.filter((name) => name !== "PLAINTEXT"))("have a family and a hash: %s", (name) => {
    const [family, hash] = name.split("-") as [string, string];
    expect(methodTraits(name)).toEqual({ family, hash: hash.toLowerCase() });
  });

  test("include PLAINTEXT, which hashes bodies with SHA-1", () => {
    expect(methodTraits("PLAINTEXT")).toEqual({ family: "PLAINTEXT", hash: "sha1" });
  });

  test("are known by their exact names only", () => {
    for (const name of SIGNATURE_METHODS) expect(isSignatureMethod(name)).toBe(true);
    for (const other of ["hmac-sha1", "HMAC-SHA1 ", "", "constructor", 5, null, undefined, ["HMAC-SHA1"]])
      expect(isSignatureMethod(other)).toBe(false);
  });
});

describe("an unknown signature method", () => {
  test.each([
    "",
    "hmac-sha1",
    "HMAC-SHA-1",
    "HMAC-SHA1 ",
    "HMAC_SHA1",
    "HMAC-MD5",
    "RSA-SHA384",
    "none",
    "__proto__",
    "constructor",
  ])("is refused with the names of all seven: %j", (name) => {
    const error = refusalOf(() => methodTraits(name));
    expect(error.code).toBe("signature-method-unknown");
    for (const known of SIGNATURE_METHODS) expect(error.message).toContain(known);
    expect(error.message).toContain(`got ${JSON.stringify(name)}`);
  });

  test.each([undefined, null, 5, {}, ["HMAC-SHA1"], new String("HMAC-SHA1")])(
    "is refused if it is not text: %j",
    (name) => {
      expect(refusalOf(() => methodTraits(name as string)).code).toBe("signature-method-unknown");
    },
  );
});
