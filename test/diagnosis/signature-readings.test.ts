/** Signatures whose octets are correct, but not written as base64 of the digest. */

import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import { readingsOf } from "../../src/diagnosis/signature/signature-readings.ts";
import { trace } from "../../src/model/index.ts";
import { causesIn, payment, SECRET } from "./requests.ts";

const { baseString, key } = trace(payment);
const digest = createHmac("sha1", key!).update(baseString).digest();
const base64 = digest.toString("base64");
const hex = digest.toString("hex");

const diagnosisOf = (signature: string, keys = { consumerSecret: SECRET }): Diagnosis =>
  diagnose({ request: payment, key: keys, evidence: { signature } });
const causesOf = (signature: string): string[] =>
  causesIn(diagnosisOf(signature)).map(({ id, what }) => `${id}: ${what}`);

function base32(octets: Buffer): string {
  const bits = Array.from(octets, (octet) => octet.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(five, 2)])
    .join("");
}

describe("the octets of a signature", () => {
  test.each([
    ["in hexadecimal", hex],
    ["in capital hexadecimal", hex.toUpperCase()],
    ["with hyphens", hex.replace(/..(?=.)/g, "$&-")],
    ["as Node prints a Buffer", `<Buffer ${hex.replace(/..(?=.)/g, "$& ")}>`],
    ["as Objective-C prints NSData", `<${hex.replace(/.{8}(?=.)/g, "$& ")}>`],
    ["as JSON of a Buffer", JSON.stringify(digest)],
    ["as a list of signed numbers", `[${new Int8Array(digest).join(", ")}]`],
    ["in base32", base32(digest)],
    ["in base64 twice", Buffer.from(base64).toString("base64")],
    ["as base64 of hexadecimal", Buffer.from(hex).toString("base64")],
    ["as base64url without padding", digest.toString("base64url")],
    ["with other characters for + / =", base64.replace(/[+/=]/g, (one) => "-_,"["+/=".indexOf(one)]!)],
    ["percent-encoded", encodeURIComponent(base64)],
    ["with entities", base64.replaceAll("=", "&#61;")],
    ["with the escapes of JSON in quotes", `"${base64.replaceAll("/", "\\/")}"`],
    ["in reverse", Buffer.from(digest).reverse().toString("base64")],
    ["with words in another byte order", Buffer.from(digest).swap32().toString("hex")],
    ["as openssl prints them", `SHA1(stdin)= ${hex}\n`],
    ["as UTF-8 of Latin-1", Buffer.from(digest.toString("latin1")).toString("base64")],
  ])("are read %s", (_, text) => {
    expect(readingsOf(text).map(({ octets }) => Buffer.from(octets).toString("hex"))).toContain(hex);
  });

  test("are read from no other text", () => {
    expect(readingsOf("no signature, but words")).toEqual([]);
    expect(readingsOf("&".repeat(20_000))).toEqual([]);
  });

  test("are the cause if only they are written wrongly, although no fault writes them so", () => {
    expect(causesOf(base32(digest))).toEqual([
      "digest-formatted: The client writes the octets of the signature in base32.",
    ]);
    expect(causesOf(Buffer.from(digest).swap32().toString("hex"))).toEqual([
      "digest-formatted: The client writes the octets of the signature in reverse order in each group of 4, then in hexadecimal.",
    ]);
    expect(diagnosisOf(base32(digest))).toMatchObject({ tried: 1 });
  });

  test("are named with another mistake, without a search for pairs", { tags: ["deep"] }, () => {
    const other = createHmac("sha1", SECRET).update(baseString).digest();
    expect(causesIn(diagnosisOf(other.toString("hex"))).map(({ id }) => id)).toEqual([
      "key-without-ampersand",
      "hex-digest",
    ]);
    expect(causesIn(diagnosisOf(base32(other))).map(({ id }) => id)).toEqual([
      "key-without-ampersand",
      "digest-formatted",
    ]);
  });
});

describe("a text that no method gives is named without a search and without a key", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwt = `${Buffer.from('{"alg":"HS256"}').toString("base64url")}.e30.${digest.toString("base64url")}`;

  test.each([
    ["signature-is-object", "[B@6d06d69c"],
    ["signature-is-object", Buffer.from("[object ArrayBuffer]").toString("base64")],
    ["signature-is-jwt", jwt],
    ["signature-is-ecdsa", sign("sha256", Buffer.from(baseString), privateKey).toString("base64")],
    ["signature-contains-base-string", Buffer.concat([Buffer.from(baseString), digest]).toString("base64")],
  ])("%s (%#)", (id, text) => {
    for (const keys of [{ consumerSecret: SECRET }, {}]) {
      const diagnosis = diagnose({ request: payment, key: keys, evidence: { signature: text } });
      expect(diagnosis).toMatchObject({ kind: "explained", causes: [{ id }], tried: 0 });
    }
  });
});
