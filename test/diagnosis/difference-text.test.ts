import { describe, expect, test } from "vitest";
import { baseStringDifference } from "../../src/diagnosis/compare/difference.ts";
import { differenceSentence } from "../../src/diagnosis/text/difference-text.ts";
import { trace } from "../../src/model/index.ts";
import { atOnce, type InSlices } from "../../src/platform/slices.ts";
import { payment } from "./requests.ts";

const { baseString } = trace(payment);

function sentenceFor(wrong: string, cover = (text: string): string => text): string {
  // biome-ignore lint/correctness/useYield: a text that is covered at once is one slice
  const coverInSlices = function* (text: string): InSlices<string> {
    return cover(text);
  };
  return differenceSentence(atOnce(baseStringDifference(baseString, wrong, coverInSlices))!);
}

describe("the sentence about a difference", () => {
  test("says that an escape is in lower case only of an escape", () => {
    expect(sentenceFor(baseString.replace("%252F", "%252f"))).toContain(
      "wrote an escape in lower case in redirect_url",
    );
    expect(sentenceFor(baseString.replace("invoice-1", "INVOICE-1"))).toContain("signed `I` instead of `i`");
  });

  test.each([
    ["POST&https", "POST&amp;https", "wrote `amp;` before the rest of the URL"],
    ["gate.example", "gate.example%3A443", "wrote `%3A443` before the rest of the URL"],
    ["gate.example", "gate.other", "signed a different URL"],
    ["POST&", "", "did not write the method first"],
    ["POST&", "PUT&", "signed a different method"],
    ["POST&", "POST%2F", "wrote `%2F` after the method"],
  ])("says what was written instead, case %#", (right, wrong, sentence) => {
    expect(sentenceFor(baseString.replace(right, wrong))).toContain(`your client ${sentence}`);
  });

  test("does not guess what differs where both texts are covered", () => {
    const cover = (text: string): string => text.replace(/10.42|99.00/, "•••••");
    expect(sentenceFor(baseString.replace("10.42", "99.00"), cover)).toContain("signed something else in amount");
  });

  test.each(["oauth_signature", "realm"])(
    "says of %s that it must not be signed, whether it was sent or not",
    (name) => {
      const wrong = baseString.replace("redirect_url", `${name}%3D%26redirect_url`);
      expect(sentenceFor(wrong)).toContain(`signed ${name}, which must not be signed`);
    },
  );

  test("says of another parameter that it was not sent as one", () => {
    const wrong = baseString.replace("redirect_url", "other%3D%26redirect_url");
    expect(sentenceFor(wrong)).toContain("signed other, which was not sent as a parameter");
  });
});
