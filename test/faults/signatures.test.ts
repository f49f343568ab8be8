import { createHash, createHmac, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { TRIGGER_PRIVATE_KEY } from "../../scripts/fault-pages/signed-trigger.ts";
import { get } from "../../src/faults/helpers/trigger-requests.ts";
import { specification, trace } from "../../src/model/index.ts";
import { formsOf, valuesOf } from "./forms.ts";

const SECRET = "c0ffee00";
const KEY = `${SECRET}&`;
const TEXT = "GET&u&p";

type Message = string | Uint8Array;
const hash = (name: string, message: Message): Buffer => createHash(name).update(message).digest();
const hmac = (name: string, key: Message, message: Message): string =>
  createHmac(name, key).update(message).digest("base64");
const sign = (message: Message, key: Message = KEY): string => hmac("sha1", key, message);
const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");

/** The signature that each form of a fault computes for HMAC-SHA1, the most common form first. */
const SIGNATURES: readonly (readonly [id: string, signatures: readonly string[]])[] = [
  [
    "plain-hash-of-key-and-base",
    // With the hash of the method, and with each of the others.
    ["sha1", "md5", "sha1", "sha256", "sha512"].flatMap((name) =>
      [KEY + TEXT, TEXT + KEY, TEXT, `${KEY}&${TEXT}`, `${TEXT}&${KEY}`, KEY + TEXT + KEY].map((message) =>
        hash(name, message).toString("base64"),
      ),
    ),
  ],
  [
    "hash-differs-from-method",
    [
      ...["sha1", "sha256", "sha512", "md5", "sha224", "sha384"].map((name) => hmac(name, KEY, TEXT)),
      Buffer.from(hmac("sha256", KEY, TEXT), "base64")
        .subarray(0, 20)
        .toString("base64"),
    ],
  ],
  [
    "base-string-utf16",
    [
      sign(utf16(TEXT)),
      sign(utf16(TEXT).swap16()),
      sign(utf16(TEXT), utf16(KEY)),
      sign(TEXT, utf16(KEY)),
      sign(Buffer.from(Array.from(TEXT, (unit) => `${unit}\0\0\0`).join(""))),
      sign(utf16(`\ufeff${TEXT}`)),
    ],
  ],
  ["base-string-hashed-first", [sign(hash("sha1", TEXT))]],
  [
    "key-octets-decoded",
    [
      ...(["hex", "base64"] as const).flatMap((encoding) => {
        const secret = Buffer.from(SECRET, encoding);
        // The token secret is empty.
        return [sign(TEXT, secret), sign(TEXT, Buffer.concat([secret, Buffer.from("&")]))];
      }),
      sign(TEXT, hash("sha256", SECRET)),
      sign(TEXT, Buffer.concat([hash("sha256", SECRET), Buffer.from("&")])),
      ...Array.from({ length: 4 }, () => sign(TEXT)),
    ],
  ],
];

describe("each form of a fault of computing a signature", () => {
  test.each(SIGNATURES)("%s computes what it says", (id, signatures) => {
    const input = { signatureMethod: "HMAC-SHA1", key: KEY } as const;
    const signed = formsOf(id).map((apply) => {
      const stages = apply(specification);
      const baseString = stages.baseString({ method: "GET", baseStringUri: "u", parameterString: "p" }, stages);
      return stages.signature({ ...input, baseString });
    });
    expect(signed).toEqual(signatures);
  });
});

describe("a secret that is a GUID", () => {
  const guid = "B17F59B4-A7DC-41B4-8FF9-37D986B43D20";
  const octets = Buffer.from(guid.replaceAll("-", ""), "hex");
  const ofDotNet = Buffer.concat([
    ...[octets.subarray(0, 4), octets.subarray(4, 6), octets.subarray(6, 8)].map((part) => Buffer.from(part).reverse()),
    octets.subarray(8),
  ]);

  test("is decoded into its octets, in either order, alone or with the token secret", () => {
    const input = { signatureMethod: "HMAC-SHA1", key: `${guid}&t`, baseString: TEXT } as const;
    const signatures = formsOf("key-octets-decoded").map((apply) => apply(specification).signature(input));
    const withToken = (key: Buffer): Buffer => Buffer.concat([key, Buffer.from("&t")]);
    expect(signatures.slice(6)).toEqual(
      [octets, withToken(octets), ofDotNet, withToken(ofDotNet)].map((key) => sign(TEXT, key)),
    );
  });
});

describe("the signature", () => {
  test("of RSA uses the hash that each form says", () => {
    const request = get("/r", { signatureMethod: "RSA-SHA1", privateKey: TRIGGER_PRIVATE_KEY });
    const { baseString } = trace(request);
    const used = valuesOf("rsa-wrong-hash", request, "signature").map((signature) =>
      ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"].find((name) =>
        verify(name, Buffer.from(baseString), TRIGGER_PRIVATE_KEY, Buffer.from(signature as string, "base64")),
      ),
    );
    expect(used).toEqual(["sha256", "sha256", "sha512", "md5", "sha224", "sha384"]);
  });
});
