import { describe, expect, test } from "vitest";
import { callbackControl } from "../../src/gateway/callback.ts";
import { callbackQueryIn, checkCallback } from "../../src/inspector/callback.ts";
import { explain } from "../../src/inspector/explain.ts";
import { digest, hexText, hmac } from "../../src/platform/index.ts";
import { pasted } from "./pasted.ts";

/** From the tests that the vendor publishes. */
const KEY = "test-merchant-control";
const RIGHT = "status=approved&orderid=1234567&merchant_order=hf-abc&control=652ace404c4dfe8bba069ecee594ec23a89340e1";
const FURTHER = "&client_orderid=other-id&type=sale&amount=10.42";

const keys = { controlKey: KEY, others: {} };
const sha1 = (text: string): string => hexText(digest("sha1", text));
const withControl = (control: string, query = RIGHT): string => {
  return query.replace(/control=[^&]*/, `control=${encodeURIComponent(control)}`);
};

/** All that the page shows. */
function shownOf(query: string, given: Parameters<typeof checkCallback>[1] = keys): string {
  return JSON.stringify(checkCallback(query, given));
}

describe("a callback", () => {
  test("is right with the checksum of the gateway, whose parts are shown without the key", () => {
    const result = checkCallback(RIGHT, keys);
    expect(result).toMatchObject({ verdict: "right", right: result.received });
    expect(result.parts.map(({ name, value }) => `${name}=${value}`)).toEqual([
      ...["status=approved", "orderid=1234567", "merchant_order=hf-abc", "control key=***"],
    ]);
    const hashed = result.parts
      .map(({ value }) => value)
      .join("")
      .replace("***", KEY);
    expect(sha1(hashed)).toBe(result.received);
    expect(shownOf(RIGHT)).not.toContain(KEY);
  });

  test.each<[mistake: string, control: string]>([
    ["it is in upper-case digits", sha1(`approved1234567hf-abc${KEY}`).toUpperCase()],
    ["orderid and merchant_order are swapped", sha1(`approvedhf-abc1234567${KEY}`)],
    ["the order is control key, status, orderid, merchant_order", sha1(`${KEY}approved1234567hf-abc`)],
    ["amount is hashed instead of status", sha1(`10.421234567hf-abc${KEY}`)],
    ["amount in minor units is hashed instead of status", sha1(`10421234567hf-abc${KEY}`)],
    ["client_orderid is hashed instead of merchant_order", sha1(`approved1234567other-id${KEY}`)],
    ["type is hashed too, before the key", sha1(`approved1234567hf-abcsale${KEY}`)],
    ["merchant_order is left out", sha1(`approved1234567${KEY}`)],
    ["the control key is left out", sha1("approved1234567hf-abc")],
    ["the control key has no hyphens", sha1(`approved1234567hf-abc${KEY.replaceAll("-", "")}`)],
    ["the RSA key is used as the control key", sha1("approved1234567hf-abcPEM")],
    ["the parts are joined with “|”", sha1(`approved|1234567|hf-abc|${KEY}`)],
    ["it is made with MD5", hexText(digest("md5", `approved1234567hf-abc${KEY}`))],
    ["it is an HMAC-SHA1 with the control key as its key", hexText(hmac("sha1", KEY, "approved1234567hf-abc"))],
    ["type is hashed instead of status, and it is in upper-case digits", sha1(`sale1234567hf-abc${KEY}`).toUpperCase()],
  ])("is wrong with its mistake: %s", (mistake, control) => {
    const query = withControl(control, RIGHT + FURTHER);
    const result = checkCallback(query, { ...keys, others: { "the RSA key": "PEM" } });
    expect(result).toMatchObject({ verdict: "wrong", lines: [`It is the checksum if ${mistake}.`] });
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  test("names each mistake if several make the checksum", () => {
    const twice = `${RIGHT}&type=sale&kind=sale`;
    const { lines } = checkCallback(withControl(sha1(`sale1234567hf-abc${KEY}`), twice), keys);
    expect(lines).toEqual([
      "It is the checksum in each of 2 cases:",
      "- if type is hashed instead of status",
      "- if kind is hashed instead of status",
    ]);
  });

  test("names no mistake that does not make the checksum, such as another key or a changed value", () => {
    for (const query of [
      withControl(sha1("approved1234567hf-abcanother key")),
      RIGHT.replace("approved", "declined"),
    ]) {
      const { verdict, lines, right, received } = checkCallback(query, keys);
      expect([verdict, lines.length]).toEqual(["wrong", 1]);
      expect(lines[0]).toMatch(/^No known mistake produces this checksum\./);
      expect(right).not.toBe(received);
    }
  });

  test("is wrong for a field that is missing or repeated, whatever its checksum", () => {
    expect(shownOf(RIGHT.replace("orderid=1234567&", ""))).toContain("there is no orderid");
    expect(shownOf(`${RIGHT}&status=declined`)).toContain("occurs more than once");
    const other = `${RIGHT}&client_orderid=x`;
    expect(checkCallback(other, keys)).toMatchObject({ verdict: "wrong", lines: [] });
  });

  test("is decoded before it is hashed, and the mistake not to do so is named", () => {
    const ids = { status: "approved", orderId: "1", clientOrderId: "a b/é" };
    const query = `status=approved&orderid=1&merchant_order=a+b%2F%C3%A9&control=${callbackControl(ids, KEY)}`;
    expect(checkCallback(query, keys).verdict).toBe("right");
    const { lines } = checkCallback(withControl(sha1(`approved1a+b%2F%C3%A9${KEY}`), query), keys);
    expect(lines).toEqual(["It is the checksum if the values are hashed as they are in the URL, not decoded."]);
  });

  test("needs the control key, without which nothing is said about the checksum", () => {
    const result = checkCallback(RIGHT, { controlKey: "", others: {} });
    expect(result.verdict).toBe("unclear");
    expect(result.headline).toContain("type the merchant's control key");
    expect(result).not.toHaveProperty("right");
  });
});

describe("the search for callbacks", () => {
  test.each([
    ["a URL", `https://shop.example/callback?${RIGHT}`],
    ["a query", RIGHT],
    ["raw HTTP", `GET /callback?${RIGHT} HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
    ["the form of a browser that returns", `POST /back HTTP/1.1\nHost: shop.example\n\n${RIGHT}\n`],
    ["a curl command", `curl 'https://shop.example/callback?${RIGHT}'`],
    ["a line of a log", `12:00 GET "/callback?${RIGHT}" 200`],
  ])("finds them in %s", (_, text) => {
    expect(callbackQueryIn(text)).toBe(RIGHT);
  });

  test.each([
    ["a request that is signed", `GET /?${RIGHT}&oauth_signature=x HTTP/1.1`],
    ["another form with a checksum", "client_orderid=1&amount=10.42&control=652a"],
    ["a form without one", "status=approved&orderid=1"],
  ])("finds none in %s", (_, text) => {
    expect(callbackQueryIn(text)).toBeUndefined();
  });

  test("is part of Explain, which takes the consumer secret as the control key", async () => {
    const result = await explain(pasted(RIGHT, KEY), {
      progress: () => undefined,
      signal: new AbortController().signal,
    });
    expect(result).toMatchObject({ kind: "callback", verdict: "right" });
  });
});
