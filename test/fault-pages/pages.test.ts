import { describe, expect, test } from "vitest";
import { differenceText } from "../../scripts/fault-pages/difference-text.ts";
import { indexPage } from "../../scripts/fault-pages/index-page.ts";
import { pageOf } from "../../scripts/fault-pages/page.ts";
import { requestText } from "../../scripts/fault-pages/request-text.ts";
import { lookAlikes } from "../../scripts/fault-pages/told-apart.ts";
import { FAULTS, faultOf, UNRECOVERABLE } from "../../src/faults/index.ts";

describe("the page of a fault", () => {
  const page = pageOf(faultOf("asterisk-bare")!);

  test("shows the request, and right and wrong with a caret where they part", () => {
    expect(page).toContain("GET https://example.com/r?q=*");
    expect(page).toContain("right  oauth_consumer_key=ck&q=%2A\nwrong  oauth_consumer_key=ck&q=*\n");
    expect(page).toContain(`${" ".repeat(7 + "oauth_consumer_key=ck&q=".length)}^`);
  });

  test("says how to fix it, what looks the same, and where it was seen", () => {
    expect(page).toContain("- Java: ``URLEncoder.encode(text");
    expect(page).toContain("[encodeuricomponent-leftovers](encodeuricomponent-leftovers.md)");
    expect(page).toContain("- <https://github.com/");
  });

  test("never shows a private key", () => {
    expect(pageOf(faultOf("rsa-wrong-hash")!)).toContain("an RSA key of 2048 bits");
    expect(FAULTS.filter((fault) => pageOf(fault).includes("PRIVATE KEY")).map(({ id }) => id)).toEqual([]);
  });

  test("tells each fault from each that looks like it, by some request", () => {
    const untold = FAULTS.flatMap((fault) =>
      lookAlikes(fault).flatMap(({ fault: other, toldBy }) => (toldBy === undefined ? [[fault.id, other.id]] : [])),
    );
    expect(untold).toEqual([]);
  });
});

describe("the index", () => {
  test("has every fault once, and every mistake that is none", () => {
    const index = indexPage();
    for (const { id } of FAULTS) expect(index.match(new RegExp(`^\\| \\[${id}\\]`, "gm"))).toHaveLength(1);
    for (const { id } of UNRECOVERABLE) expect(index).toContain(`| \`${id}\` |`);
  });
});

describe("the texts of a page", () => {
  test("cut long values around the difference", () => {
    const same = "x".repeat(200);
    const lines = differenceText(`${same}a${same}`, `${same}b${same}`).split("\n");
    expect(lines[0]!.length).toBeLessThan(120);
    expect(lines[0]!.indexOf("a")).toBe(lines[2]!.indexOf("^"));
  });

  test("write octets that are no text, and controls, such that they are seen", () => {
    const text = requestText({
      method: "POST",
      url: "https://example.com/r",
      form: [["name", Uint8Array.of(0xe9)]],
      body: "a\r\n",
      protocolParameters: [["oauth_nonce", ""]],
      signatureMethod: "PLAINTEXT",
      tokenSecret: "ts",
    });
    expect(text).toContain("form name = <E9>");
    expect(text).toContain('body "a\\r\\n"');
    expect(text).toContain('oauth_nonce = ""');
  });
});
