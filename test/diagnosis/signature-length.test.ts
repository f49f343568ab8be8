/** A signature whose length is that of another method than the request names. */

import { createHmac, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Diagnosis, diagnose, explainRequest, explanationOf, explanationText } from "../../src/diagnosis/index.ts";
import type { HttpRequest } from "../../src/model/index.ts";
import { testKeyPair } from "../keys/index.ts";
import { type BinaryPair, baseString, encode } from "../oauth1/independent.ts";
import { testEach } from "../title.ts";
import { causesIn, SECRET } from "./requests.ts";

const { privateKey, publicKey } = testKeyPair("rsa-4096");
const PEM = publicKey.export({ type: "spki", format: "pem" }).toString();
const OTHER_PEM = testKeyPair("rsa-2048").publicKey.export({ type: "spki", format: "pem" }).toString();

type Make = (text: string) => string;
const rsa =
  (hash: string): Make =>
  (text) =>
    sign(hash, Buffer.from(text), privateKey).toString("base64");
const hmac =
  (hash: string, secret = SECRET): Make =>
  (text) =>
    createHmac(hash, `${secret}&`).update(text).digest("base64");

function request(named: string, make: Make): HttpRequest {
  const protocol: BinaryPair[] = [
    ["oauth_consumer_key", "merchant"],
    ["oauth_nonce", "n0nce"],
    ["oauth_signature_method", named],
    ["oauth_timestamp", "1700000000"],
  ];
  const signature = make(baseString("GET", "https://gate.example/pay", protocol));
  const header = [...protocol, ["oauth_signature", signature] as const].map(
    ([name, value]) => `${name}="${encode(value)}"`,
  );
  return { method: "GET", url: "https://gate.example/pay", headers: [["Authorization", `OAuth ${header.join(", ")}`]] };
}

const FEW = { budget: { combinations: 800 } };
const firstLine = (diagnosis: Diagnosis): string => explanationText(explanationOf(diagnosis)).split("\n")[0]!;
const ids = (diagnosis: Diagnosis): string[] => causesIn(diagnosis).map(({ id }) => id);

describe("an RSA signature under the name of", () => {
  testEach([
    ["HMAC-SHA1", "has 20"],
    ["HMAC-SHA256", "has 32"],
    ["HMAC-SHA512", "has 64"],
  ])("%s is named in the first line, without a search", (named, has) => {
    for (const key of [{ consumerSecret: SECRET }, {}, { consumerSecret: SECRET, publicKey: OTHER_PEM }]) {
      const diagnosis = diagnose({ request: request(named, rsa("sha1")), key });
      expect(firstLine(diagnosis)).toBe(
        `oauth_signature has 512 octets, as an RSA signature has, but the request names ${named}, whose signature ${has} (signature-of-other-method)`,
      );
      expect(diagnosis).toMatchObject({ kind: "unknown", tried: 0, limitReached: false });
      expect(explanationText(explanationOf(diagnosis))).not.toContain("No known cause");
    }
  });

  testEach([
    ["HMAC-SHA1", "sha1", "RSA-SHA1"],
    ["HMAC-SHA1", "sha256", "RSA-SHA256"],
    ["HMAC-SHA512", "sha512", "RSA-SHA512"],
    ["PLAINTEXT", "sha1", "RSA-SHA1"],
  ])("%s, made with %s, is proved by the public key", (named, hash, method) => {
    const key = { consumerSecret: SECRET, publicKey: PEM };
    const diagnosis = diagnose({ request: request(named, rsa(hash)), key });
    expect(ids(diagnosis)).toEqual(["rsa-under-other-name"]);
    expect(firstLine(diagnosis)).toContain(`The client signed with ${method}, but the request names ${named}.`);
    const otherKeys = [{ label: "the public key", publicKey: PEM }];
    const found = diagnose({ request: request(named, rsa(hash)), key: { consumerSecret: SECRET }, otherKeys });
    expect(ids(found)).toEqual(["rsa-under-other-name"]);
  });

  test("HMAC-SHA1 is a cause in the log of a server", async () => {
    const explanation = await explainRequest(request("HMAC-SHA1", rsa("sha1")), [{ consumerSecret: SECRET }]);
    expect(explanation?.causes).toEqual(["signature-of-other-method"]);
    expect(explanation?.explanation.next).toEqual([]);
  });
});

