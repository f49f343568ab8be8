/** How the probe signs and writes its requests, and shows them as commands. */

import { describe, expect, test } from "vitest";
import { type Draft, FORM_TYPE, withProtocol, write } from "../../../src/conformance/cases/draft.ts";
import { curlLines } from "../../../src/conformance/probe/curl.ts";
import { createGood, freshNonce } from "../../../src/conformance/probe/good.ts";
import { sign } from "../../../src/index.ts";
import { readCurlCommand } from "../../../src/requests/curl-command.ts";
import { curlOf } from "../../../src/requests/received-request-curl.ts";
import { shellWords } from "../../../src/requests/shell-words.ts";
import { CLIENT, RSA_CLIENT } from "./credentials.ts";

const request = {
  method: "POST",
  origin: "http://127.0.0.1:8080",
  host: "127.0.0.1:8080",
  path: "/a%20b",
  query: "c=%C3%A9&c=1",
  headers: [["X-Probe", "it's"]] as const,
  contentType: FORM_TYPE,
  body: "amount=10.42&note=a+b",
};
const shared = { request, place: "header", maySendPlaintext: true, mayChangeMethod: false, clockAhead: 0 } as const;

describe("a draft", () => {
  test.each([
    ["HMAC-SHA1", CLIENT],
    ["HMAC-SHA512", CLIENT],
    ["RSA-SHA256", RSA_CLIENT],
  ] as const)("is signed with %s as the signer does it", (method, credentials) => {
    const good = createGood({ ...shared, credentials, method });
    const { publicKey: _, ...ofClient } = { publicKey: undefined, ...credentials };
    const draft = good.fresh();
    const value = (name: string): string => draft.protocol.find(([own]) => own === name)![1];
    const signed = sign(
      {
        method: "POST",
        url: `${request.origin}${request.path}?${request.query}`,
        form: [
          ["amount", "10.42"],
          ["note", "a b"],
        ],
      },
      { ...ofClient, signatureMethod: method } as never,
      { nonce: value("oauth_nonce"), timestamp: value("oauth_timestamp") },
    );
    expect(good.sign(draft)).toBe(signed.signature);
  });

  test("is written with its parameters in header, query or body", () => {
    const draft: Draft = { ...request, place: "header", protocol: [["oauth_nonce", "a b"]] };
    expect(write(draft, "x=").headers).toContainEqual([
      "Authorization",
      'OAuth oauth_nonce="a%20b", oauth_signature="x%3D"',
    ]);
    expect(write({ ...draft, place: "query" }, "x").url).toBe(
      "/a%20b?c=%C3%A9&c=1&oauth_nonce=a%20b&oauth_signature=x",
    );
    const inBody = write({ ...draft, place: "body" }, "x");
    expect(Buffer.from(inBody.body!).toString()).toBe("amount=10.42&note=a+b&oauth_nonce=a%20b&oauth_signature=x");
    expect(inBody.headers).toContainEqual(["Content-Length", String(inBody.body!.length)]);
    expect(write({ ...draft, protocol: [] }).headers.some(([name]) => name === "Authorization")).toBe(false);
  });

  test("gets, keeps and loses protocol parameters", () => {
    const draft: Draft = {
      ...request,
      place: "header",
      protocol: [
        ["a", "1"],
        ["b", "2"],
      ],
    };
    expect(withProtocol(draft, { a: "3", b: undefined, c: "4" }).protocol).toEqual([
      ["a", "3"],
      ["c", "4"],
    ]);
  });

  test("has a nonce of 24 letters and digits, and the time of the server", () => {
    expect(freshNonce()).toMatch(/^[a-z0-5]{24}$/);
    const late = createGood({ ...shared, credentials: CLIENT, method: "HMAC-SHA1", clockAhead: 5000 });
    expect(late.now() - Math.floor(Date.now() / 1000)).toBeGreaterThan(4990);
  });
});

describe("a curl command", () => {
  test("sends the same request, as our reader of curl commands sees it", () => {
    const good = createGood({ ...shared, credentials: CLIENT, method: "HMAC-SHA1" });
    const sent = good.signed(good.fresh());
    const read = readCurlCommand(shellWords(curlOf(sent, request.origin).replace(" --include", "")));
    expect(read).toMatchObject({ method: "POST", url: `${request.origin}${sent.url}` });
    expect(read.headers).toEqual(
      expect.arrayContaining([["X-Probe", "it's"], ...sent.headers.filter(([name]) => name === "Authorization")]),
    );
  });

  test("sends copies at once in one line", () => {
    const one = { method: "GET", url: "/a", headers: [] };
    expect(curlLines([[one], [one, one]], "http://127.0.0.1")).toEqual([
      "curl --globoff --path-as-is --include --request GET http://127.0.0.1/a",
      "for i in $(seq 2); do curl --globoff --path-as-is --include --request GET http://127.0.0.1/a & done; wait",
    ]);
  });

  test("sends different requests at once as what they are", () => {
    const requests = ["/a", "/b"].map((url) => ({ method: "GET", url, headers: [] }));
    expect(curlLines([requests], "http://127.0.0.1")).toEqual([
      "curl --globoff --path-as-is --include --request GET http://127.0.0.1/a & " +
        "curl --globoff --path-as-is --include --request GET http://127.0.0.1/b & wait",
    ]);
  });

  test("says where curl cannot send the request", () => {
    expect(curlOf({ method: "GET", url: "/a", headers: [["A", "\xe9"]] }, "http://x")).toBe(
      "curl cannot send this request as it is: GET http://x",
    );
  });

  test("quotes everything that a shell would obey", () => {
    const command = curlOf(
      {
        method: "GET",
        url: "/a?b=$(x)&c='",
        headers: [
          ["A", "`y`"],
          ["B", ""],
        ],
      },
      "http://x",
    );
    expect(shellWords(command)).toEqual([
      ...["curl", "--globoff", "--path-as-is", "--include", "--request", "GET"],
      ...["--header", "A: `y`", "--header", "B;", "http://x/a?b=$(x)&c='"],
    ]);
  });
});
