import { describe, expect, test } from "vitest";
import { specification, trace } from "../../src/model/index.ts";
import { type Change, query, requestWith, signedBy, VARIANTS } from "./signed-parameters.ts";

const json = (body: string): Change => ({ method: "POST", headers: [["Content-Type", "application/json"]], body });
const form = (...pairs: [string, string][]): Change => ({ method: "POST", form: pairs });

describe("a parameter", () => {
  test.each([
    ["The client signs only the protocol parameters.", query("a=1"), "oauth_n=1"],
    ["The client signs only its own parameters, not the protocol parameters.", query("a=1"), "a=1"],
    ["The client signs no parameters.", query("a=1"), ""],
    ["The client cuts the last character of the parameter string off.", query("a=1"), "a=1&oauth_n="],
    [
      "The client signs only the first 255 characters of the parameter string.",
      query(`a=${"b".repeat(300)}`),
      `a=${"b".repeat(253)}`,
    ],
    [
      "The client sorts the names and the values apart, which mixes up the pairs.",
      query("b=2&a=3"),
      "a=1&b=2&oauth_n=3",
    ],
    ["The client signs the values of the header in their quotation marks.", query("a=1"), "a=1&oauth_n=%221%22"],
    ["The client signs the values of the header with the commas behind them.", query("a=1"), "a=1&oauth_n=1%2C"],
    [
      "The client signs the values of the header with the commas behind them, the last one without.",
      {
        protocolParameters: [
          ["oauth_n", "1"],
          ["oauth_m", "2"],
        ],
      },
      "oauth_m=2&oauth_n=1%2C",
    ],
    [
      "The client signs only the first 16 characters of an encoded value.",
      query("a=//////"),
      "a=%2F%2F%2F%2F%2F%&oauth_n=1",
    ],
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
      "The client signs the members of a JSON body as parameters, lists and maps as Python prints them.",
      json('{"a":false,"b":["c"],"d":{"e":1}}'),
      "a=False&b=%5B%27c%27%5D&d=%7B%27e%27%3A%201%7D&oauth_n=1",
    ],
    [
      "The client signs the SHA-1 of the body as oauth_body_hash, which it does not send.",
      json("Hello World!"),
      "oauth_body_hash=Lve95gjOVATpfV8EL5X4nxwjKHE%3D&oauth_n=1",
    ],
    [
      "The client signs the SHA-1 of the body as oauth_body_hash, which it does not send.",
      query("a=1"),
      "a=1&oauth_n=1",
    ],
    [
      "The client does not sign the query if there is a form.",
      { ...form(["b", "2"]), ...query("a=1") },
      "b=2&oauth_n=1",
    ],
    ["The client does not sign the query if there is a form.", query("a=1"), "a=1&oauth_n=1"],
    ["The client signs the query only if the method is GET.", { ...query("a=1"), method: "POST" }, "oauth_n=1"],
    ["The client does not sign parameters whose values are not ASCII.", query("a=1&b=%C3%A9"), "a=1&oauth_n=1"],
    ["The client does not sign parameters whose names are repeated.", query("a=1&b=2&a=3"), "b=2&oauth_n=1"],
    [
      "The client does not sign a parameter whose value another one before it has, as with PHP array_unique.",
      query("a=2&b=3&c=2"),
      "a=2&b=3&oauth_n=1",
    ],
    [
      "The client appends parameters with an empty value after the sorted parameters.",
      query("b=&a=&p=1"),
      "oauth_n=1&p=1&a=&b=",
    ],
    [
      "The client appends parameters with repeated names after the sorted parameters.",
      query("a=2&a=1&p=3"),
      "oauth_n=1&p=3&a=1&a=2",
    ],
    ["The client sorts _ before digits and letters.", query("order1=1&order_2=2"), "oauth_n=1&order_2=2&order1=1"],
    ["The client writes && between its own and the protocol parameters.", query("a=1&p=2"), "a=1&&oauth_n=1&&p=2"],
    ["The client writes a space after each parameter.", query("a=1"), "a=1 &oauth_n=1 "],
    [
      "The client writes a space as + in the query only.",
      { ...form(["b", "c d"]), ...query("a=%20") },
      "a=+&b=c%20d&oauth_n=1",
    ],
    [
      "The client writes a space as + in the form only.",
      { ...form(["b", "c d"]), ...query("a=%20") },
      "a=%20&b=c+d&oauth_n=1",
    ],
    [
      "The client copies values that are URLs unencoded.",
      query("a=http%3A%2F%2Fb%2Fc&d=%2F"),
      "a=http://b/c&d=%2F&oauth_n=1",
    ],
    ["The client does not sign the first of its own parameters.", query("a=1&b=2"), "b=2&oauth_n=1"],
    ["The client does not sign the last of its own parameters.", query("a=1&b=2"), "a=1&oauth_n=1"],
    ["The client signs only the first parameter of the query.", query("b=1&a=2"), "b=1&oauth_n=1"],
    [
      "The client does not sign parameters whose names begin with oauth, such as oauthMode.",
      query("oauthMode=1"),
      "oauth_n=1",
    ],
    ["The client signs all parameters twice.", query("a=1"), "a=1&a=1&oauth_n=1&oauth_n=1"],
    ["The client signs oauth_version=1.0a, which it does not send.", {}, "oauth_n=1&oauth_version=1.0a"],
    ["The client signs an empty pair at the end.", {}, "=&oauth_n=1"],
    ["The client signs the body as the name of a parameter without a value.", json("{}"), "%7B%7D=&oauth_n=1"],
    ["The client signs the body as a parameter named data.", json("{}"), "data=%7B%7D&oauth_n=1"],
    [
      "The client signs nested members of a JSON body as a.b and a[0].",
      json('{"x":{"y":[true]}}'),
      "oauth_n=1&x.y%5B0%5D=true",
    ],
    [
      "The client signs nested members of a JSON body as a[b] and lists as a[].",
      json('{"x":{"y":[1,2]}}'),
      "oauth_n=1&x%5By%5D%5B%5D=1&x%5By%5D%5B%5D=2",
    ],
    [
      "The client signs the whole form as one name without a value.",
      form(["a", "1"], ["b", "2"]),
      "a%3D1%26b%3D2=&oauth_n=1",
    ],
    ["The client signs the whole query as one name without a value.", query("a=%31&b"), "a%3D%2531%26b=&oauth_n=1"],
    ["The client signs all after the first = of the query as one value.", query("a=1&b=2"), "a=1%26b%3D2&oauth_n=1"],
    ["The client signs the first name with ? before it.", query("a=1"), "%3Fa=1&oauth_n=1"],
    ["The client splits pairs at their last =.", query("a=b=c"), "a%3Db=c&oauth_n=1"],
    ["The client signs only the text after the last = of a pair as its value.", query("a=b=c"), "a=c&oauth_n=1"],
    ["The client reads &amp; in the query as &.", query("a=1&amp;b=2"), "a=1&b=2&oauth_n=1"],
    ["The client decodes only %20 in the query.", query("a=b%20c%2F"), "a=b%20c%252F&oauth_n=1"],
    [
      "The client decodes the query except reserved characters, as decodeURI does.",
      query("a=%20%2F%C3"),
      "a=%20%252F%C3&oauth_n=1",
    ],
    [
      "The client signs a list as one parameter with its values joined by semicolons.",
      query("a=1&a=2"),
      "a=1%3B2&oauth_n=1",
    ],
  ] as [string, Change, string][])("%s", (what, change, signed) => {
    expect(signedBy(what, change)).toBe(signed);
  });

  const named = (name: string, text: string): Change => ({ protocolParameters: [[name, text]] });
  test.each([
    ["The client does not sign oauth_nonce.", named("oauth_nonce", "x"), ""],
    ["The client signs the nonce in lower case.", named("oauth_nonce", "aB"), "oauth_nonce=ab"],
    [
      "The client signs the timestamp in seconds but sends milliseconds.",
      named("oauth_timestamp", "1700000000123"),
      "oauth_timestamp=1700000000",
    ],
    ["The client signs oauth_callback decoded once more.", named("oauth_callback", "a%2Fb"), "oauth_callback=a%2Fb"],
    [
      "The client signs HMAC-SHA1 as oauth_signature_method but sends another one.",
      named("oauth_signature_method", "HMAC-SHA256"),
      "oauth_signature_method=HMAC-SHA1",
    ],
  ])("%s", (what, change, signed) => {
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
      "The client sorts names in descending order, and values of equal names in ascending order.",
      "oauth_n=1&b=1&b=2&a=9&C=3",
    ],
    ["The client sorts values of equal names in descending order.", "C=3&a=9&b=2&b=1&oauth_n=1"],
    ["The client signs parameters in the reverse order in which they were added.", "oauth_n=1&C=3&b=1&a=9&b=2"],
    ["The client sorts parameters by value.", "b=1&oauth_n=1&b=2&C=3&a=9"],
    ["The client sorts parameters by the length of the name.", "C=3&a=9&b=1&b=2&oauth_n=1"],
    ["The client sorts small letters before capital letters.", "a=9&b=1&b=2&oauth_n=1&C=3"],
    ["The client ignores case when it sorts names, and keeps the order of equal names.", "a=9&b=2&b=1&C=3&oauth_n=1"],
    [
      "The client signs its own parameters unsorted before the sorted protocol parameters.",
      "b=2&a=9&b=1&C=3&oauth_n=1",
    ],
    ["The client signs its own parameters sorted after the unsorted protocol parameters.", "oauth_n=1&C=3&a=9&b=1&b=2"],
    ["The client signs header, then query, then form unsorted.", "oauth_n=1&b=2&a=9&b=1&C=3"],
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
    ["The client joins the parameters with &amp; instead of &.", "a=&amp;oauth_n=1"],
    ["The client joins the parameters with nothing instead of &.", "a=oauth_n=1"],
    ["The client writes & before the first parameter.", "&a=&oauth_n=1"],
    ["The client writes & after the last parameter.", "a=&oauth_n=1&"],
    ["The client writes ? instead of the first &.", "a=?oauth_n=1"],
    ["The client joins the parameters as they stand in the Authorization header.", 'a="", oauth_n="1"'],
    ["The client joins name and value with an encoded = instead of =.", "a%3D&oauth_n%3D1"],
    ["The client joins name and value with a comma instead of =.", "a,&oauth_n,1"],
    ["The client joins names and values without any separator.", "aoauth_n1"],
    ["The client signs only the values of parameters.", "&1"],
    ["The client signs names and values the other way round.", "=a&1=oauth_n"],
    ["The client signs parameters as a JSON object.", '{"a":"","oauth_n":"1"}'],
  ])("%s", (what, signed) => {
    expect(signedBy(what, query("a="))).toBe(signed);
  });
});
