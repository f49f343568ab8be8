import { describe, expect, test } from "vitest";
import { absoluteUrl, pathOf } from "../../../src/verifier/adapters/request-head.ts";

describe("the path of a target", () => {
  test.each([
    ["/pay?a=%7e&b", "/pay?a=%7e&b"],
    ["//evil.example/pay", "//evil.example/pay"],
    ["/a/../b;c?http://x/", "/a/../b;c?http://x/"],
    ["http://evil.example/pay?a", "/pay?a"],
    ["HTTPS://user@evil.example:1?a", "/?a"],
    ["http://evil.example", "/"],
    ["*", "*"],
  ])("of %s is %s", (target, path) => {
    expect(pathOf(target)).toBe(path);
  });
});

describe("the absolute URL", () => {
  test("has the scheme of the connection, and host and target as sent", () => {
    expect(absoluteUrl("/a%2fb?c", true, ["Shop.Example:8443"])).toBe("https://Shop.Example:8443/a%2fb?c");
    expect(absoluteUrl("/", false, ["[::1]:80"])).toBe("http://[::1]:80/");
    expect(absoluteUrl("https://other.example/x", false, ["shop.example"])).toBe("http://other.example/x");
  });

  test.each([
    ["no host", []],
    ["two hosts", ["a", "a"]],
    ["an empty one", [""]],
    ["userinfo", ["a@b"]],
    ["a path", ["a/b"]],
    ["a query", ["a?b"]],
    ["a backslash", ["a\\b"]],
    ["white space", ["a b"]],
    ["a list", ["a, b"]],
    ["a port that is none", ["a:x"]],
  ])("is not made of %s", (_what, hosts) => {
    expect(absoluteUrl("/pay", true, hosts)).toBeUndefined();
  });

  test("is not made of an absolute target that hides its host", () => {
    expect(absoluteUrl("https://shop.example@evil.example/", true, ["shop.example"])).toBeUndefined();
    expect(absoluteUrl("https:///pay", true, ["shop.example"])).toBeUndefined();
  });
});
