/** Request lines that are unusual, but show by their version that the text is raw HTTP. */

import { describe, expect, test } from "vitest";
import { readRequest } from "../../src/requests/index.ts";

const AUTHORIZATION = 'Authorization: OAuth oauth_consumer_key="k", oauth_signature="c2ln"';
const read = (line: string, header = AUTHORIZATION) =>
  readRequest(Buffer.from(`${line}\nHost: a.example\n${header}\n\n`));

describe("a request line with a version", () => {
  test.each([
    ["GET HTTPS://a.example/r HTTP/1.1", "GET", "HTTPS://a.example/r"],
    ["post https://a.example/r HTTP/1.1", "post", "https://a.example/r"],
    ["X*Y https://a.example/r HTTP/1.1", "X*Y", "https://a.example/r"],
    ["GET / HTTP/1.1", "GET", "https://a.example/"],
  ])("such as %s is read as it is", (line, method, url) => {
    const request = read(line);
    expect(request).toMatchObject({ method, url });
    expect(request).not.toHaveProperty("repairs");
  });

  test("whose target contains a space is refused, and not read without the rest of the path", () => {
    expect(() => read("GET https://a.example/r v/X HTTP/1.1")).toThrow("expected a request line");
  });

  test("is enough if the Authorization header lacks its scheme", () => {
    const request = read("GET /r HTTP/1.1", AUTHORIZATION.replace("OAuth ", ""));
    expect(request).not.toHaveProperty("repairs");
  });
});
