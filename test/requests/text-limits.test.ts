import { describe, expect, test } from "vitest";
import { explain } from "../../src/diagnosis/explain.ts";
import { REQUEST_FORMATS, type RequestFormat, readRequest } from "../../src/requests/index.ts";

const MEGABYTE = 2 ** 20;

function errorOf(text: string, format?: RequestFormat): string {
  try {
    readRequest(Buffer.from(text), { format });
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return "read";
}

describe("before any reader sees a text", () => {
  const texts = REQUEST_FORMATS.filter((format) => format !== "json");

  test.each(texts)("its size, lines and levels are limited, as %s", (format) => {
    const expected = "RequestTextError: expected a request with at most";
    expect(errorOf("a".repeat(4 * MEGABYTE + 1), format)).toBe(`${expected} 4 MB, got 5`);
    expect(errorOf("a\n".repeat(100_000), format)).toBe(`${expected} 100000 lines, got 100001`);
    for (const brackets of ["{", "[", "(", "\n {", '"\n{'])
      expect(errorOf(brackets.repeat(1001), format)).toBe(`${expected} 1000 levels of brackets, got 1001`);
  });

  test("its size is limited, as JSON", { tags: ["deep"] }, () => {
    const tooLarge = `{${" ".repeat(64 * MEGABYTE)}`;
    expect(errorOf(tooLarge)).toBe("RequestTextError: expected a request with at most 64 MB, got 65");
  });

  test("its levels are limited, as JSON, which HAR files with many lines are", () => {
    const expected = "RequestTextError: expected a request with at most";
    expect(errorOf('{"a":'.repeat(1001))).toBe(`${expected} 1000 levels of brackets, got 1001`);
    const entry = {
      request: { method: "GET", url: "https://a/", headers: [] },
      response: { text: '"{\\"'.repeat(2000) },
    };
    expect(errorOf(`{"log":{"entries":[${"\n".repeat(200_000)}${JSON.stringify(entry)}]}}`)).toBe("read");
  });

  test("the brackets of a log whose lines were cut off do not add up", () => {
    const line = '2026-11-28 DEBUG {"status": {"text": [\n';
    expect(errorOf(`${line.repeat(2000)}GET https://a/?oauth_signature=x HTTP/1.1\nHost: a\n`)).toBe("read");
  });

  test("the size of an answer is limited, too", async () => {
    const request = { method: "GET", url: "https://a/", headers: [] };
    await expect(explain({ request, keys: [], serverResponse: "a".repeat(4 * MEGABYTE + 1) })).rejects.toThrow(
      "expected a response with at most 4 MB, got 5",
    );
  });
});
