import { describe, expect, test } from "vitest";
import { get } from "../../src/faults/trigger-requests.ts";
import { specification, trace } from "../../src/model/index.ts";
import { valuesOf } from "./forms.ts";
import { VARIANTS } from "./signed-parameters.ts";

const REQUEST = get("https://h/r?a=b%26c", { method: "Get", protocolParameters: [["n", "é"]] });
const URI = "https%3A%2F%2Fh%2Fr";
const PARAMETERS = "a%3Db%2526c%26n%3D%25C3%25A9";

/** The base string that each form of a fault gives, the most common form first. */
const BASE_STRINGS: readonly (readonly [id: string, baseStrings: readonly string[]])[] = [
  ["parameters-encoded-once", [`GET&${URI}&a%3Db%26c%26n%3D%C3%A9`, `GET&${URI}&a%253Db%2526c%2526n%253D%25C3%25A9`]],
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
    "method-text-added",
    [
      `GET%20&${URI}&${PARAMETERS}`,
      `%20GET&${URI}&${PARAMETERS}`,
      `GET%0A&${URI}&${PARAMETERS}`,
      `%22GET%22&${URI}&${PARAMETERS}`,
      `HTTPMethod.GET&${URI}&${PARAMETERS}`,
      `HttpMethod.GET&${URI}&${PARAMETERS}`,
      `Method.GET&${URI}&${PARAMETERS}`,
      `%3AGET&${URI}&${PARAMETERS}`,
      `GET%20HTTP%2F1.1&${URI}&${PARAMETERS}`,
    ],
  ],
  [
    "method-as-text-null",
    [
      `undefined&${URI}&${PARAMETERS}`,
      `null&${URI}&${PARAMETERS}`,
      `None&${URI}&${PARAMETERS}`,
      `nil&${URI}&${PARAMETERS}`,
      `UNDEFINED&${URI}&${PARAMETERS}`,
      `NULL&${URI}&${PARAMETERS}`,
      `%5Bobject%20Object%5D&${URI}&${PARAMETERS}`,
    ],
  ],
  [
    "base-string-separator-wrong",
    [
      `GET\n${URI}\n${PARAMETERS}`,
      `GET${URI}${PARAMETERS}`,
      `GET ${URI} ${PARAMETERS}`,
      `GET,${URI},${PARAMETERS}`,
      `GET, ${URI}, ${PARAMETERS}`,
      `GET;${URI};${PARAMETERS}`,
      `GET:${URI}:${PARAMETERS}`,
      `GET+${URI}+${PARAMETERS}`,
      `GET|${URI}|${PARAMETERS}`,
      `GET&amp;${URI}&amp;${PARAMETERS}`,
      `GET\\u0026${URI}\\u0026${PARAMETERS}`,
      `GET&&${URI}&&${PARAMETERS}`,
      `GET & ${URI} & ${PARAMETERS}`,
      `GET\r\n${URI}\r\n${PARAMETERS}`,
      `GET${URI}&${PARAMETERS}`,
      `GET&${URI}${PARAMETERS}`,
      `GET ${URI}&${PARAMETERS}`,
      `GET&&${URI}&${PARAMETERS}`,
      `GET&${URI}&&${PARAMETERS}`,
      `GET&${URI}?${PARAMETERS}`,
      `GET&${URI}%26${PARAMETERS}`,
    ],
  ],
  [
    "base-string-part-missing",
    [
      `${URI}&${PARAMETERS}`,
      `GET&${PARAMETERS}`,
      `GET&${URI}`,
      `&${URI}&${PARAMETERS}`,
      `GET&&${PARAMETERS}`,
      `GET&${URI}&`,
      "GET",
      `${URI}`,
      `${PARAMETERS}`,
      "a=b%26c&n=%C3%A9",
      "https://h/r",
    ],
  ],
  [
    "base-string-parts-reordered",
    [
      `${URI}&GET&${PARAMETERS}`,
      `GET&${PARAMETERS}&${URI}`,
      `${PARAMETERS}&${URI}&GET`,
      `${PARAMETERS}&GET&${URI}`,
      `${URI}&${PARAMETERS}&GET`,
    ],
  ],
  [
    "base-string-not-encoded",
    [
      "GET&https://h/r&a=b%26c&n=%C3%A9",
      "GET&https://h/r?a=b%26c&n=%C3%A9",
      "https://h/r?a=b%26c&n=%C3%A9",
      "GET https://h/r?a=b%26c&n=%C3%A9",
      "GEThttps://h/ra=b%26c&n=%C3%A9",
      "GET\nhttps://h/r\na=b%26c&n=%C3%A9",
    ],
  ],
  [
    "parameters-signed-as-query",
    [`GET&${URI}%3F${PARAMETERS}`, `GET&${URI}%3F${PARAMETERS}&${PARAMETERS}`, `GET&${URI}&%3F${PARAMETERS}`],
  ],
  [
    "uri-encoded-differently-in-base",
    [
      `GET&https%253A%252F%252Fh%252Fr&${PARAMETERS}`,
      `GET&https%3A//h/r&${PARAMETERS}`,
      `GET&https:%2F%2Fh%2Fr&${PARAMETERS}`,
      `GET&https%3A%2F/h/r&${PARAMETERS}`,
      `GET&https%3a%2f%2fh%2fr&${PARAMETERS}`,
      `GET&${URI}&${PARAMETERS}`,
      `GET&${URI}&${PARAMETERS}`,
      `GET&https://h%2Fr&${PARAMETERS}`,
      `GET&https%3a%2f%2fh%2fr&${PARAMETERS}`,
    ],
  ],
  [
    "base-string-case-changed",
    ["GET&HTTPS%3A%2F%2FH%2FR&A%3DB%2526C%26N%3D%25C3%25A9", "get&https%3a%2f%2fh%2fr&a%3db%2526c%26n%3d%25c3%25a9"],
  ],
  [
    "base-string-text-added",
    [
      `GET&${URI}&${PARAMETERS}\n`,
      `GET&${URI}&${PARAMETERS}\r\n`,
      `\nGET&${URI}&${PARAMETERS}`,
      `GET&${URI}&${PARAMETERS} `,
      ` GET&${URI}&${PARAMETERS}`,
      `GET&${URI}&${PARAMETERS}&`,
      `&GET&${URI}&${PARAMETERS}`,
      `GET&${URI}&${PARAMETERS}%26`,
      `GET&${URI}&${PARAMETERS}\u0000`,
      `\ufeffGET&${URI}&${PARAMETERS}`,
      `"GET&${URI}&${PARAMETERS}"`,
      `'GET&${URI}&${PARAMETERS}'`,
      `b'GET&${URI}&${PARAMETERS}'`,
      ...Array.from({ length: 3 }, () => `GET&${URI}&${PARAMETERS}`),
      `GET&${URI}&${PARAMETERS}GET&${URI}&${PARAMETERS}`,
      "9A52%3C52%D3%n62%c6252%bD3%a&rF2%hF2%F2%A3%sptth&TEG",
      `["GET","${URI}","${PARAMETERS}"]`,
    ],
  ],
];

