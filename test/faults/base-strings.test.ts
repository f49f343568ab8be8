import { describe, expect, test } from "vitest";
import { get } from "../../src/faults/helpers/trigger-requests.ts";
import { specification, trace } from "../../src/model/index.ts";
import { valuesOf } from "./forms.ts";
import { VARIANTS } from "./signed-parameters.ts";

const REQUEST = get("https://h/r?a=b%26c", { method: "Get", protocolParameters: [["n", "é"]] });
const URI = "https%3A%2F%2Fh%2Fr";
const PARAMETERS = "a%3Db%2526c%26n%3D%25C3%25A9";

/** The base string that each form of a fault gives, the most common form first. */
const BASE_STRINGS: readonly (readonly [id: string, baseStrings: readonly string[]])[] = [
  // The forms differ for a literal % only.
  ["parameters-encoded-once", Array<string>(3).fill(`GET&${URI}&a%3Db%26c%26n%3D%C3%A9`)],
  [
    "parameters-encoded-three-times",
    [
      `GET&${URI}&a%253Db%252526c%2526n%253D%2525C3%2525A9`,
      `GET&${URI}&a%3Db%252526c%26n%3D%2525C3%2525A9`,
      `GET&${URI}&a%253Db%25252526c%2526n%253D%252525C3%252525A9`,
    ],
  ],
  ["method-lowercase", [`Get&${URI}&${PARAMETERS}`, `get&${URI}&${PARAMETERS}`, `Get&${URI}&${PARAMETERS}`]],
  [
    "base-string-separator-wrong",
    [
      `GET\n${URI}\n${PARAMETERS}`,
      `GET${URI}${PARAMETERS}`,
      `GET ${URI} ${PARAMETERS}`,
      `GET,${URI},${PARAMETERS}`,
      `GET+${URI}+${PARAMETERS}`,
    ],
  ],
  ["base-string-part-missing", [`${URI}&${PARAMETERS}`, `GET&${PARAMETERS}`, `GET&${URI}`]],
  ["base-string-parts-reordered", [`${URI}&GET&${PARAMETERS}`, `GET&${PARAMETERS}&${URI}`]],
  [
    "base-string-not-encoded",
    [
      "GET&https://h/r&a=b%26c&n=%C3%A9",
      "GET&https%3A%2F%2Fh%2Fr%3Fa%3Db%2526c%26n%3D%25C3%25A9",
      `GET&https%253A%252F%252Fh%252Fr&${PARAMETERS}`,
    ],
  ],
];

describe("the parts of the base string encoded differently", () => {
  test.each([
    ["leaves % unencoded", `GET&${URI}&a%3Db%26c%26n%3D%C3%A9`],
    ["leaves / unencoded", `GET&https%3A//h/r&${PARAMETERS}`],
    ["leaves : / unencoded", `GET&https://h/r&${PARAMETERS}`],
    ["escapes only & and =", "GET&https://h/r&a%3Db%26c%26n%3D%C3%A9"],
    ["escapes ~ too", `GET&${URI}&${PARAMETERS}`],
  ])("%s", (how, baseString) => {
    const what = `The client ${how} when it encodes the parts of the base string.`;
    const form = VARIANTS.find((variant) => variant.what === what);
    expect(trace(REQUEST, form?.apply(specification)).baseString).toBe(baseString);
  });
});

describe("each form of a fault of the base string", () => {
  test("changes the right base string", () => {
    expect(trace(REQUEST).baseString).toBe(`GET&${URI}&${PARAMETERS}`);
  });

  test.each(BASE_STRINGS)("%s gives the base string that it says", (id, baseStrings) => {
    expect(valuesOf(id, REQUEST, "baseString")).toEqual(baseStrings);
  });
});

describe("names and values that are not UTF-8", () => {
  test("stay encoded when they are encoded only once", () => {
    const [once] = valuesOf("parameters-encoded-once", get("https://h/r?a=%FF%26"), "parameterString");
    expect(once).toBe("a=%FF%26&oauth_consumer_key=ck");
  });
});
