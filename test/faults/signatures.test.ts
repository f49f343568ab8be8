import { createHash, createHmac, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { get, TRIGGER_PRIVATE_KEY } from "../../src/faults/trigger-requests.ts";
import { specification, trace } from "../../src/model/index.ts";
import { formsOf, valuesOf } from "./forms.ts";

const SECRET = "c0ffee00";
const KEY = `${SECRET}&`;
const TEXT = "GET&u&p";

type Message = string | Uint8Array;
const hash = (name: string, message: Message): Buffer => createHash(name).update(message).digest();
const hmac = (name: string, key: Message, message: Message): string =>
  createHmac(name, key).update(message).digest("base64");
const sha1 = (message: Message): string => hash("sha1", message).toString("base64");
const sign = (message: Message, key: Message = KEY): string => hmac("sha1", key, message);
/** The consumer secret, an empty token secret, and the encoded consumer secret. */
const SECRET_TEXTS = [SECRET, "", SECRET];
const octets = Buffer.from(sign(TEXT), "base64");
const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");

/** The signature that each form of a fault computes for HMAC-SHA1, the most common form first. */
const SIGNATURES: readonly (readonly [id: string, signatures: readonly string[]])[] = [
  [
    "plain-hash-of-key-and-base",
    [
      ...[KEY + TEXT, TEXT + KEY, TEXT, `${KEY}&${TEXT}`, `${TEXT}&${KEY}`, KEY + TEXT + KEY].map(sha1),
      ...["md5", "sha1", "sha256", "sha512"].flatMap((name) =>
        [KEY + TEXT, TEXT + KEY, TEXT].map((message) => hash(name, message).toString("base64")),
      ),
    ],
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
  [
    "base-string-hashed-first",
    [
      sign(hash("sha1", TEXT).toString("hex")),
      sign(hash("sha1", TEXT)),
      sign(sha1(TEXT)),
      ...["md5", "sha1", "sha256", "sha512"].map((name) => sign(hash(name, TEXT).toString("hex"))),
      sign(Buffer.from(TEXT).toString("base64")),
      sign(Buffer.from(TEXT).toString("hex")),
      sign(TEXT),
    ],
  ],
  [
    "key-signed-with-base-string",
    [
      ...[KEY + TEXT, TEXT + KEY, `${KEY}&${TEXT}`, `${TEXT}&${KEY}`, KEY].map((message) => sign(message)),
      sign(TEXT, TEXT),
      sign("", TEXT),
    ],
  ],
  [
    "secret-added-to-base-string",
    ["&", "", "\n", ":"].flatMap((joint) =>
      SECRET_TEXTS.flatMap((secret) => [sign(TEXT + joint + secret), sign(secret + joint + TEXT)]),
    ),
  ],
  [
    "other-text-signed",
    ["", "undefined", "null", "None", "[object Object]", "[object Promise]", "[object ArrayBuffer]", "1"].map((text) =>
      sign(text),
    ),
  ],
  [
    "digest-hashed-again",
    [sign(octets), sign(octets.toString("hex")), sign(sign(TEXT)), sha1(octets), sha1(octets.toString("hex"))],
  ],
  [
    "key-octets-decoded",
    [
      sign(TEXT, Buffer.from(SECRET, "hex")),
      sign(TEXT, Buffer.from(SECRET, "base64")),
      sign(TEXT, Buffer.concat([Buffer.from(SECRET, "hex"), Buffer.from("&")])),
      sign(TEXT, Buffer.concat([Buffer.from(SECRET, "base64"), Buffer.from("&")])),
      // The token secret is empty.
      sign(TEXT, Buffer.concat([Buffer.from(SECRET, "hex"), Buffer.from("&")])),
      sign(TEXT, Buffer.concat([Buffer.from(SECRET, "base64"), Buffer.from("&")])),
      sign(TEXT, Buffer.from(SECRET, "base64")),
    ],
  ],
  [
    "key-digest-as-key",
    [
      ...["sha1", "sha256", "sha512", "md5"].map((name) => sign(TEXT, hash(name, KEY))),
      ...["sha1", "sha256", "md5"].map((name) => sign(TEXT, hash(name, SECRET))),
    ],
  ],
  [
    "signature-constant",
    [
      ...["", "undefined", "null", "None", "nil", "NULL", "(null)", "false", "true", "NaN"],
      ...["[object Object]", "[object Promise]", "[object ArrayBuffer]", "System.Byte[]", "Array", "signature"],
      ...[KEY, TEXT, Buffer.from(TEXT).toString("base64"), Buffer.from(KEY).toString("base64")],
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

describe("an HMAC implemented wrongly", () => {
  const block = (key: Message, length: number, pad: number): Buffer =>
    Buffer.concat([Buffer.from(key), Buffer.alloc(Math.max(0, length - key.length))]).map(
      (octet) => octet ^ pad,
    ) as Buffer;
  /** HMAC of RFC 2104 with its parts as arguments. */
  const own = (inner: Buffer, outer: Buffer, change = (digest: Buffer): Message => digest): string =>
    sha1(Buffer.concat([outer, Buffer.from(change(hash("sha1", Buffer.concat([inner, Buffer.from(TEXT)]))))]));
  const [right, swapped] = [block(KEY, 64, 0x36), block(KEY, 64, 0x5c)];

  test("is computed as each form says", () => {
    expect(own(right, swapped)).toBe(sign(TEXT));
    const input = { signatureMethod: "HMAC-SHA1", key: KEY, baseString: TEXT } as const;
    expect(formsOf("hmac-hand-written-wrongly").map((apply) => apply(specification).signature(input))).toEqual([
      own(swapped, right),
      own(right, swapped, (digest) => digest.toString("hex")),
      sha1(Buffer.concat([right, Buffer.from(TEXT)])),
      own(right, right),
      own(swapped, swapped),
      sign(TEXT),
      own(block(KEY, 128, 0x36), block(KEY, 128, 0x5c)),
    ]);
  });

  test("with a long key is computed as each form says", () => {
    const key = "0123456789".repeat(7);
    const input = { signatureMethod: "HMAC-SHA1", key, baseString: TEXT } as const;
    const long = (pad: number): Buffer => Buffer.concat([block(key.slice(0, 64), 64, pad), Buffer.from(key.slice(64))]);
    expect(formsOf("hmac-long-key-not-hashed").map((apply) => apply(specification).signature(input))).toEqual([
      sign(TEXT, key.slice(0, 64)),
      own(long(0x36), long(0x5c)),
      sign(TEXT, hash("sha1", key).toString("hex")),
    ]);
  });

  test("with a key that is not long is right", () => {
    const input = { signatureMethod: "HMAC-SHA512", key: "k".repeat(128), baseString: TEXT } as const;
    const signatures = formsOf("hmac-long-key-not-hashed").map((apply) => apply(specification).signature(input));
    expect(new Set(signatures)).toEqual(new Set([hmac("sha512", input.key, TEXT)]));
  });
});

describe("the signature", () => {
  test("of PLAINTEXT is replaced by what each form says", () => {
    const request = get("/r", { signatureMethod: "PLAINTEXT" });
    const { baseString, key = "" } = trace(request);
    expect(valuesOf("plaintext-digest-sent", request, "signature")).toEqual([
      ...["sha1", "sha256", "sha512", "md5"].map((name) => hmac(name, key, baseString)),
      Buffer.from(key).toString("base64"),
      hash("sha1", key).toString("hex"),
      hash("md5", key).toString("hex"),
      baseString,
    ]);
  });

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
