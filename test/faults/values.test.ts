import { describe, expect, test } from "vitest";
import { specification, trace } from "../../src/model/index.ts";
import { query, requestWith, signedBy, VARIANTS } from "./signed-parameters.ts";

/** The value of q that a client with this mistake signs, decoded. */
function valueSignedBy(what: string, text: string): string {
  const [, signed = ""] = /(?:^|&)q=([^&]*)/.exec(signedBy(what, query(`q=${encodeURIComponent(text)}`))) ?? [];
  return decodeURIComponent(signed);
}

describe("a changed value", () => {
  test.each([["The client splits decoded pairs at every =, so the text after the second = is lost.", "a=b", "a"]])(
    "%s %j",
    (what, text, signed) => {
      expect(valueSignedBy(what, text)).toBe(signed);
    },
  );

  test.each([["The client signs the values of a repeated name as the word Array.", "a"]])(
    "%s But it keeps %j.",
    (what, text) => {
      expect(valueSignedBy(what, text)).toBe(text);
    },
  );

  test.each(["values-trimmed", "falsy-value-emptied"])("by %s keeps octets that are not UTF-8", (id) => {
    for (const { apply } of VARIANTS.filter((variant) => variant.id === id)) {
      expect(trace(requestWith(query("q=%E9")), apply(specification)).parameterString).toBe("oauth_n=1&q=%E9");
    }
  });
});

describe("a changed name", () => {
  test.each([
    [
      "The client signs repeated names with [] after them, but sends them without brackets.",
      "a=1&a=2&b=3",
      "a%5B%5D=1&a%5B%5D=2&b=3&oauth_n=1",
    ],
    [
      "The client signs repeated names with numbers from _1 on, but sends them without a number.",
      "a=1&a=2",
      "a_1=1&a_2=2&oauth_n=1",
    ],
  ])("%s", (what, text, signed) => {
    expect(signedBy(what, query(text))).toBe(signed);
  });

  test("stays if it is not UTF-8", () => {
    for (const { apply } of VARIANTS.filter(({ id }) => id === "brackets-stripped" || id === "keys-not-encoded")) {
      expect(trace(requestWith(query("%E9=1")), apply(specification)).parameterString).toBe("%E9=1&oauth_n=1");
    }
  });
});
