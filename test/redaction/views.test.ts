import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redaction/index.ts";
import { viewsOf } from "../../src/redaction/views.ts";

/** Texts that are as unpleasant as they can be, of any length. */
const HOSTILE: Readonly<Record<string, string>> = {
  "base64 digits": "A",
  "base64 of base64":
    "VjFaV2IxVXdNVWhVYTJ4VlZrWndUbFZ0TURWTlJsRjNXWHBHYVZJd1ZqUlZNakExVFVaUk1GZHJhRlpXUlRWWlZGVmpOVkF4U2xsYVIyeE9VbFp3",
  "hexadecimal of hexadecimal": "333433313334333133343331",
  "percent signs": "%25",
  "open escapes": "%2",
  backslashes: "\\u00",
  ampersands: "&amp",
  entities: "&#0",
  digits: "4111",
  "groups of digits": "1234 ",
  names: "cvv2=",
  "card names": "card_no ",
  "begins of keys": "-----BEGIN PRIVATE KEY",
  "pieces of the secret": "B17F59B4",
  words: "the quick brown fox ",
};

function workOn(text: string): number {
  let octets = 0;
  for (const view of viewsOf(text)) octets += view.octets.length;
  return octets;
}

describe("the work", () => {
  test.each(Object.entries(HOSTILE))("grows with the text, not with its square: %s", (_, piece) => {
    const [small, large] = [20_000, 80_000].map((length) => workOn(piece.repeat(length / piece.length)));
    expect(large! / small!).toBeLessThan(4.5);
    expect(large!).toBeLessThan(110 * 80_000);
  });

  test("ends for 256 KiB", { tags: ["deep"] }, () => {
    const { text } = createRedactor({ secrets: ["B17F59B4-A7DC-41B4-8FF9-37D986B43D20"], cvv2: ["987"] });
    for (const piece of ["4111 ", "%25", "B17F59B4-A7DC-41B4-8FF9-37D986B43D20 "]) {
      const hostile = piece.repeat(262_144 / piece.length);
      expect(text(hostile).length).toBeLessThanOrEqual(hostile.length);
    }
  });
});
