import { constants, createHash, createHmac, createPrivateKey, privateEncrypt, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { TEST_PRIVATE_KEY, TEST_PUBLIC_KEY } from "../../src/conformance/vectors/test-key.ts";
import { diagnose, type Key } from "../../src/diagnosis/index.ts";
import { faultOf } from "../../src/faults/index.ts";
import { type SigningInput, specification, trace } from "../../src/model/index.ts";
import { payment } from "./requests.ts";

const { consumerSecret: _, ...unsigned } = payment;
const request: SigningInput = {
  ...unsigned,
  signatureMethod: "RSA-SHA256",
  protocolParameters: [
    ["oauth_consumer_key", "merchant"],
    ["oauth_signature_method", "RSA-SHA256"],
  ],
};
const { baseString } = trace(request);
const key = createPrivateKey(TEST_PRIVATE_KEY);

function namesOf(signature: string | Buffer, publicKey = TEST_PUBLIC_KEY): unknown {
  const text = typeof signature === "string" ? signature : signature.toString("base64");
  const answer = diagnose({ request, key: { publicKey }, evidence: { signature: text } });
  return "causes" in answer ? answer.causes.map(({ id }) => id) : answer.kind;
}

function signed(text: string | Buffer, hash = "sha256"): Buffer {
  return sign(hash, Buffer.from(text), key);
}

describe("an RSA signature with only the public key", () => {
  test("is right", () => {
    expect(namesOf(signed(baseString))).toBe("right");
  });

  test("shows a fault of the base string, and two of them", { tags: ["deep"] }, () => {
    const wrong = trace(request, faultOf("asterisk-bare")!.apply(specification)).baseString;
    expect(namesOf(signed(wrong))).toEqual(["asterisk-bare"]);
    expect(namesOf(signed(wrong, "sha1"))).toEqual(["asterisk-bare", "rsa-wrong-hash"]);
  });

  test("shows another hash, PSS, a digest without DigestInfo or signed twice", () => {
    const digest = createHash("sha256").update(baseString).digest();
    const pss = sign("sha256", Buffer.from(baseString), { key, padding: constants.RSA_PKCS1_PSS_PADDING });
    expect(namesOf(signed(baseString, "sha1"))).toEqual(["rsa-wrong-hash"]);
    expect(namesOf(pss)).toEqual(["rsa-pss-padding"]);
    expect(namesOf(privateEncrypt(key, digest))).toEqual(["rsa-raw-private-encrypt"]);
    expect(namesOf(signed(digest))).toEqual(["rsa-hash-signed"]);
    expect(namesOf(signed(digest.toString("hex")))).toEqual(["rsa-hash-signed"]);
  });

  test.each([
    ["query", "signature-raw-in-query"],
    ["body", "signature-raw-in-query"],
    ["header", "text/space-for-plus/signature"],
  ] as const)("shows that its + was read as a space in the %s", (transport, id) => {
    const sent = { ...request, transport };
    const texts = Array.from({ length: 20 }, (_, at) => {
      const protocolParameters = [...request.protocolParameters, ["oauth_nonce", `n${at}`]] as const;
      const meant = { ...sent, protocolParameters };
      return { meant, signature: signed(trace(meant).baseString).toString("base64") };
    });
    const { meant, signature } = texts.find((one) => one.signature.includes("+"))!;
    const answer = diagnose({
      request: meant,
      key: { publicKey: TEST_PUBLIC_KEY },
      evidence: { signature: signature.replaceAll("+", " ") },
    });
    expect(answer).toMatchObject({ kind: "explained", causes: [{ id }] });
  });

  test("shows padding and DigestInfo that were written by hand", () => {
    const digest = createHash("sha256").update(baseString).digest();
    const inBlock = (start: number[], filler: number, content: Buffer): Buffer => {
      const block = Buffer.alloc(key.asymmetricKeyDetails!.modulusLength! / 8, filler);
      Buffer.from(start).copy(block);
      Buffer.concat([Buffer.of(0), content]).copy(block, block.length - content.length - 1);
      return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, block);
    };
    const digestInfo = (start: string): Buffer => Buffer.concat([Buffer.from(start, "hex"), digest]);
    const right = digestInfo("3031300d060960864801650304020105000420");
    expect(namesOf(inBlock([0, 1], 0xff, right))).toBe("right");
    expect(namesOf(inBlock([0, 2], 0x77, right))).toEqual(["rsa-padded-as-for-encryption"]);
    expect(namesOf(inBlock([], 0, digest))).toEqual(["rsa-without-padding"]);
  });

  test("shows octets in reverse", () => {
    expect(namesOf(signed(baseString).reverse())).toEqual(["rsa-octets-reversed"]);
    expect(namesOf(signed(baseString).subarray(1))).toBe("unknown");
  });

  test("shows how its octets are written", () => {
    expect(namesOf(signed(baseString).toString("hex"))).toEqual(["hex-digest"]);
    expect(namesOf(signed(baseString).toString("base64url"))).toEqual(["base64url-alphabet"]);
    expect(namesOf(signed(baseString).toString("base64").replace(/=+$/, ""))).toEqual(["base64-unpadded"]);
    expect(namesOf(signed(baseString).toString("base64").replace(/.{64}/g, "$&\n"))).toEqual(["base64-line-wrapped"]);
    expect(namesOf(signed(baseString).toString("base64").replace(/.{64}/g, "$& "))).toEqual(["base64-line-wrapped"]);
  });

  test("shows that its text was encoded once more", () => {
    const text = signed(baseString).toString("base64");
    expect(namesOf(Buffer.from(text))).toEqual(["text/base64/signature"]);
    expect(namesOf(Buffer.from(encodeURIComponent(text)))).toEqual(["signature-encoded-twice-in-header"]);
  });

  test("shows that a text decoder changed it", () => {
    expect(namesOf(Buffer.from(signed(baseString).toString("utf8")))).toEqual(["digest-through-text"]);
    expect(namesOf(Buffer.from(signed(baseString).toString("latin1")))).toEqual(["digest-through-text"]);
  });

  test.each([
    ["utf8", ["signature-octets-lost"]],
    ["latin1", []],
  ] as const)("says whether octets are lost that were decoded as %s", (encoding, notices) => {
    const decoded = Buffer.from(signed(baseString).toString(encoding)).toString("base64");
    const answer = diagnose({ request, key: { publicKey: TEST_PUBLIC_KEY }, evidence: { signature: decoded } });
    expect(answer.notices.map(({ id }) => id)).toEqual(notices);
  });

  test("computed as an HMAC with the PEM text is recognised with the private key", () => {
    const signature = createHmac("sha256", TEST_PRIVATE_KEY).update(baseString).digest("base64");
    const answerWith = (keys: Key) => diagnose({ request, key: keys, evidence: { signature } });
    expect(answerWith({ publicKey: TEST_PUBLIC_KEY }).kind).toBe("unknown");
    expect(answerWith({ privateKey: TEST_PRIVATE_KEY })).toMatchObject({
      kind: "explained",
      causes: [{ id: "rsa-key-used-as-hmac-secret" }],
    });
  });

  test.each<[string, Key]>([
    ["the public key", { publicKey: TEST_PUBLIC_KEY }],
    ["the private key", { privateKey: TEST_PRIVATE_KEY }],
  ])("that does not match is unknown, with a notice: %s", (_name, given) => {
    const answer = diagnose(
      { request, key: given, evidence: { signature: "AAAA".repeat(86) } },
      { budget: { combinations: 100 } },
    );
    expect(answer).toMatchObject({ kind: "unknown", notices: [{ id: "key-opens-nothing" }] });
    expect(answer).not.toHaveProperty("keyIsRight");
  });

  test("is said to have another length if it was cut", () => {
    const signature = signed(baseString).toString("base64").slice(0, 64);
    const { notices } = diagnose({ request, key: { publicKey: TEST_PUBLIC_KEY }, evidence: { signature } });
    expect(notices[0]!.text).toMatch(/does not match this signature, which has 48 octets instead of 256: it was cut, /);
  });

  test("is not said to have another length if it is longer, as in hex", () => {
    const evidence = { signature: Buffer.alloc(256, 1).toString("hex") };
    const { notices } = diagnose({ request, key: { publicKey: TEST_PUBLIC_KEY }, evidence });
    expect(notices[0]!.text).toMatch(/does not match this signature: it was made with another private key, /);
  });
});
