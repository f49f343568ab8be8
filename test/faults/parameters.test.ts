import { describe, expect, test } from "vitest";
import { specification, trace } from "../../src/model/index.ts";
import { type Change, query, requestWith, signedBy, VARIANTS } from "./signed-parameters.ts";

const json = (body: string): Change => ({ method: "POST", headers: [["Content-Type", "application/json"]], body });
const form = (...pairs: [string, string][]): Change => ({ method: "POST", form: pairs });

describe("a parameter", () => {
  test.each([
    ["The client signs only the protocol parameters.", query("a=1"), "oauth_n=1"],
    ["The client signs only its own parameters, not the protocol parameters.", query("a=1"), "a=1"],
    [
      "The client signs the values of a repeated name as Python prints it: ['a', 'b'].",
      query("a=1&b=3&a=2"),
      "a=%5B%271%27%2C%20%272%27%5D&b=3&oauth_n=1",
    ],
    [
      "The client signs the values of a name with brackets as the word Array.",
      query("a[0][b]=1&a[c]=2"),
      "a=Array&oauth_n=1",
    ],
    [
      "The client decodes query and form before it splits them, so an & in a value starts a new parameter.",
      query("a=1%26b%3D2%3D3&c=%FF%26"),
      "a=1&b=2%3D3&c=%FF%26&oauth_n=1",
    ],
    [
      "The client signs the members of a JSON body as parameters, lists and maps as JSON with spaces.",
      json('{"a":1.0,"b":[true,"c d"],"e":null}'),
      "a=1.0&b=%5Btrue%2C%20%22c%20d%22%5D&e=null&oauth_n=1",
    ],
    [
      "Of a name in query and form, the client signs only the form's values, unless it needs encoding.",
      { ...query("a=1&%C3%A9=1"), ...form(["a", "2"], ["é", "2"]) },
      "%C3%A9=1&%C3%A9=2&a=2&oauth_n=1",
    ],
    ["The client does not sign parameters whose names are repeated.", query("a=1&b=2&a=3"), "b=2&oauth_n=1"],
    [
      "The client signs a parameter of the query or the form that is named oauth_signature.",
      { ...query("oauth_signature=1"), ...form(["oauth_signature", "2"]) },
      "oauth_n=1&oauth_signature=1&oauth_signature=2",
    ],
    [
      "The client collects parameters in a JavaScript object, which loses a parameter named __proto__.",
      query("__proto__=1&constructor=2"),
      "constructor=2&oauth_n=1",
    ],
    [
      "The client does not sign a parameter named like a member of every JavaScript object, such as constructor.",
      query("__proto__=1&constructor=2&a=3"),
      "a=3&oauth_n=1",
    ],
    [
      "The client signs a member of every JavaScript object, such as constructor, as a value of that name.",
      query("constructor=1&a=2"),
      "a=2&constructor=1&constructor=function%20Object%28%29%20%7B%20%5Bnative%20code%5D%20%7D&oauth_n=1",
    ],
    [
      "The client decodes only names and values that are UTF-8, and encodes the escapes of the others again.",
      query("a=%FF+b&%C3%A9=%C3%A9"),
      "%C3%A9=%C3%A9&a=%25FF%20b&oauth_n=1",
    ],
    [
      "The client signs the query as it is in the URL, without decoding and encoding it.",
      query("a=%7e+b,&'=:"),
      "'=:&a=%7e+b,&oauth_n=1",
    ],
    [
      "The client signs the query as a WHATWG URL parser writes it, without decoding and encoding it.",
      query("a=%7e+b,&'=:"),
      "%27=:&a=%7e+b,&oauth_n=1",
    ],
    [
      "The client signs a pair with an empty name and value for an extra &, and for a query without any pair.",
      query("a=1&"),
      "=&a=1&oauth_n=1",
    ],
    [
      "The client signs a pair with an empty name and value for an extra &, and for a query without any pair.",
      query(""),
      "=&oauth_n=1",
    ],
    ["The client splits the query at ; too.", query("a=1;b=2%3B3"), "a=1&b=2%3B3&oauth_n=1"],
    ["The client does not sign a pair of the query that contains ;.", query("a=1;b=2&c=3"), "c=3&oauth_n=1"],
    [
      "The client percent-encodes the protocol values before it signs and sends them.",
      { protocolParameters: [["oauth_n", "a/b"]] },
      "oauth_n=a%252Fb",
    ],
    [
      "The client removes white space from both ends of the protocol values before it signs and sends them.",
      {
        protocolParameters: [
          ["oauth_n", " 1 2 "],
          ["oauth_token", " "],
        ],
      },
      "oauth_n=1%202&oauth_token=",
    ],
    [
      "The client trims the protocol values, and leaves out those that are then empty.",
      {
        protocolParameters: [
          ["oauth_n", " 1 2 "],
          ["oauth_token", " "],
        ],
      },
      "oauth_n=1%202",
    ],
    [
      "The client signs the form, and protocol parameters in it, only for POST, PUT and PATCH.",
      { ...query("a=1"), ...form(["b", "2"]), method: "DELETE", transport: "body" },
      "a=1",
    ],
    [
      "The client signs the form, and protocol parameters in it, only for POST, PUT and PATCH.",
      { ...query("a=1"), ...form(["b", "2"]), method: "PATCH", transport: "body" },
      "a=1&b=2&oauth_n=1",
    ],
    [
      "The client writes the query into the form with the protocol parameters, and signs it in both places.",
      { ...query("a=1"), ...form(["b", "2"]), transport: "body" },
      "a=1&a=1&b=2&oauth_n=1",
    ],
    ["The client signs the body as the name of a parameter without a value.", json("{}"), "%7B%7D=&oauth_n=1"],
    ["The client signs the first name with ? before it.", query("a=1"), "%3Fa=1&oauth_n=1"],
    [
      "The client signs a list as one parameter with its values joined by semicolons.",
      query("a=1&a=2"),
      "a=1%3B2&oauth_n=1",
    ],
    [
      "The client does not sign a query parameter whose value is empty.",
      { ...query("a=&b=1"), ...form(["c", ""]) },
      "b=1&c=&oauth_n=1",
    ],
    [
      "The client does not sign a form parameter whose value is empty.",
      { ...query("a=&b=1"), ...form(["c", ""]) },
      "a=&b=1&oauth_n=1",
    ],
    [
      "The client signs only the last value of a name that is repeated in the form.",
      { ...query("a=2&a=1"), ...form(["b", "1"], ["b", "0"]) },
      "a=1&a=2&b=0&oauth_n=1",
    ],
    [
      "The client signs only the first value of a name that is repeated in the query.",
      { ...query("a=2&a=1"), ...form(["b", "1"], ["b", "0"]) },
      "a=2&b=0&b=1&oauth_n=1",
    ],
  ] as [string, Change, string][])("%s", (what, change, signed) => {
    expect(signedBy(what, change)).toBe(signed);
  });

  test("is signed if Content-Type is a form without parameters, in any case", () => {
    const { apply } = VARIANTS.find(({ id }) => id === "content-type-with-charset-missed")!;
    const withType = (type: string): string => {
      const request = requestWith({ ...form(["a", "1"]), headers: [["Content-Type", type]] });
      return trace(request, apply(specification)).parameterString;
    };
    expect(withType("Application/X-WWW-Form-Urlencoded")).toBe("a=1&oauth_n=1");
    expect(withType("application/x-www-form-urlencoded; charset=UTF-8")).toBe("oauth_n=1");
  });
});

