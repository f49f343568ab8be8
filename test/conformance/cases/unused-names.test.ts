import { describe, expect, test } from "vitest";
import { type Draft, FORM_TYPE } from "../../../src/conformance/cases/draft.ts";
import { unusedPair, withUnusedNames } from "../../../src/conformance/cases/unused-names.ts";

const draftWith = (query: string, body = ""): Draft => ({
  method: "POST",
  origin: "http://127.0.0.1:8080",
  host: "127.0.0.1:8080",
  path: "/pay",
  query,
  headers: [],
  contentType: FORM_TYPE,
  body,
  protocol: [],
  place: "header",
});

describe("the parameters of a case", () => {
  test("stay as they are for a request without their names", () => {
    const one = { query: "a=1", form: ["b=2", "b=3"] } as const;
    expect(withUnusedNames(one, draftWith("c=1", "d=2"))).toBe(one);
  });

  test.each([
    ["in the form", draftWith("", "amount=1")],
    ["in the query", draftWith("amount=1")],
    ["in another letter case", draftWith("Amount=1")],
    ["with a part percent-encoded", draftWith("%61mount=1")],
    ["with a member", draftWith("amount[net]=1")],
  ])("all get a prefix if the request has one of their names %s", (_where, draft) => {
    const form = ["amount=1&&note=a%26amount&", "%61mount=1&note=a%2526amount&x"] as const;
    expect(withUnusedNames({ form }, draft)).toEqual({
      form: ["x-amount=1&&x-note=a%26x-amount&", "x-%61mount=1&x-note=a%2526x-amount&x-x"],
    });
  });

  test("get a longer prefix if the request also has their names with the shorter one", () => {
    expect(withUnusedNames({ query: "a=1" }, draftWith("a=1&x-a=2"))).toEqual({ query: "x-x-a=1" });
  });

  test("keep the names that a case is about", () => {
    expect(withUnusedNames({ query: "a=1&__proto__=2" }, draftWith("a=1"))).toEqual({ query: "x-a=1&__proto__=2" });
  });

  test("do not count the body of a request that is not a form", () => {
    const one = { query: "a=1" };
    expect(withUnusedNames(one, { ...draftWith("", "a=1"), contentType: "text/plain" })).toBe(one);
  });
});

describe("a parameter that is added to a request", () => {
  test("has a name that the request does not have", () => {
    expect([unusedPair(draftWith("a=1")), unusedPair(draftWith("probe=1"))]).toEqual(["probe=1", "x-probe=1"]);
  });
});
