import { describe, expect, test } from "vitest";
import { FAULTS, FURTHER_FAULTS } from "../../src/faults/index.ts";
import { type SigningInput, specification, trace } from "../../src/model/index.ts";

const VARIANTS = [...FAULTS, ...FURTHER_FAULTS].flatMap(({ id, what, apply, variants = [] }) => [
  { id, what, apply },
  ...variants.map((variant) => ({ id, what, ...variant })),
]);

type Change = Partial<SigningInput>;

/** A request with one protocol parameter, so that parameter strings are short. */
const requestWith = (change: Change): SigningInput => ({
  method: "GET",
  url: "https://example.com/r",
  protocolParameters: [["oauth_n", "1"]],
  signatureMethod: "HMAC-SHA1",
  consumerSecret: "cs",
  ...change,
});
const query = (text: string): Change => ({ url: `https://example.com/r?${text}` });
const value = (text: string): Change => query(`q=${encodeURIComponent(text)}`);
const json = (body: string): Change => ({ method: "POST", headers: [["Content-Type", "application/json"]], body });
const form = (...pairs: [string, string][]): Change => ({ method: "POST", form: pairs });

/** The parameter string that a client with this mistake signs. */
function signedBy(what: string, change: Change): string {
  const found = VARIANTS.find((variant) => variant.what === what);
  expect(found).toBeDefined();
  return trace(requestWith(change), found!.apply(specification)).parameterString;
}

/** The value of q in it, decoded. */
function valueSignedBy(what: string, text: string): string {
  const [, signed = ""] = /(?:^|&)q=([^&]*)/.exec(signedBy(what, value(text))) ?? [];
  return decodeURIComponent(signed);
}

describe("a changed value", () => {
  test.each([
    ["The client collapses runs of white space in values.", " a \t b ", " a b "],
    ["The client collapses runs of white space in values and trims them.", " a  b ", "a b"],
    ["The client removes white space at the start of values.", " a ", "a "],
    ["The client removes white space at the end of values.", " a ", " a"],
    ["The client removes all white space from values.", " a b\n", "ab"],
    ["The client signs CRLF in values as a line feed.", "a\r\nb", "a\nb"],
    ["The client signs a line feed in values as CRLF.", "a\nb\r\nc", "a\r\nb\r\nc"],
    ["The client signs line breaks in values as <br>.", "a\nb", "a<br>b"],
    ["The client converts values to lower case.", "aB", "ab"],
    ["The client escapes & in values as HTML.", "a&<b", "a&amp;<b"],
    ['The client escapes & < > and " in values as HTML.', "a&<'\"", "a&amp;&lt;'&quot;"],
    ["The client escapes & < > \" and ' in values as HTML, with &#039;.", "a'&", "a&#039;&amp;"],
    ["The client signs HTML entities in values as the characters.", "a&amp;lt;&lt;", "a&lt;<"],
    ["The client removes HTML tags from values.", "a<b>c</b>", "ac"],
    ["The client writes characters that are not ASCII in values as numbers, such as &#233;.", "é😀", "&#233;&#128512;"],
    ["The client adds a backslash before ' \" and \\ in values.", "it's \\ \"", "it\\'s \\\\ \\\""],
    ["The client adds a backslash before / in values.", "a/b", "a\\/b"],
    ["The client removes backslashes from values.", "a\\'b\\\\", "a'b\\"],
    ["The client doubles ' in values.", "it's", "it''s"],
    ["The client writes characters that are not ASCII in values as \\u00e9.", "é", "\\u00e9"],
    ["The client signs values as JSON strings.", 'a"b', '"a\\"b"'],
    ["The client signs values without the double quotes around them.", '"a"b"', 'a"b'],
    ["The client signs numbers without zeros at the end of the fraction.", "10.50", "10.5"],
    ["The client signs numbers without zeros at the end of the fraction.", "100", "100"],
    ["The client signs numbers without zeros at the end of the fraction.", "10.00", "10"],
    ["The client signs numbers with two decimal places.", "10", "10.00"],
    ["The client signs whole numbers with a fraction of .0.", "10", "10.0"],
    ["The client signs the whole part of numbers.", "10.9", "10"],
    ["The client signs numbers as a program prints them.", "12345678901234567890", "12345678901234567000"],
    ["The client signs numbers with a decimal comma.", "1.5", "1,5"],
    ["The client signs numbers with commas between thousands.", "1234567.1234", "1,234,567.1234"],
    ["The client signs numbers without zeros at the start.", "007", "7"],
    ["The client signs true as 1 and false as 0.", "true", "1"],
    ["The client signs true as 1 and false as an empty value.", "false", ""],
    ["The client signs true as True and false as False.", "false", "False"],
    ['The client signs empty values as "null".', "", "null"],
    ["The client signs the values null, undefined and None as empty.", "None", ""],
    ["The client signs JSON in values with a space after , and :.", '{"a":[1,"b,:"]}', '{"a": [1, "b,:"]}'],
    ["The client signs JSON in values without white space.", '{ "a": 1 }', '{"a":1}'],
    ["The client signs JSON in values as [object Object].", '{"a":1}', "[object Object]"],
  ])("%s %j", (what, text, signed) => {
    expect(valueSignedBy(what, text)).toBe(signed);
  });

  test.each([
    ["The client signs numbers with two decimal places.", "1e5"],
    ["The client signs true as 1 and false as 0.", "toString"],
    ["The client signs JSON in values without white space.", "{a"],
    ['The client signs empty values as "null".', " "],
  ])("%s But it keeps %j.", (what, text) => {
    expect(valueSignedBy(what, text)).toBe(text);
  });

  test.each([
    "values-trimmed",
    "white-space-changed",
    "values-in-one-case",
    "values-escaped-as-html",
    "falsy-value-emptied",
  ])("by %s keeps octets that are not UTF-8", (id) => {
    for (const { apply } of VARIANTS.filter((variant) => variant.id === id)) {
      expect(trace(requestWith(query("q=%E9")), apply(specification)).parameterString).toBe("oauth_n=1&q=%E9");
    }
  });
});

