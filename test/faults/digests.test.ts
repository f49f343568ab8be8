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
      "0a-fb-ff-00-3e-7f-80-91-a2-b3-c4-d5-e6-f7-08-fb-ef-be-4c-5d",
      "0a:fb:ff:00:3e:7f:80:91:a2:b3:c4:d5:e6:f7:08:fb:ef:be:4c:5d",
      "0A:FB:FF:00:3E:7F:80:91:A2:B3:C4:D5:E6:F7:08:FB:EF:BE:4C:5D",
      "0a fb ff 00 3e 7f 80 91 a2 b3 c4 d5 e6 f7 08 fb ef be 4c 5d",
      "0A FB FF 00 3E 7F 80 91 A2 B3 C4 D5 E6 F7 08 FB EF BE 4C 5D",
      "0x0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
      "<0afbff00 3e7f8091 a2b3c4d5 e6f708fb efbe4c5d>",
      "(stdin)= 0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
      "SHA1(stdin)= 0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
      "HMAC-SHA1(stdin)= 0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
      "SHA2-256(stdin)= 0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
      "0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d  -",
      "sha1=0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
      "sha256=0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
      "0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d\n",
      "afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
      "afbff03e7f8091a2b3c4d5e6f78fbefbe4c5d",
      "afffffffbffffffff03e7fffffff80ffffff91ffffffa2ffffffb3ffffffc4ffffffd5ffffffe6fffffff78fffffffbffffffefffffffbe4c5d",
      "10,251,255,0,62,127,128,145,162,179,196,213,230,247,8,251,239,190,76,93",
      "[10, -5, -1, 0, 62, 127, -128, -111, -94, -77, -60, -43, -26, -9, 8, -5, -17, -66, 76, 93]",
      "[10, 251, 255, 0, 62, 127, 128, 145, 162, 179, 196, 213, 230, 247, 8, 251, 239, 190, 76, 93]",
      "62709608469056345640317231212189147837790833757",
      "1a6w45eg0y24xv7tdr8c180mhowo7kt",
      "101011111011111111110000000000111110011111111000000010010001101000101011001111000100110101011110011011110111000010001111101111101111101111100100110001011101",
    ],
  ],
  [
    "digest-not-in-base64",
    SHORT,
    [
      "\nûÿ\u0000>\u007f\u0080\u0091¢³ÄÕæ÷\bûï¾L]",
      "\n\ufffd\ufffd\u0000>\u007f\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\b\ufffd\ufffdL]",
      "BL576AB6P6AJDIVTYTK6N5YI7PX34TC5",
      "bl576ab6p6ajdivtytk6n5yi7px34tc5",
      "1BTVU01UFU0938LJOJAUDTO8VFNRSJ2T",
      "0jjz.1tzU74WgwHJtjQ6yyyyH3o",
      "2ll/03v/W96YiyJLvlS8++++J5q=",
      "cVV/ad5/GjgIS8tv5VCi++++tf0=",
      "Cvv_AD5_gJGis8TV5vcI....TF0=",
    ],
  ],
  [
    "base64-twice",
    SHORT,
    [
      "Q3Z2L0FENS9nSkdpczhUVjV2Y0krKysrVEYwPQ==",
      "Q3Z2L0FENS9nSkdpczhUVjV2Y0krKysrVEYwPQo=",
      "MGFmYmZmMDAzZTdmODA5MWEyYjNjNGQ1ZTZmNzA4ZmJlZmJlNGM1ZAo=",
      "MEEtRkItRkYtMDAtM0UtN0YtODAtOTEtQTItQjMtQzQtRDUtRTYtRjctMDgtRkItRUYtQkUtNEMtNUQ=",
      "Q3Z2JTJGQUQ1JTJGZ0pHaXM4VFY1dmNJJTJCJTJCJTJCJTJCVEYwJTNE",
      "MTAsLTUsLTEsMCw2MiwxMjcsLTEyOCwtMTExLC05NCwtNzcsLTYwLC00MywtMjYsLTksOCwtNSwtMTcsLTY2LDc2LDkz",
      "4376762f4144352f674a476973385456357663492b2b2b2b5446303d",
    ],
  ],
  [
    "digest-cut-short",
    SHORT,
    [
      "Cvv/AD5/gJGis8TV5vcI+w==",
      "Cvv/AD5/gJE=",
      "Cvv/AD5/gJGisw==",
      "Cvv/AD5/gJGis8TV",
      "Cvv/AD5/gJGis8TV5vcI++++TA==",
      "Cvv/AD5/gJGis8TV5vcI++++TF0=",
      "Cvv/AD5/gJGis8TV5vcI++++TF0=",
      "Cvv/AD5/gJGis8TV5vcI++++TF0=",
      "Cvv/AD5/gJGis8TV5vcI++++TF0=",
      "Cvv/AD5/gJGis8TV5vcI++++TF0=",
      "+/8APn+AkaKzxNXm9wj7775MXQ==",
      "Cvv/",
      "Cvv/AD5/gJGis8TV",
      "Cvv/AD5/gJGis8TV5vcI",
      "Cvv/AD5/gJGis8TV5vcI++++",
      "Cvv/AD5/gJGis8TV5vcI++++TF0",
      "Cvv/AD5/gJGis8TV5vcI++++TF0=",
      "Cvv/AD5/gJGis8TV5vcI++++TF0=",
      "Cvv/AD5/gJGis8TV5vcI++++TF0=",
      "0afbff003e7f8091",
      "0afbff003e7f8091a2b3",
      "0afbff003e7f8091a2b3c4d5e6f708fb",
      "0afbff003e7f8091a2b3c4d5e6f708fbefbe4c5d",
    ],
  ],
  [
    "digest-padded",
    SHORT,
    [
      "Cvv/AD5/gJGis8TV5vcI++++TF0A",
      "Cvv/AD5/gJGis8TV5vcI++++TF0K",
      "AAr7/wA+f4CRorPE1eb3CPvvvkxd",
      "Cvv/AD5/gJGis8TV5vcI++++TF0AAAAA",
      "Cvv/AD5/gJGis8TV5vcI++++TF0AAAAAAAAAAAAAAAA=",
      "Cvv/AD5/gJGis8TV5vcI++++TF0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==",
    ],
  ],
  [
    "digest-octets-reordered",
    SHORT,
    [
      "XUy+7/sI9+bVxLOikYB/PgD/+wo=",
      "AP/7CpGAfz7VxLOi+wj35l1Mvu8=",
      "Cvv/AD5/gJGis8TV5vcI++++TF0=",
      "d5c4ebfebf807f6e5d4c3b2a1908f7e300ffbfa0",
      "=0FT++++Icv5VT8siGJg/5DA/vvC",
      "9QQA/8GAf25dTDsqGQj3BBBBs6I=",
    ],
  ],
  ["signature-case-changed", SHORT, ["cvv/ad5/gjgis8tv5vci++++tf0=", "CVV/AD5/GJGIS8TV5VCI++++TF0="]],
  [
    "signature-text-added",
    SHORT,
    [
      '"Cvv/AD5/gJGis8TV5vcI++++TF0="',
      "'Cvv/AD5/gJGis8TV5vcI++++TF0='",
      "b'Cvv/AD5/gJGis8TV5vcI++++TF0='",
      "Cvv/AD5/gJGis8TV5vcI++++TF0= ",
      " Cvv/AD5/gJGis8TV5vcI++++TF0=",
      "\nCvv/AD5/gJGis8TV5vcI++++TF0=",
      "Cvv/AD5/gJGis8TV5vcI++++TF0=\t",
      "Cvv/AD5/gJGis8TV5vcI++++TF0=&",
      "Cvv/AD5/gJGis8TV5vcI++++TF0==",
      '["Cvv/AD5/gJGis8TV5vcI++++TF0="]',
      "HMAC-SHA1 Cvv/AD5/gJGis8TV5vcI++++TF0=",
      "sha1=Cvv/AD5/gJGis8TV5vcI++++TF0=",
    ],
  ],
  [
    "signature-characters-changed",
    SHORT,
    [
      "Cvv/AD5/gJGis8TV5vcI    TF0=",
      "CvvAD5gJGis8TV5vcITF0=",
      "CvvAD5gJGis8TV5vcITF0",
      "Cvv-AD5-gJGis8TV5vcI++++TF0=",
      "Cvv_AD5_gJGis8TV5vcI++++TF0=",
      "Cvv/AD5/gJGis8TV5vcI----TF0=",
      "Cvv\\/AD5\\/gJGis8TV5vcI++++TF0=",
      "Cvv/AD5/gJGis8TV5vcI++++TF0.",
    ],
  ],
  [
    "signature-encoded-beforehand",
    SHORT,
    [
      "Cvv%2FAD5%2FgJGis8TV5vcI%2B%2B%2B%2BTF0%3D",
      "Cvv%2fAD5%2fgJGis8TV5vcI%2b%2b%2b%2bTF0%3d",
      "Cvv%252FAD5%252FgJGis8TV5vcI%252B%252B%252B%252BTF0%253D",
      "Cvv/AD5/gJGis8TV5vcI%2B%2B%2B%2BTF0=",
      "Cvv/AD5/gJGis8TV5vcI++++TF0%3D",
      "Cvv/AD5/gJGis8TV5vcI&#43;&#43;&#43;&#43;TF0&#61;",
    ],
  ],
  ["base64url-alphabet", SHORT, ["Cvv_AD5_gJGis8TV5vcI----TF0=", "Cvv_AD5_gJGis8TV5vcI----TF0"]],
  ["base64-unpadded", SHORT, ["Cvv/AD5/gJGis8TV5vcI++++TF0", "Cvv/AD5/gJGis8TV5vcI++++TF0"]],
  [
    "digest-cut-short",
    LONG,
    [
      "//79/Pv6+fj39vX08/Lx8A==",
      "//79/Pv6+fg=",
      "//79/Pv6+fj39g==",
      "//79/Pv6+fj39vX0",
      "//79/Pv6+fj39vX08/Lx8O/u7Q==",
      "//79/Pv6+fj39vX08/Lx8O/u7ew=",
      "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno",
      "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4Q==",
      "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eA=",
      "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eDf3t3c29rZ2NfW1dTT0tHQz87NzMvKycjHxsXEw8LB",
      "/v38+/r5+Pf29fTz8vHw7+7t7Ovq6ejn5uXk4+Lh4N/e3dzb2tnY19bV1NPS0dDPzs3My8rJyMfGxcTDwsHA",
      "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eDf3t3c29rZ2NfW1dTT0tHQz87NzMvKycjHxsXEw8LBwA==",
      "//79/Pv6+fj39vX0",
      "//79/Pv6+fj39vX08/Lx",
      "//79/Pv6+fj39vX08/Lx8O/u",
      "//79/Pv6+fj39vX08/Lx8O/u7ez",
      "//79/Pv6+fj39vX08/Lx8O/u7ezr",
      "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno",
      "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi",
      "fffefdfcfbfaf9f8",
      "fffefdfcfbfaf9f8f7f6",
      "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0",
      "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedec",
    ],
  ],
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
