import { describe, expect, test } from "vitest";
import type { SignForm } from "../../src/inspector/sign/index.ts";
import {
  CLIENT_FILES,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  snippetOf,
} from "../../src/inspector/snippets/index.ts";

const REQUEST: SignForm = {
  method: "POST",
  url: "https://sandbox.example.com/processing/api/v4/payout/39915",
  form: [["client-order-id", "o-1"]],
  consumerKey: "merchant",
  consumerSecret: "hunter2",
  signatureMethod: "RSA-SHA256",
  transport: "header",
  hasVersion: true,
  hasBodyHash: false,
};

const SOURCES = Object.fromEntries(CLIENT_FILES.map((file) => [file, `the text of ${file}`]));
const CLIENTS = SNIPPET_LANGUAGES.filter((language) => language !== "JavaScript");

function snippet(language: SnippetLanguage, changes: Partial<SignForm> = {}) {
  return snippetOf(language, { ...REQUEST, ...changes }, SOURCES);
}

function javascript(changes: Partial<SignForm> = {}): string {
  const made = snippet("JavaScript", changes);
  if ("problem" in made) throw new Error(made.problem);
  return made.code;
}

describe("the program in JavaScript", () => {
  test("reads the key from the environment and is ASCII whatever the request has", () => {
    const form = [['"; evil()\n//', "\u202e*/ é 😀 ?>"]] as const;
    const hmac = javascript({ form, consumerKey: "`$\u007bx}`", signatureMethod: "HMAC-SHA1" });
    const rsa = javascript({ form });
    expect(hmac).toContain("CONSUMER_SECRET");
    expect(rsa).toContain("PRIVATE_KEY_FILE");
    expect(hmac + rsa).toMatch(/^[\t\n\x20-\x7e]*$/);
    expect(hmac).toContain(String.raw`\u202e*/ \u00e9 \ud83d\ude00`);
    expect(hmac).not.toMatch(/^.*evil\(\)$|hunter2/m);
  });

  test("takes a query, a token, another method, another hash, another body and other parameters", () => {
    const code = javascript({
      method: "put",
      url: "https://Sandbox.Example.com:443/a?b=%C3%A9+1",
      form: undefined,
      token: "t-1",
      signatureMethod: "HMAC-SHA512",
      body: { text: "{}", contentType: "application/json" },
      protocolParameters: [["oauth_callback", "oob"]],
      hasVersion: false,
    });
    const parts = ["PUT", "https://sandbox.example.com/a", "t-1", "TOKEN_SECRET", "sha512", "application/json"];
    for (const part of [...parts, '["oauth_callback", "oob"]']) expect(code).toContain(part);
    expect(code).not.toContain("oauth_version");
    expect(javascript()).not.toMatch(/TOKEN_SECRET|query/);
  });

  test.each<[string, Partial<SignForm>]>([
    ["The program sends no body with GET or HEAD.", { method: "GET" }],
    ["The program sends a method of letters.", { method: "M-SEARCH" }],
    ["The program signs with HMAC or RSA.", { signatureMethod: "PLAINTEXT" }],
    ["The program sends an Authorization header.", { transport: "query" }],
    ["The program does not sign the hash of the body.", { hasBodyHash: true }],
    [
      "Only a form can repeat the protocol parameters.",
      { method: "GET", form: undefined, transport: "header-and-body" },
    ],
    ["The URL cannot be signed as text in UTF-8.", { url: "no address" }],
    ["The URL cannot be signed as text in UTF-8.", { url: "https://example.com/?a=%E9" }],
    ["The realm, the charset and the Content-Type must be printable ASCII.", { realm: "é" }],
  ])("is absent: %s", (problem, changes) => {
    expect(snippet("JavaScript", changes)).toEqual({ problem });
  });
});

describe("the client of examples/clients", () => {
  test.each(CLIENTS)("in %s is the whole file, with a command that sends the request", (language) => {
    const made = snippet(language, { form: [["order_desc", "it's"]] });
    if ("problem" in made) throw new Error(made.problem);
    expect(made.code).toBe(`the text of ${made.file}`);
    expect(made.command).toContain(
      "export GATEWAY_URL=https://sandbox.example.com/processing/api GATEWAY_ENDPOINT=39915\n" +
        "export GATEWAY_LOGIN=merchant GATEWAY_PRIVATE_KEY_FILE=private-key.pem\n",
    );
    expect(made.command).toMatch(/ post v4\/payout 'order_desc=it'\\''s'$/);
  });

  test("signs operations of v2 with the control key, also for a group", () => {
    const changes = {
      url: "https://sandbox.example.com/paynet/api/v2/pan-eligibility/send/group/174",
      signatureMethod: "HMAC-SHA1",
      transport: "header-and-body",
      realm: "",
    } as const;
    expect(snippet("Bash", changes)).toMatchObject({
      command: expect.stringMatching(/GATEWAY_ENDPOINT=group\/174\n.*GATEWAY_CONTROL_KEY=…\nbash gateway.sh post v2/),
    });
  });

  test.each<[string, Partial<SignForm>]>([
    ["another method", { method: "PUT" }],
    ["no form", { form: undefined }],
    ["another address", { url: "https://example.com/pay" }],
    ["a query", { url: `${REQUEST.url}?a=1` }],
    ["HMAC for v4", { signatureMethod: "HMAC-SHA1" }],
    ["a realm for v4", { realm: "" }],
    ["a token", { token: "t" }],
    ["a charset", { charset: "utf-8" }],
    ["no oauth_version", { hasVersion: false }],
    ["oauth_callback", { protocolParameters: [["oauth_callback", "oob"]] }],
    ["a name with =", { form: [["a=b", "c"]] }],
  ])("is absent for %s, with the requests that it can send", (_, changes) => {
    const problem = expect.stringContaining("sends form posts to operations of the gateway, signed as");
    for (const language of CLIENTS) expect(snippet(language, changes)).toEqual({ problem });
  });
});
