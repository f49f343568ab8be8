import { describe, expect, test } from "vitest";
import { specification, trace } from "../../src/model/index.ts";
import { query, requestWith, signedBy, VARIANTS } from "./signed-parameters.ts";

/** The value of q that a client with this mistake signs, decoded. */
function valueSignedBy(what: string, text: string): string {
  const [, signed = ""] = /(?:^|&)q=([^&]*)/.exec(signedBy(what, query(`q=${encodeURIComponent(text)}`))) ?? [];
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
    ["The client escapes values as JSON strings, without quotes.", 'a"\n', 'a\\"\\n'],
    ["The client escapes values as JSON strings with \\u00e9, without quotes.", "é\n", "\\u00e9\\n"],
    ["The client signs only the first line of a value.", "a\r\nb", "a"],
    ["The client signs values only up to the first #.", "a#b#c", "a"],
    ["The client signs values only up to the last /.", "a/b/c", "a/b"],
    ["The client signs values only from the character after the last comma.", "a,b", "b"],
    ["The client signs only the first 16 characters of a value.", "éééééééééééééééé€", "é".repeat(16)],
    ["The client signs only the first 16 octets of a value.", "ééééééééé", "é".repeat(8)],
    [
      "The client writes letters with accents in values as HTML entities, such as &eacute;.",
      "é&ÿ€",
      "&eacute;&&yuml;€",
    ],
    [
      'The client escapes & < > " and letters with accents in values as HTML, as PHP htmlentities does.',
      'ß"',
      "&szlig;&quot;",
    ],
    ["The client signs line breaks in values as <br />.", "a\r\nb\nc", "a<br />b<br />c"],
    ["The client writes <br /> before line breaks in values, as PHP nl2br does.", "a\r\nb", "a<br />\r\nb"],
    ["The client copies values that are URLs unencoded.", "a:/b", "a:/b"],
    ["The client splits decoded pairs at every =, so the text after the second = is lost.", "a=b", "a"],
    ["The client signs each value, as a list of one, as Python prints it: ['a', 'b'].", "it's", '["it\'s"]'],
    ["The client signs each value, as a list of one, as Go prints it: [a b].", "a", "[a]"],
  ])("%s %j", (what, text, signed) => {
    expect(valueSignedBy(what, text)).toBe(signed);
  });

  test.each([
    ["The client signs numbers with two decimal places.", "1e5"],
    ["The client signs true as 1 and false as 0.", "toString"],
    ["The client signs JSON in values without white space.", "{a"],
    ['The client signs empty values as "null".', " "],
    ["The client signs values only up to the first #.", "a"],
    ["The client signs only the first 16 octets of a value.", "éééééééé"],
    ["The client signs the values of a repeated name as the word Array.", "a"],
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
    ["The client signs the application's own names in camel case.", "page_size=1", "oauth_n=1&pageSize=1"],
    ["The client signs . and spaces in names as _, as PHP reads them.", "a.b%20c=1", "a_b_c=1&oauth_n=1"],
    ["The client signs a[b] as a.b.", "a[b][c]=1", "a.b.c=1&oauth_n=1"],
    ["The client signs a.b as a[b].", "a.b.c=1", "a%5Bb%5D%5Bc%5D=1&oauth_n=1"],
    ["The client signs a[b] as a.", "a[b]=1", "a=1&oauth_n=1"],
    ["The client signs a[b] as b.", "a[b]=1", "b=1&oauth_n=1"],
    ["The client signs a[0] as a[].", "a[0]=1", "a%5B%5D=1&oauth_n=1"],
    ["The client signs names without oauth_ at the start.", "a=1", "a=1&n=1"],
    ["The client signs oauth_ names with - instead of _.", "a=1", "a=1&oauth-n=1"],
    ["The client signs the application's own names in upper case.", "aB=1", "AB=1&oauth_n=1"],
    ["The client signs oauth_ names with x before them.", "a=1", "a=1&xoauth_n=1"],
    ["The client signs a[] as a[0].", "a[]=1", "a%5B0%5D=1&oauth_n=1"],
    ["The client signs a[0] as a[1], counted from 1.", "a[9]=1", "a%5B10%5D=1&oauth_n=1"],
    [
      "The client signs repeated names with [] after them, but sends them without brackets.",
      "a=1&a=2&b=3",
      "a%5B%5D=1&a%5B%5D=2&b=3&oauth_n=1",
    ],
    [
      "The client signs repeated names with numbers from _1 on, but sends them without a number.",
      "a=1&a=2",
      "a_1=1&a_2=2&oauth_n=1",
    ],
  ])("%s", (what, text, signed) => {
    expect(signedBy(what, query(text))).toBe(signed);
  });

  test("stays if it is not UTF-8", () => {
    for (const { apply } of VARIANTS.filter(({ id }) => id === "brackets-stripped" || id === "keys-not-encoded")) {
      expect(trace(requestWith(query("%E9=1")), apply(specification)).parameterString).toBe("%E9=1&oauth_n=1");
    }
  });
});