describe("a changed name", () => {
  test.each([
    ["The client signs names in upper case.", "aB=1", "AB=1&OAUTH_N=1"],
    ["The client signs pageSize as page_size.", "pageSize=1", "oauth_n=1&page_size=1"],
    ["The client signs names in camel case.", "page_size=1", "oauth_n=1&pageSize=1"],
    ["The client signs . and spaces in names as _, as PHP reads them.", "a.b%20c=1", "a_b_c=1&oauth_n=1"],
    ["The client signs a[b] as a.b.", "a[b][c]=1", "a.b.c=1&oauth_n=1"],
    ["The client signs a.b as a[b].", "a.b.c=1", "a%5Bb%5D%5Bc%5D=1&oauth_n=1"],
    ["The client signs a[b] as a.", "a[b]=1", "a=1&oauth_n=1"],
    ["The client signs a[b] as b.", "a[b]=1", "b=1&oauth_n=1"],
    ["The client signs a[0] as a[].", "a[0]=1", "a%5B%5D=1&oauth_n=1"],
    ["The client signs names without oauth_ at the start.", "a=1", "a=1&n=1"],
    ["The client signs oauth_ names with - instead of _.", "a=1", "a=1&oauth-n=1"],
  ])("%s", (what, text, signed) => {
    expect(signedBy(what, query(text))).toBe(signed);
  });

  test("stays if it is not UTF-8", () => {
    for (const { apply } of VARIANTS.filter(({ id }) => id === "brackets-stripped" || id === "keys-not-encoded")) {
      expect(trace(requestWith(query("%E9=1")), apply(specification)).parameterString).toBe("%E9=1&oauth_n=1");
    }
  });
});

describe("a parameter", () => {
  test.each([
    ["The client signs only the protocol parameters.", query("a=1"), "oauth_n=1"],
    ["The client signs only its own parameters, not the protocol parameters.", query("a=1"), "a=1"],
    ["The client signs no parameters.", query("a=1"), ""],
    [
      "The client does not sign the query if there is a form.",
      { ...form(["b", "2"]), ...query("a=1") },
      "b=2&oauth_n=1",
    ],
    ["The client does not sign the query if there is a form.", query("a=1"), "a=1&oauth_n=1"],
    ["The client signs the query only if the method is GET.", { ...query("a=1"), method: "POST" }, "oauth_n=1"],
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
    ["The client signs a + of the query as %2520.", query("a=b+c"), "a=b%2520c&oauth_n=1"],
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
    ["The client joins names and values without any separator.", "aoauth_n1"],
    ["The client signs only the values of parameters.", "&1"],
    ["The client signs names and values the other way round.", "=a&1=oauth_n"],
    ["The client signs parameters as a JSON object.", '{"a":"","oauth_n":"1"}'],
  ])("%s", (what, signed) => {
    expect(signedBy(what, query("a="))).toBe(signed);
  });
});
