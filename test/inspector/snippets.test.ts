import { describe, expect, test } from "vitest";
import { SNIPPET_LANGUAGES, type SnippetRequest, snippetOf } from "../../src/inspector/snippets/index.ts";
import { codePointLiteral, javaLiteral, phpLiteral, utf16Literal } from "../../src/inspector/snippets/literals.ts";

const REQUEST: SnippetRequest = {
  method: "POST",
  url: "https://sandbox.example.com/processing/api/v4/payout/39915",
  form: [["client-order-id", "o-1"]],
  consumerKey: "merchant",
  signatureMethod: "HMAC-SHA1",
  transport: "header-and-body",
  realm: "",
};

function codeOf(language: (typeof SNIPPET_LANGUAGES)[number], changes: Partial<SnippetRequest> = {}): string {
  const snippet = snippetOf(language, { ...REQUEST, ...changes });
  if ("problem" in snippet) throw new Error(snippet.problem);
  return snippet.code;
}

describe("snippets", () => {
  test.each(SNIPPET_LANGUAGES)(
    "in %s read the key from the environment and are ASCII whatever the request has",
    (one) => {
      const form = [['"; evil()\n//', "\u202e*/ é 😀 ?>"]] as const;
      const hmac = codeOf(one, { form, consumerKey: "`$\u007bx}`" });
      const rsa = codeOf(one, { form, signatureMethod: "RSA-SHA256" });
      expect(hmac).toContain("CONSUMER_SECRET");
      expect(rsa).toContain("PRIVATE_KEY_FILE");
      expect(hmac + rsa).toMatch(/^[\t\n\x20-\x7e]*$/);
      expect(hmac).not.toMatch(/^.*evil\(\)$/m);
    },
  );

  test("in C# encode with EscapeDataString, compare octets, and repeat the protocol parameters if the request does", () => {
    expect(codeOf("C#")).toContain("Uri.EscapeDataString(value)");
    expect(codeOf("C#")).toContain("StringComparer.Ordinal).ThenBy(pair => pair.Value, StringComparer.Ordinal)");
    expect(codeOf("C#")).toContain("EncodePairs(form.Concat(protocol)));\n\nusing var client");
    expect(codeOf("C#", { transport: "header" })).toContain("EncodePairs(form));\n\nusing var client");
  });

  test("take a query, a token, another method, another hash and another body", () => {
    const changes: Partial<SnippetRequest> = {
      method: "put",
      url: "https://Sandbox.Example.com:443/a?b=%C3%A9+1",
      form: undefined,
      transport: "header",
      token: "t-1",
      signatureMethod: "HMAC-SHA512",
      body: { text: "{}", contentType: "application/json" },
    };
    for (const language of SNIPPET_LANGUAGES) {
      const code = codeOf(language, changes);
      for (const part of [
        "PUT",
        "https://sandbox.example.com/a",
        "\\u",
        "t-1",
        "TOKEN_SECRET",
        "512",
        "application/json",
      ]) {
        expect(code).toContain(part);
      }
      expect(codeOf(language)).not.toMatch(/TOKEN_SECRET|query/);
    }
  });

  test.each<[string, Partial<SnippetRequest>]>([
    ["Snippets send no body with GET or HEAD.", { method: "GET" }],
    ["Snippets send a method of letters.", { method: "M-SEARCH" }],
    ["Snippets sign with HMAC or RSA.", { signatureMethod: "PLAINTEXT" }],
    ["Snippets send an Authorization header.", { transport: "query" }],
    ["Snippets do not sign the hash of the body.", { hasBodyHash: true }],
    ["Only a form can repeat the protocol parameters.", { method: "GET", form: undefined }],
    ["The URL cannot be signed.", { url: "no address" }],
    ["Snippets sign text in UTF-8; this request has other octets.", { url: "https://example.com/?a=%E9" }],
    ["Snippets sign text in UTF-8; this request has other octets.", { form: [["a", Uint8Array.of(255)]] }],
    ["Snippets sign text in UTF-8; this request has other octets.", { form: [["a", "\ud800"]] }],
    ["Snippets sign text in UTF-8; this request has other octets.", { token: "\ud800" }],
    ["The realm, the charset and the Content-Type must be printable ASCII.", { realm: "é" }],
  ])("say why there is none: %s", (problem, changes) => {
    for (const language of SNIPPET_LANGUAGES) {
      expect(snippetOf(language, { ...REQUEST, ...changes })).toEqual({ problem });
    }
  });
});

describe("literals", () => {
  const text = 'a"\\$é😀\u0001\n';

  test.each([
    ["JavaScript and C#", utf16Literal, String.raw`"a\"\\$\u00e9\ud83d\ude00\u0001\n"`],
    [
      "Java, where an escape of a control character would end the line",
      javaLiteral,
      String.raw`"a\"\\$\u00e9\ud83d\ude00\001\n"`,
    ],
    ["Python and Go", codePointLiteral, String.raw`"a\"\\$\u00e9\U0001f600\u0001\n"`],
    ["PHP, which also replaces variables", phpLiteral, String.raw`"a\"\\\$\u{e9}\u{1f600}\u{1}\n"`],
  ])("of %s", (_, literal, expected) => {
    expect(literal(text)).toBe(expected);
  });
});
