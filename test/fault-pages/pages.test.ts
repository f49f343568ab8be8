import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { indexPage } from "../../scripts/fault-pages/index-page.ts";
import { differenceText, pageOf, requestText, similarFaults } from "../../scripts/fault-pages/page.ts";
import { FAULTS, faultOf, UNMODELLED_MISTAKES } from "../../src/faults/index.ts";

describe("the page of a fault", () => {
  const page = pageOf(faultOf("asterisk-bare")!);

  test("shows the request, and the correct and the wrong value with a caret under the first difference", () => {
    expect(page).toContain("GET https://example.com/r?q=*");
    expect(page).toContain("correct  oauth_consumer_key=ck&q=%2A\nwrong    oauth_consumer_key=ck&q=*\n");
    expect(page).toContain(`\n${" ".repeat(9 + "oauth_consumer_key=ck&q=".length)}^`);
  });

  test("has the fix, similar faults, and the evidence", () => {
    expect(page).toContain("- Java: ``URLEncoder.encode(text");
    expect(page).toContain("[encodeuricomponent-leftovers](encodeuricomponent-leftovers.md)");
    expect(page).toContain("- <https://github.com/");
  });

  test("never shows a private key", { tags: ["deep"] }, () => {
    expect(pageOf(faultOf("rsa-wrong-hash")!)).toContain("an RSA key of 2048 bits");
    expect(FAULTS.filter((fault) => pageOf(fault).includes("PRIVATE KEY")).map(({ id }) => id)).toEqual([]);
  });

  test("names a request that distinguishes each fault from each similar one", { tags: ["deep"] }, () => {
    const indistinguishable = FAULTS.flatMap((fault) =>
      similarFaults(fault).flatMap(({ fault: other, distinguishedBy }) =>
        distinguishedBy === undefined ? [[fault.id, other.id]] : [],
      ),
    );
    expect(indistinguishable).toEqual([]);
  });
});

describe("the index", () => {
  test("has every fault once, and every unmodelled mistake", () => {
    const index = indexPage();
    for (const { id } of FAULTS) expect(index.match(new RegExp(`^\\| \\[${id}\\]`, "gm"))).toHaveLength(1);
    for (const { id } of UNMODELLED_MISTAKES) expect(index).toContain(`| \`${id}\` |`);
  });
});

describe("the texts of a page", () => {
  test("cut long values around the difference", () => {
    const same = "x".repeat(200);
    const lines = differenceText(`${same}a${same}`, `${same}b${same}`).split("\n");
    expect(lines[0]!.length).toBeLessThan(120);
    expect(lines[0]!.indexOf("a")).toBe(lines[2]!.indexOf("^"));
  });

  test("show octets that are not text, and control characters, as escapes", () => {
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

describe("the page of the kill matrix", () => {
  // Not beside the test that writes the page: they run in any order.
  test("has a line for each fault with evidence, and for no other", () => {
    const page = readFileSync("docs/data/kill-matrix.md", "utf8");
    const listed = page.match(/(?<=^\| \[)[\w-]+(?=\]\(\.\.\/faults\/)/gm);
    expect([...new Set(listed)].sort(), "npm run mutants writes it").toEqual(FAULTS.map(({ id }) => id).sort());
  });
});
