import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import { type PastedRequest, readRequest } from "../../src/requests/index.ts";
import { SECRET, sentWith } from "../diagnosis/requests.ts";
import { testEach } from "../title.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";

/** A HAR file whose body is only in its params; without a size, as some programs write it. */
const har = (params: readonly (readonly [string, string])[], bodySize = -1): string => {
  const postData = { mimeType: FORM_TYPE, text: "", params: params.map(([name, value]) => ({ name, value })) };
  const request = { method: "POST", url: "https://gate.example/a", headers: [], bodySize, postData };
  return JSON.stringify({ log: { entries: [{ request }] } });
};
const read = (text: string): PastedRequest => readRequest(Buffer.from(text)) as PastedRequest;
const bodyOf = ({ body }: PastedRequest): string => Buffer.from(body ?? []).toString();

describe("the params of a HAR file", () => {
  testEach<[string, [string, string][]]>([
    [
      "with a space",
      [
        ["note", "two shirts"],
        ["sum", "1+1"],
      ],
    ],
    [
      "with a letter outside ASCII",
      [
        ["note", "Größe"],
        ["sum", "1+1"],
      ],
    ],
    [
      "with an ampersand",
      [
        ["note", "a&b"],
        ["sum", "1+1"],
      ],
    ],
    [
      "with a percent sign without digits",
      [
        ["note", "100 %"],
        ["sum", "1+1"],
      ],
    ],
    [
      "with a name that is not encoded",
      [
        ["the note", "a"],
        ["sum", "1+1"],
      ],
    ],
  ])("are decoded values if there is one %s", (_, params) => {
    const request = read(har(params));
    expect([...new URLSearchParams(bodyOf(request))]).toEqual(params);
    expect(request.repairs).toEqual(["the form was put together from params, whose values were encoded"]);
  });

  test("are encoded values if each may be one", () => {
    const request = read(
      har([
        ["note", "two%20shirts*"],
        ["sum", "1+1@"],
      ]),
    );
    expect(bodyOf(request)).toBe("note=two%20shirts*&sum=1+1@");
    expect(request.repairs).toEqual(["the form was put together from params"]);
  });

  testEach([
    ["that they were sent as they are", "note=a b&sum=1+1", "note=a b&sum=1+1"],
    ["that a space was sent as +", "note=a+b&sum=1%2B1", "note=a+b&sum=1%2B1"],
    ["that a space was sent as %20", "note=a%20b&sum=1%2B1", "note=a%20b&sum=1%2B1"],
  ])("are encoded to the size of the body, which shows %s", (_, form, expected) => {
    const decoded = [
      ["note", "a b"],
      ["sum", "1+1"],
    ] as const;
    expect(bodyOf(read(har(decoded, form.length)))).toBe(expected);
  });

  test("are the decoded values of a form without such a character if the body is longer", () => {
    expect(bodyOf(read(har([["email", "a+b@shop.example"]], "email=a%2Bb%40shop.example".length)))).toBe(
      "email=a%2Bb%40shop.example",
    );
  });

  test("of a valid request make a valid request", () => {
    const sent = sentWith([]);
    const params = [...new URLSearchParams(Buffer.from(sent.body!).toString())].map(([name, value]) => ({
      name,
      value,
    }));
    const headers = sent.headers.map(([name, value]) => ({ name, value }));
    const text = JSON.stringify({ method: sent.method, url: sent.url, headers, postData: { params } });
    expect(diagnose({ request: read(text), key: { consumerSecret: SECRET } }).kind).toBe("right");
  });
});