describe("the order", () => {
  const some = query("b=2&a=9&b=1&C=3");
  test.each([
    ["The client sorts parameters in descending order.", "oauth_n=1&b=2&b=1&a=9&C=3"],
    [
      "The client signs its own parameters unsorted before the sorted protocol parameters.",
      "b=2&a=9&b=1&C=3&oauth_n=1",
    ],
  ])("%s", (what, signed) => {
    expect(signedBy(what, some)).toBe(signed);
  });

  test("of protocol parameters may be that of a list", () => {
    const listed = ["oauth_version", "oauth_nonce", "oauth_consumer_key"].map((name) => [name, "1"] as const);
    const what = "The client signs its own sorted parameters, then the protocol parameters in a fixed order.";
    const signed = signedBy(what, { ...query("z=1&a=1"), protocolParameters: listed });
    expect(signed).toBe("a=1&z=1&oauth_consumer_key=1&oauth_nonce=1&oauth_version=1");
  });

  test.each([
    [
      "The client sorts the values of equal names by UTF-16 code unit, before it encodes them.",
      query("n=%EF%BD%81&n=%F0%9F%98%80"),
      "n=%F0%9F%98%80&n=%EF%BD%81&oauth_n=1",
    ],
    [
      "The client ignores case when it sorts names, and sorts equal ones by their values.",
      query("b=1&B=0&a=2"),
      "a=2&B=0&b=1&oauth_n=1",
    ],
    [
      "The client joins each pair with = and ignores case when it sorts the joined strings.",
      query("a=B&A=a&a-b=1"),
      "a-b=1&A=a&a=B&oauth_n=1",
    ],
  ] as [string, Change, string][])("%s", (what, change, signed) => {
    expect(signedBy(what, change)).toBe(signed);
  });
});
