import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { allFaults, createTextFilter, type Texts, VALUE_CHANGES } from "../../src/faults/index.ts";
import { secretNotations } from "../../src/faults/texts/secret-notations.ts";
import { NAME_NOTATIONS, TEXT_CHANGES } from "../../src/faults/texts/text-changes.ts";
import { createTextFaults } from "../../src/faults/texts/text-faults.ts";
import { trace } from "../../src/model/index.ts";
import { specification } from "../../src/model/specification.ts";
import { expectRecorded } from "../recorded.ts";
import { requestWith } from "./signed-parameters.ts";

const TEXT_FAULTS = createTextFaults();

const CHANGES = new Map(
  [...VALUE_CHANGES, ...NAME_NOTATIONS, ...secretNotations("consumer")].map((one) => [one.id, one]),
);

/** The permanent ids of scopes and changes. */
const LOCKED: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("text-fault-ids.json", import.meta.url), "utf8"),
);

describe("a change of a text", () => {
  test("writes a GUID as .NET does", () => {
    const written = ["guid-digits", "guid-braces"].map((id) =>
      CHANGES.get(id)!.change("B17F59B4-A7DC-41B4-8FF9-37D986B43D20"),
    );
    expect(written).toEqual(["b17f59b4a7dc41b48ff937d986b43d20", "{b17f59b4-a7dc-41b4-8ff9-37d986b43d20}"]);
  });

  test.each([...CHANGES.values()].map((one) => [one.id, one] as const))("%s changes its example", (_, one) => {
    expect(one.change(one.example)).not.toBe(one.example);
  });

  test.each([
    ["one-space", " a \t b ", " a b "],
    ["lf", "a\r\nb", "a\nb"],
    ["guid-braces", "B17F59B4", "B17F59B4"],
    ["ipv4-mapped", "203.0.113.7", "::ffff:203.0.113.7"],
    ["grouped-by-no-break-spaces-comma", "1234567.5", "1\u00a0234\u00a0567,5"],
    ["crlf", "a\nb\r\nc", "a\r\nb\r\nc"],
    ["br-before-line-break", "a\r\nb", "a<br />\r\nb"],
    ["capital-words", "jane o'neil@b.c", "Jane O'Neil@B.C"],
    ["capital-names", "jane@b.c", "Jane@B.c"],
    ["entities-039", "a'&", "a&#039;&amp;"],
    ["no-entities", "a&amp;lt;&lt;", "a&lt;<"],
    ["numeric-entities", "é😀", "&#233;&#128512;"],
    ["quotes-escaped", "it's \\ \"", "it\\'s \\\\ \\\""],
    ["no-backslashes", "a\\'b\\\\", "a'b\\"],
    ["json-string", 'a"b', '"a\\"b"'],
    ["unquoted", '"a"b"', 'a"b'],
    ["json-escapes-ascii", "é\n", "\\u00e9\\n"],
    ["cut-at-hash", "a#b#c", "a"],
    ["cut-at-last-slash", "a/b/c", "a/b"],
    ["after-last-comma", "a,b", "b"],
    ["cut-after-16", "éééééééééééééééé€", "é".repeat(16)],
    ["sha-1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"],
    ["base64-decoded", "YWJjZGVm", "abcdef"],
    ["no-zeros", "10.50", "10.5"],
    ["no-zeros", "100", "100"],
    ["no-zeros", "10.00", "10"],
    ["decimals-2", "1e5", "1e5"],
    ["grouped-by-commas", "1234567.1234", "1,234,567.1234"],
    ["one-or-zero", "toString", "toString"],
    ["one-or-empty", "false", ""],
    ["json-spaces", '{"a":[1,"b,:"]}', '{"a": [1, "b,:"]}'],
    ["json-compact", "{a", "{a"],
    ["json-sorted", '{"b":1,"a":2}', '{"a":2,"b":1}'],
    ["date-t-z", "2024-03-01 10:00", "2024-03-01T10:00:00Z"],
    ["masked-inside-stars", "4111111111111111", "411111******1111"],
    ["snake-case", "pageSize", "page_size"],
    ["pascal-case", "page_size", "PageSize"],
    ["members-after-points", "a[b][c]", "a.b.c"],
    ["members-in-brackets", "a.b.c", "a[b][c]"],
  ])("%s of %j gives %j", (id, text, changed) => {
    expect(CHANGES.get(id)!.change(text)).toBe(changed);
  });
});

