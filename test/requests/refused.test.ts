import { describe, expect, test } from "vitest";
import { readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";

const HEAD = "POST /a HTTP/1.1\nHost: gate.example\n";
const messageOf = (text: string | Uint8Array): string => {
  try {
    readRequest(Buffer.from(text));
  } catch (error) {
    expect((error as Error).name).toBe("RequestTextError");
    return (error as Error).message;
  }
  return "read";
};

const expectDeclined = (text: string): void => {
  expect(messageOf(text)).toMatch(/expected (?:a request with |a text of )?(?:at most|fewer|a literal).*, got/);
};

describe("readRequest names what it does not read", () => {
  testEach([
    ["<!DOCTYPE html><html></html>", "an HTML page"],
    ["<?xml version='1.0'?><response/>", "an XML document"],
    ['<?xml version="1.0"?>\n<wsdl:definitions name="Sale">', "a WSDL file"],
    ["HTTP/1.1 403 Forbidden\nServer: a\n\n", "an HTTP response, not a request"],
    ["< HTTP/1.1 403 Forbidden\n", "an HTTP response, not a request"],
    ["\x7fELF\x02\x00\x00", "a binary file"],
    ["GET&https%3A%2F%2Fgate.example%2Fa&b%3Dc", "a signature base string"],
    ['Authorization: OAuth oauth_consumer_key="shop", oauth_nonce="1"', "an Authorization header without its request"],
    ["https://gate.example/a?b=c", "a URL without a method"],
    ["import requests\nrequests.post(url)", "a part of a program"],
    ['{"name":"live","values":[],"_postman_variable_scope":"environment"}', "a Postman environment, not a request"],
    ['{"openapi":"3.1.0"}', "an OpenAPI description, not a request"],
    ['{"error":{"code":1}}', "an error report, probably the response"],
    ['{"a":1,"b":2}', 'an object with "a, b"'],
    ["{}", "an empty object"],
  ])("%s", (text, kind) => {
    expect(messageOf(text)).toContain(`got ${kind}`);
  });
});

describe("readRequest says what was expected, what came and in which line", () => {
  testEach([
    ["# note\n\nGET / HTTP/1.1\nHost example\n\n", "line 4: expected a header such as Name: value"],
    ["GET /a?b=c d HTTP/1.1\nHost: a\n\n", "line 1: expected a request line such as POST /path HTTP/1.1, got 21 other"],
    [":method: GET\n:path: /\n\n", "line 1: expected the pseudo-header field :authority, got none"],
    [`${HEAD}Transfer-Encoding: chunked\n\n2\nab\nzz\n`, "line 7: expected the size of chunk 2, got other octets"],
    [`${HEAD}Transfer-Encoding: chunked\n\n5\nab`, "line 5: expected 5 octets of chunk 1, got 2"],
    [`${HEAD}Transfer-Encoding: chunked\n\n1\nab\n0\n\n`, "line 5: expected a line feed after the octets of chunk 1"],
    [`${HEAD}\na=b\nGET /b HTTP/1.1\nHost: a\n`, "read"],
    [`${HEAD}Content-Length: 3\n\na=b\nGET /b HTTP/1.1\nHost: a\n`, "expected one request, got a second one after it"],
    ["curl https://a/?b=1&c=2", 'line 1: expected one command, without variables, pipes and the like, got "&"'],
    ["curl https://a/\n$ curl https://b/", "line 2: expected one command, got a second one"],
    ["curl https://a/ https://b/", "expected one URL, got two"],
    ["curl https://a/ && curl https://b/", "line 1: expected one command, got a second one"],
    ['curl ^"https://a/^" &\r\ncurl ^"https://b/^"', "expected one command, got several"],
    ['curl ^"https://a/', "line 1: expected the closing double quote"],
    ["Invoke-WebRequest -Uri $url", 'line 1: expected a value, got the variable "$url"'],
    ['irm https://a/ -Body "a=$b"', "expected a string without variables, got one with a variable"],
    ["irm https://a/ -InFile body.bin", 'the PowerShell option "-InFile" is not supported'],
    ["irm https://a/\nirm https://b/", "line 2: expected one command, got a second one"],
    ["fetch(url, {})", 'line 1: expected a literal, because values of variables are not known here, got "url"'],
    ["fetch('https://a/', {method: 'POST' body: 'a'})", 'line 1: expected , or }, got "body"'],
    ["fetch('https://a/', {body: ['a' 'b']})", "line 1: expected , or ], got"],
    ["fetch('/a')", "expected fetch with an absolute URL as a string"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
    ["fetch(`https://${host}/`)", "line 1: expected a string without placeholders, got one with a variable"],
    ["fetch('https://a/'); fetch('https://b/')", "line 1: expected one call of fetch, got a second one"],
    ["http POST https://a/ file@body.txt", "expected items such as name=value, got a file"],
    ["http --multipart https://a/ a=b", 'the HTTPie option "--multipart" is not supported'],
  ])("%s", (text, message) => {
    expect(messageOf(text)).toContain(message);
  });
});

describe("readRequest", () => {
  testEach([
    ["GET /a?b=c d HTTP/1.1\nHost: a\n\n", "a space in the target must be encoded as %20"],
    ['curl https://a/ -H "Authorization: $AUTH"', "run the command after set -x, and copy what the shell prints"],
    ["curl https://a/ -H $AUTH", "run the command after set -x, and copy what the shell prints"],
  ])("says what to do about %s", (text, hint) => {
    expect(() => readRequest(Buffer.from(text))).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(hint) }),
    );
  });

  test("refuses an entry of what has no entries", () => {
    expect(() => readRequest(Buffer.from("GET / HTTP/1.1\nHost: a\n\n"), { entry: "1" })).toThrow(
      "--entry is only for HAR files, Postman collections, .http files and logs",
    );
  });

  testEach([
    ["curl https://a/ -H 's3cret-header'"],
    ['curl https://a/ -u "me:s3cret$x"'],
    ["curl https://a/ --aws-sigv4=s3cret"],
    ["curl https://me:s3cret@a/ https://b/"],
    ["irm https://a/ -Headers 's3cret'"],
    ["irm 's3cret'"],
    ["fetch('s3cret')"],
    ["fetch('https://a/', {headers: 's3cret'})"],
    ["http https://a/ s3cret"],
    ["GET / HTTP/1.1\nHost: a\ns3cret\n\n"],
    ["s3cret\n"],
    ['{"method":"GET","url":"s3cret"}'],
    ['{"method":"GET","url":"https://a/","headers":["s3cret"]}'],
  ])("quotes no secret in the error for %s", (text) => {
    expect(messageOf(text)).not.toContain("s3cret");
  });

  testEach([
    ["endless quotes", `curl ${"'a".repeat(2_200_000)}`],
    ["a long request line", `GET /${"a".repeat(4_400_000)} HTTP/1.1`],
    ["deep JSON", "[".repeat(4_400_000)],
    ["many lines", "a\n".repeat(100_001)],
  ])("declines %s with a reason", (_, text) => expectDeclined(text));

  // Fifteen thousand calls are more than the stack has room for.
  describe.each([
    [15_000, {}],
    [1_000_000, { tags: ["deep"] }],
  ])("with %i pieces", (count, options) => {
    testEach([
      ["deep parentheses", "irm -Uri ", "("],
      ["deep arrays of JavaScript", "fetch(", "["],
      ["deep arrays of JavaScript behind a quotation mark", `fetch('"', `, "["],
      ["calls of new", "fetch(", "new "],
    ])("declines %s with a reason", options, (_, before, piece) => expectDeclined(before + piece.repeat(count)));

    test("reads a curl command with many options in one word", options, () => {
      expect(messageOf(`curl -${"s".repeat(count)}d a https://a/`)).toBe("read");
    });

    test("reads lines, comments and chunks without a stack of calls", options, () => {
      // A text has a limit of lines.
      const lines = Math.min(count, 30_000);
      expect(messageOf(`${"#\n".repeat(lines)}GET / HTTP/1.1\nHost: a\n\n`)).toBe("read");
      expect(messageOf(`${HEAD}${"A: b\n c\n".repeat(lines)}\n`)).toBe("read");
      expect(messageOf(`${HEAD}Transfer-Encoding: chunked\n\n${"1\na\n".repeat(lines)}0\n\n`)).toBe("read");
    });
  });
});

describe("readRequest names the end of a chunked body", () => {
  testEach([
    ["5\nabcde", "line 5: expected a line feed after the octets of chunk 1"],
    ["5\nabcd", "line 5: expected 5 octets of chunk 1, got 4"],
    ["1\na\n", "line 7: expected the size of chunk 2, got the end of the body"],
  ])("that ends with %s", (body, message) => {
    expect(messageOf(`${HEAD}Transfer-Encoding: chunked\n\n${body}`)).toContain(message);
  });
});