describe("the parts of the base string encoded differently", () => {
  test.each([
    ["leaves % unencoded", `GET&${URI}&a%3Db%26c%26n%3D%C3%A9`],
    ["leaves / unencoded", `GET&https%3A//h/r&${PARAMETERS}`],
    ["leaves & = unencoded", `GET&${URI}&a=b%2526c&n=%25C3%25A9`],
    ["escapes only & =", "GET&https://h/r&a%3Db%26c%26n%3D%C3%A9"],
    ["escapes only & = %", "GET&https://h/r&a%3Db%2526c%26n%3D%25C3%25A9"],
    ["escapes ~ too", `GET&${URI}&${PARAMETERS}`],
  ])("%s", (how, baseString) => {
    const what = `The client ${how} when it encodes the parts of the base string.`;
    const form = VARIANTS.find((variant) => variant.what === what);
    expect(trace(REQUEST, form?.apply(specification)).baseString).toBe(baseString);
  });
});

describe("a client with a long base string", () => {
  const request = get("https://api-1.example/a_b?q=a%20b", { method: "GET" });
  const parameters = "oauth_consumer_key%3Dck%26q%3Da%2520b";

  test.each([
    [
      "escapes - . and _ of the URI too in the base string",
      `GET&https%3A%2F%2Fapi%2D1%2Eexample%2Fa%5Fb&${parameters}`,
    ],
    ["escapes the points of the URI too in the base string", `GET&https%3A%2F%2Fapi-1%2Eexample%2Fa_b&${parameters}`],
    [
      "signs the base string with a line break after each 64 characters",
      `GET&https%3A%2F%2Fapi-1.example%2Fa_b&oauth_consumer_key%3Dck%26\nq%3Da%2520b`,
    ],
    [
      "encodes the parameter string with lower-case hex digits in the base string",
      "GET&https%3A%2F%2Fapi-1.example%2Fa_b&oauth_consumer_key%3dck%26q%3da%2520b",
    ],
    [
      "writes %20 for %2520 in the base string",
      "GET&https%3A%2F%2Fapi-1.example%2Fa_b&oauth_consumer_key%3Dck%26q%3Da%20b",
    ],
    [
      "writes + for %2520 in the base string",
      "GET&https%3A%2F%2Fapi-1.example%2Fa_b&oauth_consumer_key%3Dck%26q%3Da+b",
    ],
    [
      "encodes only the first = and the first & of the parameter string in the base string",
      "GET&https%3A%2F%2Fapi-1.example%2Fa_b&oauth_consumer_key%3Dck%26q=a%20b",
    ],
    [
      "writes a space for %2520 in the base string",
      "GET&https%3A%2F%2Fapi-1.example%2Fa_b&oauth_consumer_key%3Dck%26q%3Da b",
    ],
  ])("%s", (how, baseString) => {
    const form = VARIANTS.find(({ what }) => what === `The client ${how}.`);
    expect(trace(request, form!.apply(specification)).baseString).toBe(baseString);
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