describe("the fault of a change in a scope", () => {
  const oneOfEachScope = new Map(TEXT_FAULTS.map((fault) => [fault.text!.scope, fault.id]));

  test("has a permanent id, made of the change and the scope, in text-fault-ids.json", {
    tags: ["recorded"],
  }, async () => {
    const ids = (changes: readonly { readonly id: string }[]): string[] => changes.map(({ id }) => id);
    const current: Readonly<Record<string, readonly string[]>> = {
      scopes: [...oneOfEachScope.keys()],
      changes: ids(TEXT_CHANGES),
      "changes of values": ids(VALUE_CHANGES.slice(TEXT_CHANGES.length)),
      "changes of names": ids(NAME_NOTATIONS),
      "changes of secrets": ids([...secretNotations("consumer"), ...secretNotations("token")]),
    };
    const lists = Object.entries(current).map(
      ([name, own]) => [name, [...new Set([...(LOCKED[name] ?? []), ...own])]] as const,
    );
    const gone = lists.flatMap(([name, all]) => all.filter((id) => !current[name]!.includes(id)));
    expect(gone, "a permanent id is no longer in use").toEqual([]);
    const text = `${JSON.stringify(Object.fromEntries(lists), null, 2)}\n`;
    await expectRecorded(text, "./text-fault-ids.json");
    expect(new Set(TEXT_FAULTS.map(({ id }) => id)).size).toBe(TEXT_FAULTS.length);
    expect(
      [...CHANGES.keys(), ...oneOfEachScope.keys()].filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)),
    ).toEqual([]);
  });

  test.each([
    ["values", "parameterString", "a=B%20C&b=B&oauth_n=1&oauth_t=x"],
    ["own-names", "parameterString", "A=b%20c&B=b&oauth_n=1&oauth_t=x"],
    ["protocol-names", "parameterString", "OAUTH_N=1&OAUTH_T=x&a=b%20c&b=b"],
    ["names", "parameterString", "A=b%20c&B=b&OAUTH_N=1&OAUTH_T=x"],
    ["protocol-values", "parameterString", "a=b%20c&b=b&oauth_n=1&oauth_t=X"],
    ["consumer-secret", "key", "CS%2F&ts"],
    ["token-secret", "key", "cs%2F&TS"],
    ["secrets", "key", "CS%2F&TS"],
    ["unencoded-consumer-secret", "key", "CS/&ts"],
    ["key", "key", "CS%2F&TS"],
    ["host", "baseStringUri", "https://EXAMPLE.COM/r"],
    ["path", "baseStringUri", "https://example.com/R"],
    ["uri", "baseStringUri", "HTTPS://EXAMPLE.COM/R"],
    ["parameter-string", "parameterString", "A=B%20C&B=B&OAUTH_N=1&OAUTH_T=X"],
    ["base-string", "baseString", "GET&HTTPS%3A%2F%2FEXAMPLE.COM%2FR&A%3DB%2520C%26B%3DB%26OAUTH_N%3D1%26OAUTH_T%3DX"],
    ["encoded-values", "parameterString", "a=B%20C&b=B&oauth_n=1&oauth_t=X"],
    ["encoded", "parameterString", "A=B%20C&B=B&OAUTH_N=1&OAUTH_T=X"],
  ] as const)("changes only %s", (scope, field, expected) => {
    const fault = TEXT_FAULTS.find(({ id }) => id === `text/upper-case/${scope}`)!;
    const request = requestWith({
      url: "https://example.com/r?a=b%20c&b=b",
      consumerSecret: "cs/",
      tokenSecret: "ts",
      protocolParameters: [
        ["oauth_n", "1"],
        ["oauth_t", "x"],
      ],
    });
    expect(trace(request, fault.apply(specification))[field]).toBe(expected);
  });

  test("changes the method and the signature", () => {
    const traced = (id: string) =>
      trace(requestWith({}), TEXT_FAULTS.find((fault) => fault.id === id)!.apply(specification));
    expect(traced("text/single-quotes/method").baseString).toMatch(/^%27GET%27&/);
    expect(traced("text/single-quotes/signature").signature).toMatch(/^'.*='$/);
  });
});

describe("the faults for the texts of a request", () => {
  const none = Object.fromEntries(LOCKED.scopes!.map((scope) => [scope, []])) as unknown as Texts;
  const idsFor = (texts: Texts): string[] =>
    allFaults()
      .filter(({ text }) => text !== undefined)
      .filter(createTextFilter({ ...none, ...texts }))
      .map(({ id }) => id);

  test("are those that change a text, and the first of those that change it alike", () => {
    const ids = idsFor({ method: ["GET"] });
    expect(ids).toContain("text/lower-case/method");
    expect(ids).not.toContain("text/upper-case/method");
    expect(ids.filter((id) => id === "text/empty/method" || id === "text/hyphen-for-underscore/method")).toEqual([
      "text/empty/method",
    ]);
  });

  test("change at least two values, because one alone is a cause of its own", () => {
    expect(idsFor({ values: ["a", "1"] })).not.toContain("text/upper-case/values");
    expect(idsFor({ values: ["a", "1", "b"] })).toContain("text/upper-case/values");
  });
});
