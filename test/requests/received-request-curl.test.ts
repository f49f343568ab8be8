import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../src/model/index.ts";
import { curlOf } from "../../src/requests/received-request-curl.ts";

const request: HttpRequest = { method: "GET", url: "/a?b=c", headers: [["X", ""]] };
const start = "curl --globoff --path-as-is --include";

describe("the curl command of a received request", () => {
  test.each<[string, Partial<HttpRequest>, string]>([
    ["with a path", {}, `${start} --request GET --header 'X;' 'https://a.example/a?b=c'`],
    [
      "with an absolute URL",
      { url: "http://b.example/?q" },
      `${start} --request GET --request-target 'http://b.example/?q' --header 'X;' https://a.example`,
    ],
    ["with HEAD", { method: "HEAD", headers: [] }, `${start} --head 'https://a.example/a?b=c'`],
    [
      "with a body without a type",
      { method: "POST", url: "/a", headers: [], body: Buffer.from("d=e") },
      `${start} --request POST --data-raw d=e --header Content-Type: https://a.example/a`,
    ],
    [
      "with octets that curl cannot send",
      { url: "/\xe9" },
      "curl cannot send this request as it is: GET https://a.example",
    ],
  ])("%s", (_, changes, command) => {
    expect(curlOf({ ...request, ...changes }, "https://a.example")).toBe(command);
  });
});
