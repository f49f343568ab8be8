import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { get } from "../../src/faults/helpers/trigger-requests.ts";
import { specification, trace } from "../../src/model/index.ts";
import { formsOf, valuesOf } from "./forms.ts";

/** The key that each form of a fault gives, the most common form first. */
const KEYS: readonly (readonly [id: string, consumerSecret: string, tokenSecret: string, keys: readonly string[]])[] = [
  ["secrets-not-encoded", "a/b", "c+d", ["a/b&c+d", "a/b&c%2Bd", "a%2Fb&c+d", "a/b&c+d"]],
  ["key-separator-wrong", "cs", "ts", ["csts", "cs+ts", "cs:ts", "cs&amp;ts", "cs & ts"]],
  ["key-separator-wrong", "cs", "", ["cs", "cs+", "cs:", "cs&amp;", "cs & "]],
  [
    "secret-trailing-newline",
    "cs",
    "ts",
    ["cs%0A&ts", "cs%0D%0A&ts", "cs%0A&ts%0A", "cs%0D%0A&ts%0D%0A", "cs&ts%0A", "cs&ts%0D%0A"],
  ],
  [
    "token-secret-as-text-null",
    "cs",
    "",
    [
      "cs&undefined",
      "cs&null",
      "cs&NULL",
      "cs&None",
      "cs&%28null%29",
      "cs&nil",
      "cs&false",
      "cs&False",
      "cs&0",
      "cs&NaN",
      "cs&%3Cnull%3E",
      "cs&%5Bobject%20Object%5D",
      "cs&Optional%28%22%22%29",
      "cs&%22%22",
      "cs&undefined",
      "cs&null",
      "cs&None",
      "cs&(null)",
    ],
  ],
];

describe("each form of a fault of the key", () => {
  test.each(KEYS)("%s gives the key that it says (%#)", (id, consumerSecret, tokenSecret, keys) => {
    expect(valuesOf(id, get("/r", { consumerSecret, tokenSecret }), "key")).toEqual(keys);
  });

  test("uses the lower eight bits of each code unit, if it says so", () => {
    const request = get("/r", { consumerSecret: "é€", tokenSecret: "t" });
    const apply = formsOf("secrets-not-encoded").at(-1)!;
    const { baseString, signature } = trace(request, apply(specification));
    const key = Buffer.from([0xe9, 0xac, 0x26, 0x74]);
    expect(signature).toBe(createHmac("sha1", key).update(baseString).digest("base64"));
  });
});
