import { describe, expect, test } from "vitest";
import { httpText, shownAddress, targetOf } from "../../src/requests/http-text.ts";
import { readRequest } from "../../src/requests/index.ts";

describe("HTTP text", () => {
  test.each([
    ["https://gate.example:8443/pay/a%20b?x=http://other.example/", "/pay/a%20b?x=http://other.example/"],
    ["HTTP://[::1]/", "/"],
    ["http://gate.example?x=/y", "?x=/y"],
    ["/pay?to=https://shop.example/", "/pay?to=https://shop.example/"],
  ])("has the target of %j", (url, target) => {
    expect(targetOf(url)).toBe(target);
  });

  test.each([
    ["https://me:p%40ss@gate.example/pay?token=a#b", "https://gate.example/pay"],
    ["https://me:p@ss@gate.example/a@b", "https://gate.example/a@b"],
    ["http://gate.example?to=me@shop.example", "http://gate.example"],
  ])("shows only the address of %j", (url, address) => {
    expect(shownAddress(url)).toBe(address);
  });

  test("is read as the same request", () => {
    const headers = [
      ["Host", "gate.example"],
      ["Content-Length", "3"],
    ] as const;
    expect(httpText("POST", "/pay", headers, "a=1")).toBe(
      "POST /pay HTTP/1.1\nHost: gate.example\nContent-Length: 3\n\na=1",
    );
    const text = httpText("POST", "https://gate.example/pay", headers, "a=1");
    expect(readRequest(Buffer.from(text))).toMatchObject({ method: "POST", url: "https://gate.example/pay", headers });
    expect(httpText("GET", "/", [], "")).toBe("GET / HTTP/1.1\n\n");
  });
});
