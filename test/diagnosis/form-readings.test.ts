import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import { sign } from "../../src/oauth1/index.ts";

const KEY = { consumerKey: "shop", consumerSecret: "secret", signatureMethod: "HMAC-SHA1" } as const;
const FORM = [
  ["name", "Tom & Jerry"],
  ["rate", "100% +1"],
] as const;

/** What is said of a request that was signed right and whose body or query was then written in another way. */
function saidOf(
  write: { readonly body?: (text: string) => string; readonly url?: (text: string) => string },
  form: readonly (readonly [string, string])[] = FORM,
): string[] {
  const url = "https://gate.example/pay?from=A%26B&to=1";
  const signed = sign({ method: "POST", url, form }, KEY, { timestamp: 1_700_000_000, nonce: "n" });
  const { body = (same) => same, url: toUrl = (same) => same } = write;
  const diagnosis = diagnose(
    {
      request: {
        method: signed.method,
        url: toUrl(signed.url),
        headers: Object.entries(signed.headers),
        body: Buffer.from(body(String(signed.body))),
      },
      key: { consumerSecret: "secret" },
    },
    { budget: { combinations: 8000 } },
  );
  return diagnosis.kind === "explained" ? diagnosis.causes.map(({ id, title }) => `${id}: ${title}`) : [diagnosis.kind];
}

const unescaped = (text: string): string => decodeURIComponent(text.replaceAll("+", " "));
const ampersand = (text: string): string => text.replaceAll("%26", "&");

describe("a right request that reads as another one", () => {
  test("is right if nothing was done to it", () => {
    expect(saidOf({})).toEqual(["right"]);
  });

  test.each([
    ["body", { body: ampersand }],
    ["query", { url: ampersand }],
    ["body and in the query", { body: ampersand, url: ampersand }],
  ])("has an unencoded & in the %s", (place, write) => {
    expect(saidOf(write)).toEqual([
      `ampersand-sent-unencoded: a value with & was sent without encoding the &, in the ${place}`,
    ]);
  });

  test("has unencoded values in its body", () => {
    expect(saidOf({ body: unescaped }, [["rate", "100% +1"]])).toEqual([
      "sent-unencoded: the values were sent without encoding them, in the body",
    ]);
  });

  test("has pairs that &amp; separates", () => {
    expect(saidOf({ body: (text) => text.replaceAll("&", "&amp;") })).toEqual([
      "pairs-sent-with-html-ampersands: the pairs were separated by &amp; instead of &, in the body",
    ]);
  });

  test.each(['"', "'"])("has a form in quotation marks: %s", (mark) => {
    expect(saidOf({ body: (text) => mark + text + mark })).toEqual([
      "form-sent-in-quotes: the form was sent in quotation marks, in the body",
    ]);
  });

  test("is not explained by a way of writing alone", () => {
    expect(saidOf({ body: (text) => `"${text}x9"` })).toEqual(["unknown"]);
  });
});
