import { describe, expect, test } from "vitest";
import { specification } from "../../src/model/index.ts";
import { formsOf } from "./forms.ts";

const SHORT = "0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d";
const LONG = Array.from({ length: 64 }, (_, at) => (255 - at).toString(16)).join("");

/** How each form of a fault writes a digest, which is given in hexadecimal; the most common form first. */
const DIGESTS: readonly (readonly [id: string, digest: string, texts: readonly string[]])[] = [
  [
    "digest-formatted",
    SHORT,
    [
      "0A-FB-FF-00-3E-7F-80-91-A2-B3-C4-D5-E6-F7-08-FB-EF-BE-4C-5D",
      "afbff03e7f8091a2b3c4d5e6f78fbefbe4c5d",
      "a-5-103e7f-80-6f-5e-4d-3c-2b-1a-98-5-11-424c5d",
      "afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
      "\\x0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
      "0x0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
      "0x0AFBFF003E7F8091A2B3C4D5E6F708FBEFBE4C5D",
      "[10, 251, 255, 0, 62, 127, 128, 145, 162, 179, 196, 213, 230, 247, 8, 251, 239, 190, 76, 93]",
      "MGFmYmZmMDAzZTdmODA5MWEyYjNjNGQ1ZTZmNzA4ZmJlZmJlNGM1ZAo=",
    ],
  ],
  ["digest-cut-short", SHORT, ["Cvv/AD5/gJGis8TV5vcI+w==", "Cvv/AD5/gJGis8TV5vcI++++TF0="]],
  ["base64url-alphabet", SHORT, ["Cvv_AD5_gJGis8TV5vcI----TF0=", "Cvv_AD5_gJGis8TV5vcI----TF0"]],
  ["base64-unpadded", SHORT, ["Cvv/AD5/gJGis8TV5vcI++++TF0", "Cvv/AD5/gJGis8TV5vcI++++TF0"]],
  ["digest-cut-short", LONG, ["//79/Pv6+fj39vX08/Lx8A==", "//79/Pv6+fj39vX08/Lx8O/u7ew="]],
];

describe("each form of a fault of writing a digest", () => {
  test.each(DIGESTS)("%s writes a digest as it says (%#)", (id, digest, texts) => {
    const stages = { ...specification, signature: () => Buffer.from(digest, "hex").toString("base64") };
    const written = formsOf(id).map((apply) =>
      apply(stages).signature({ signatureMethod: "HMAC-SHA1", key: "cs&", baseString: "GET&u&p" }),
    );
    expect(written).toEqual(texts);
  });

  test.each(DIGESTS)("%s leaves a PLAINTEXT signature as it is (%#)", (id) => {
    const sign = formsOf(id).map((apply) =>
      apply(specification).signature({ signatureMethod: "PLAINTEXT", key: "c+/=&", baseString: "GET&u&p" }),
    );
    expect(new Set(sign)).toEqual(new Set(["c+/=&"]));
  });
});