describe("an HMAC", () => {
  const OTHERS = [
    ["HMAC-SHA1", "sha512", "64 octets, as an HMAC-SHA512 signature has", "has 20"],
    ["HMAC-SHA256", "sha1", "20 octets, as an HMAC-SHA1 signature has", "has 32"],
    ["RSA-SHA1", "sha1", "20 octets, as an HMAC-SHA1 signature has", "has 512 with this key"],
    ["PLAINTEXT", "sha256", "32 octets, as an HMAC-SHA256 signature has", "contains an &"],
  ] as const;
  const TITLE = "under the name %s, with an unknown secret, is named first: %s";
  const expectNamedFirst = (named: string, hash: string, has: string, possible: string, combinations: number): void => {
    const input = {
      request: request(named, hmac(hash, "another secret")),
      key: { consumerSecret: SECRET, publicKey: PEM },
    };
    const diagnosis = diagnose(input, { budget: { combinations } });
    expect(firstLine(diagnosis)).toBe(
      `oauth_signature has ${has}, but the request names ${named}, whose signature ${possible} (signature-of-other-method)`,
    );
  };
  testEach(OTHERS)(TITLE, (named, hash, has, possible) => {
    expectNamedFirst(named, hash, has, possible, 400);
  });
  testEach(OTHERS)(TITLE, { tags: ["deep"] }, (named, hash, has, possible) => {
    expectNamedFirst(named, hash, has, possible, 4000);
  });

  test("is of PLAINTEXT if it contains one &, which base64 does not have", () => {
    for (const named of ["HMAC-SHA1", "RSA-SHA1"]) {
      const key = { consumerSecret: SECRET, publicKey: PEM };
      const lineOf = (signature: string): string | undefined =>
        firstLine(diagnose({ request: request(named, () => signature), key }, FEW));
      expect(lineOf(`${SECRET}&`)).toBe(
        `oauth_signature contains an &, as a PLAINTEXT signature does, but the request names ${named} (signature-of-other-method)`,
      );
      expect(lineOf(SECRET)).not.toContain("signature-of-other-method");
      for (const other of ["a&b&c", "r6/TJjbCOr97/+UU0NsvSne7s5g=&oauth_version=1.0"]) {
        expect(lineOf(other)).not.toContain("signature-of-other-method");
      }
    }
    expect(
      firstLine(diagnose({ request: request("PLAINTEXT", () => "a&"), key: { consumerSecret: SECRET } }, FEW)),
    ).not.toContain("signature-of-other-method");
  });

  testEach([
    ["HMAC-SHA1", "sha512", "hash-differs-from-method"],
    ["RSA-SHA1", "sha1", "hmac-under-rsa-name"],
    ["PLAINTEXT", "sha256", "hmac-under-plaintext-name"],
  ])("under the name %s, with the secret, is a cause", (named, hash, id) => {
    const key = { consumerSecret: SECRET, publicKey: PEM };
    const diagnosis = diagnose({ request: request(named, hmac(hash)), key }, FEW);
    expect(ids(diagnosis)).toEqual([id]);
    expect(diagnosis.notices.map((notice) => notice.id)).not.toContain("signature-of-other-method");
  });

  testEach([["hex"], ["base64url"], ["latin1"]] as const)(
    "as the text of its octets in %s is not taken for RSA",
    { tags: ["deep"] },
    (text) => {
      const make: Make = (base) =>
        Buffer.from(createHmac("sha512", `${SECRET}&`).update(base).digest().toString(text)).toString("base64");
      const { headline } = explanationOf(
        diagnose({ request: request("HMAC-SHA512", make), key: { consumerSecret: SECRET } }, FEW),
      );
      expect(headline).not.toContain("RSA");
    },
  );
});

describe("an RSA signature of a small key", () => {
  test("is not taken for an HMAC of the same length", () => {
    const small = testKeyPair("rsa-512");
    const make: Make = (text) => sign("sha1", Buffer.from(`${text}x`), small.privateKey).toString("base64");
    const key = { publicKey: small.publicKey.export({ type: "spki", format: "pem" }).toString() };
    const { headline } = explanationOf(diagnose({ request: request("RSA-SHA1", make), key }, FEW));
    expect(headline).toContain("No known cause");
  });
});

describe("a PLAINTEXT signature without &", () => {
  test("is explained as before if it has the length of another method", () => {
    const secret = Buffer.alloc(20, 7).toString("base64");
    const diagnosis = diagnose(
      { request: request("PLAINTEXT", () => encode(secret)), key: { consumerSecret: secret } },
      FEW,
    );
    expect(ids(diagnosis)).toEqual(["key-without-ampersand"]);
    // There is no base string that could be correct.
    expect(explanationOf(diagnosis).where).toBeUndefined();
  });
});

describe("a text that no key and no method can give", () => {
  testEach([
    ["AA==", "has 1 octet, but an HMAC-SHA256 signature has 32"],
    ["deadbeef", "has 6 octets, but an HMAC-SHA256 signature has 32"],
    ["***", "is not base64, as an HMAC-SHA256 signature is"],
    ["<redacted>", "is not base64, as an HMAC-SHA256 signature is"],
    ["{{oauth_signature}}", "is not base64, as an HMAC-SHA256 signature is"],
  ])("is named with and without the secret: %s", (signature, text) => {
    for (const key of [{ consumerSecret: SECRET }, {}]) {
      const diagnosis = diagnose({ request: request("HMAC-SHA256", () => signature), key }, FEW);
      expect(firstLine(diagnosis)).toBe(`oauth_signature ${text} (signature-of-no-method)`);
    }
  });

  test("is not named where another notation has the octets of the method", () => {
    for (const encoding of ["hex", "base64url"] as const) {
      const signature = createHmac("sha256", "x").update("another base string").digest(encoding);
      const key = { consumerSecret: SECRET };
      const diagnosis = diagnose({ request: request("HMAC-SHA256", () => signature), key }, FEW);
      expect(firstLine(diagnosis)).toContain("No known cause");
    }
  });

  test("does not hide what a base string shows", () => {
    let base = "";
    const masked = request("HMAC-SHA256", (text) => {
      base = text.replace("oauth_consumer_key", "a%3D1%26oauth_consumer_key");
      return "***";
    });
    const input = { request: masked, evidence: { baseString: base } };
    for (const key of [{ consumerSecret: SECRET }, {}]) {
      const text = explanationText(explanationOf(diagnose({ ...input, key }, FEW)));
      expect(text).toContain("where: ");
      expect(text).not.toContain("does not give this signature");
    }
  });
});
