import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redaction/index.ts";

const { text: mask } = createRedactor({ everyLongNumber: true });

describe("a card number", () => {
  test.each([
    "4111111111111111",
    "card:4111111111111111,",
    "%204111111111111111%20",
    "%25204111111111111111",
    "%206304000000001111",
    "%3A4111-1111-1111-1111%20end",
    "%224111%201111%201111%201111%22",
    "4111.1111.1111.1111",
    "4111+1111+1111+1111",
    "card-4111-1111-1111-1111",
    "4111%252D1111%252D1111%252D1111",
    "3782 822463 11111",
    "%34111111111111111",
    '"\\u0034111111111111111"',
  ])("is masked in %s, but for its last four digits", (text) => {
    const masked = mask(text);
    expect(masked).toContain("***");
    expect(masked).toMatch(/1111/);
    expect(masked).not.toMatch(/4.?.?.?111.?.?.?.?1111|3782|6304/);
  });

  test("of 19 digits is masked behind an escape that ends in a digit", () => {
    expect(mask("card%206304000000000000019%20bad")).toBe("card%20***0019%20bad");
  });

  test.each([
    ["as they are", (text: string) => text, "note ***1111."],
    ["percent-encoded", encodeURIComponent, "note%20***1111."],
    [
      "in JSON",
      (text: string) => text.replace(/[\uff00-\uff5e]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`),
      "note ***1111.",
    ],
  ])("is masked in full-width digits, %s", (_, spelled, masked) => {
    for (const number of ["4111111111111111", "4111-1111-1111-1111"]) {
      const wide = number.replace(/[^ ]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
      expect(mask(spelled(`note ${wide}.`))).toBe(masked);
      expect(createRedactor({ cardNumbers: [number] }).text(spelled(`note ${wide}.`))).toBe(masked);
    }
  });

  test.each([
    "00000000-0000-0000-0000-0000000002c1",
    "00000000-0000-0000-0000-000000000211",
    "b17f59b4-1234-1234-1234-123456789012",
    "127.0.0.1:8080",
    "1234567890",
    "12345678901234567890",
  ])("is not what %s is", (text) => {
    expect(mask(text)).toBe(text);
  });

  test("is not a part of a known identifier in hexadecimal digits, such as a nonce, unless it is a known one", () => {
    const nonce = "c7806ea486756bcf9989098560324ca3";
    const field = `oauth_nonce="${nonce}"`;
    expect(mask(field)).toBe('oauth_nonce="c7806ea486756bcf***0324ca3"');
    const maskWith = (id: string, cardNumbers: string[] = []) =>
      createRedactor({ publicTexts: [id], cardNumbers, everyLongNumber: true }).text;
    expect(maskWith(nonce)(field)).toBe(field);
    expect(maskWith(nonce, ["9989098560324"])(field)).toContain("***0324");
    for (const id of ["id-4111111111111111", "a4111111111111111"]) {
      expect(maskWith(id)("note 4111111111111111")).toBe("note ***1111");
    }
  });

  test("is kept where it is known to be an id, unless it holds a secret", () => {
    const publicTexts = ["5624444333322221", "4111111111111111"];
    const { text: maskText } = createRedactor({
      cardNumbers: ["4111111111111111"],
      publicTexts,
      everyLongNumber: true,
    });
    expect(maskText("5624444333322221 4111111111111111")).toBe("5624444333322221 ***1111");
  });
});

describe("a cvv2", () => {
  test.each([
    "cvv2=987",
    "cvv2%3D987",
    "cvv2=\uff19\uff18\uff17",
    "cvv2%253D98",
    '"cvv2":"987"',
    '\\"cvc\\": \\"987\\"',
    "cvv2=9871x&",
    "<cvv2>987</cvv2>",
    "cvv-2=987",
    "/cvv2/987",
  ])("is masked in %s", (text) => {
    expect(mask(text)).toContain("(secret)");
    expect(mask(text)).not.toMatch(/9/);
  });

  test("that is known is masked as a number of its own, and only so", () => {
    const { text: maskText } = createRedactor({ cvv2: ["987"] });
    expect(maskText("wrong code 987, %20987 987")).toBe("wrong code (secret), %20(secret) (secret)");
    expect(maskText("order 19870")).toBe("order 19870");
  });
});

describe("a key that is known", () => {
  const KEY = 'K3y +/%é*"7';
  const { text: maskText } = createRedactor({ secrets: [KEY] });

  test.each([
    KEY,
    KEY.toLowerCase(),
    encodeURIComponent(KEY),
    encodeURIComponent(encodeURIComponent(encodeURIComponent(KEY))),
    encodeURIComponent(KEY).replace("*", "%2a").toLowerCase(),
    new URLSearchParams([["", KEY]]).toString(),
    JSON.stringify(KEY),
    Buffer.from(KEY).toString("base64"),
  ])("is masked as %s", (text) => {
    const masked = maskText(`a ${text} b`);
    expect(masked).toContain("(secret)");
    expect(masked).not.toMatch(/k3y|7/i);
  });

  test("is masked in pieces, too, where a text is cut in the middle of it", () => {
    const key = "B17F59B4-A7DC-41B4-8FF9";
    const { text: maskPieces } = createRedactor({ secrets: [key] });
    expect(maskPieces("…B4-A7DC-41B4-8FF9%26b")).toBe("…(secret)%26b");
    expect(maskPieces("control%3DB17F59B4-A7")).toBe("control%3D(secret)");
    expect(maskPieces("B17F5 is five of it")).toBe("B17F5 is five of it");
  });
});
