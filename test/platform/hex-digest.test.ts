import { expect, test } from "vitest";
import { digest, hexDigest, hexText } from "../../src/platform/index.ts";

test.each(["", "text", "\u{1f600}", Uint8Array.of(0, 0xff)])(
  "the hexadecimal digest is that of the octets: %j",
  (message) => {
    for (const hash of ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"] as const) {
      expect(hexDigest(hash, message)).toBe(hexText(digest(hash, message)));
    }
  },
);
