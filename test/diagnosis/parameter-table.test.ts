import { describe, expect, test } from "vitest";
import { parameterTable } from "../../src/diagnosis/compare/parameter-table.ts";
import { diagnose, explanationOf } from "../../src/diagnosis/index.ts";
import { specification } from "../../src/model/index.ts";
import { utf8Octets } from "../../src/platform/index.ts";
import { asked, payment, sentWith } from "./requests.ts";

/** Enough for common causes. */
const LIKELIEST = { budget: { combinations: 1000 } };

/** A base string with this parameter string. */
const base = (parameters: string): string =>
  `POST&https%3A%2F%2Fgate.example%2Fr&${specification.percentEncode(utf8Octets(parameters))}`;

const table = (right: string, wrong: string) => parameterTable(base(right), base(wrong))?.rows;

describe("the table of parameters", () => {
  test("shows a parameter that was not signed, between the equal ones before and after it", () => {
    expect(table("a=1&b=2&c=3&d=4", "a=1&b=2&d=4")).toEqual([
      { name: "b", sent: "2", signed: "2" },
      { name: "c", sent: "3" },
      { name: "d", sent: "4", signed: "4" },
    ]);
  });

  test("shows a parameter that was signed and not sent", () => {
    expect(table("a=1", "a=1&b=")).toEqual([
      { name: "a", sent: "1", signed: "1" },
      { name: "b", signed: "" },
    ]);
  });

  test("shows a parameter in the wrong place twice: where it should be and where it is", () => {
    expect(table("a=1&b=2&c=3", "b=2&c=3&a=1")).toEqual([
      { name: "a", sent: "1", isMoved: true },
      { name: "a", signed: "1", isMoved: true },
    ]);
  });

  test("says that a parameter is at another place even if that row is cut off", () => {
    const pairs = Array.from({ length: 26 }, (_, at) => `${String.fromCharCode(97 + at)}=1`);
    const rows = table(pairs.join("&"), pairs.toReversed().join("&"))!;
    expect(rows.filter((row) => "sent" in row !== "signed" in row && row.isMoved !== true)).toEqual([]);
    expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(20 - 2);
    expect(table("a=1&b=2&c=3", "a=1&c=3&d=4")!.map(({ isMoved }) => isMoved)).not.toContain(true);
  });

  test("says how many parameters differ if it does not show them all", () => {
    const pairs = (count: number, value: string): string =>
      Array.from({ length: count }, (_, at) => `a${at + 10}=${value}`).join("&");
    for (const [count, differing] of [
      [20, undefined],
      [21, 21],
    ] as const) {
      const found = parameterTable(base(pairs(count, "1")), base(pairs(count, "2")))!;
      expect([found.rows.length, found.differing]).toEqual([20, differing]);
    }
  });

  test("leaves out the equal parameters between two that differ", () => {
    expect(table("a=1&b=2&c=3&d=4", "a=0&b=2&c=3&d=0")).toEqual([
      { name: "a", sent: "1", signed: "0" },
      { name: "d", sent: "4", signed: "0" },
    ]);
  });

  test("has one row if one value differs, and is absent if none does", () => {
    expect(table("a=1&b=2", "a=1&b=3")).toEqual([{ name: "b", sent: "2", signed: "3" }]);
    expect(table("a=1&b=2", "a=1&b=2")).toBeUndefined();
  });

  test("is absent if the method or the URL differs, or if the base string has other parts", () => {
    expect(parameterTable(base("a=1&b=2"), base("a=1&b=2").replace("POST", "GET"))).toBeUndefined();
    expect(parameterTable(base("a=1&b=2"), "POST&https%3A%2F%2Fgate.example%2Fr&a=1&b=2")).toBeUndefined();
    expect(parameterTable(base("a=1&b=2"), "")).toBeUndefined();
  });

  test("is absent if no name is in both: the client joined or encoded differently", () => {
    expect(table("a=1&b=2", "a%3D1%26b%3D2")).toBeUndefined();
  });

  test("shows octets that are no character as escapes, and never as U+FFFD", () => {
    const wrong = "POST&https%3A%2F%2Fgate.example%2Fr&a%3D%E9%26b%3D%FF";
    const rows = parameterTable(base("a=%C3%A9&b=%FF"), wrong)!.rows;
    expect(rows).toEqual([
      { name: "a", sent: "%C3%A9", signed: "%E9" },
      // Both would look alike if they were decoded.
      { name: "b", sent: "%25FF", signed: "%FF" },
    ]);
  });

  test("aligns repeated names, and compares escapes by their case", () => {
    expect(table("a=1&a=2&b=%2F", "a=2&b=%2f")).toEqual([
      { name: "a", sent: "1", signed: "2" },
      { name: "a", sent: "2" },
      { name: "b", sent: "%2F", signed: "%2f" },
    ]);
  });

  test("is limited: twenty rows that differ, and nothing for hundreds of parameters", () => {
    const many = (count: number, value: string): string =>
      Array.from({ length: count }, (_, at) => `n${at}=${value}`).join("&");
    expect(table(many(100, "1"), many(100, "2"))).toHaveLength(20);
    expect(table(many(301, "1"), many(301, "2"))).toBeUndefined();
  });

  test("says how many parameters differ if it does not show them all", { tags: ["deep"] }, () => {
    const form = Array.from({ length: 25 }, (_, at) => [`n${at}`, "a b"] as const);
    const diagnosis = diagnose(asked(sentWith(["space-as-plus"], { ...payment, form })), LIKELIEST);
    expect(diagnosis).toMatchObject({ kind: "explained", parametersDiffering: 25 });
    expect(explanationOf(diagnosis).where).toMatch(/; 25 parameters differ, of which the first are shown$/);
    const few = diagnose(asked(sentWith(["space-as-plus"], { ...payment, form: form.slice(0, 20) })), LIKELIEST);
    expect(few).not.toHaveProperty("parametersDiffering");
  });
});
