import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import { readMisnamed } from "../../src/diagnosis/input/misplaced-parameters.ts";
import { type HttpRequest, readSentRequest } from "../../src/model/index.ts";
import { testEach } from "../title.ts";
import { asked, payment, SECRET, sentWith } from "./requests.ts";

const request = sentWith([], { ...payment, method: "GET", form: undefined, body: "" });
const [, authorization] = request.headers.find(([name]) => name === "Authorization")!;
const pairs = Array.from(
  authorization.matchAll(/(oauth_\w+)="([^"]*)"/g),
  ([, name, value]) => [name!, value!] as const,
);
const others = request.headers.filter(([name]) => name !== "Authorization");
const withHeaders = (headers: HttpRequest["headers"]): HttpRequest => ({
  ...request,
  headers: [...others, ...headers],
});
const decoded = Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value)]));
const inQuery = (form: string): HttpRequest => ({ ...withHeaders([]), url: `${request.url}?${form}` });
const textsOf = (sent: HttpRequest): string =>
  diagnose(asked(sent), { budget: { combinations: 200 } })
    .notices.map(({ text }) => text)
    .join("\n");

describe("the signature of a valid request is found", () => {
  testEach<[string, HttpRequest, string]>([
    [
      "under a misspelt name",
      withHeaders([["Authorization", authorization.replace("oauth_signature=", "oauth_signagure=")]]),
      "oauth_signature is misspelt oauth_signagure",
    ],
    [
      "under a name with a swapped letter",
      withHeaders([["Authorization", authorization.replace("oauth_signature=", "oauth_singature=")]]),
      "oauth_signature is misspelt oauth_singature",
    ],
    [
      "under names in upper case",
      withHeaders([["Authorization", authorization.replace(/oauth_\w+/g, (name) => name.toUpperCase())]]),
      "oauth_signature is misspelt OAUTH_SIGNATURE",
    ],
    [
      "under names with hyphens",
      withHeaders([["Authorization", authorization.replace(/oauth_\w+/g, (name) => name.replaceAll("_", "-"))]]),
      "oauth_signature is misspelt oauth-signature",
    ],
    [
      "in the query, misspelt",
      inQuery(pairs.map(([name, value]) => `${name.replace(/signature$/, "signatur")}=${value}`).join("&")),
      "oauth_signature is misspelt oauth_signatur",
    ],
    ["in separate header fields", withHeaders(Object.entries(decoded)), "separate header fields"],
    [
      "in separate header fields that are encoded",
      withHeaders(Object.entries(decoded).map(([name, value]) => [name, encodeURIComponent(value)])),
      "separate header fields",
    ],
    [
      "in header fields with hyphens",
      withHeaders(Object.entries(decoded).map(([name, value]) => [`X-${name.replaceAll("_", "-")}`, value] as const)),
      "separate header fields",
    ],
    [
      "in JSON in the query",
      inQuery(`Authorization=${encodeURIComponent(JSON.stringify(decoded))}`),
      'a JSON text in the query parameter "Authorization"',
    ],
    [
      "in a JSON body",
      { ...withHeaders([["Content-Type", "application/json"]]), body: Buffer.from(JSON.stringify(decoded)) },
      "in a JSON body",
    ],
  ])("%s", (_, sent, text) => {
    const diagnosis = diagnose(asked(sent));
    expect(diagnosis.kind).toBe("rejected");
    expect(textsOf(sent)).toContain(text);
  });

  test("in JSON, in which the values are not encoded", () => {
    const protocolParameters = [
      ...payment.protocolParameters,
      ["oauth_callback", "https://shop.example/?a=b%20c"] as const,
    ];
    const sent = sentWith([], { ...payment, method: "GET", form: undefined, body: "", protocolParameters });
    const [, header] = sent.headers.find(([name]) => name === "Authorization")!;
    const members = Array.from(
      header.matchAll(/(oauth_\w+)="([^"]*)"/g),
      ([, name, value]) => [name!, decodeURIComponent(value!)] as const,
    );
    const body = Buffer.from(JSON.stringify(Object.fromEntries(members)));
    expect(diagnose(asked({ ...sent, headers: [["Content-Type", "application/json"]], body })).kind).toBe("rejected");
  });

  test("and a header field with the value of a parameter stays", () => {
    const sent = { ...withHeaders([...Object.entries(decoded), ["Content-Type", "1.0"]]), body: Buffer.from("x") };
    const { meant } = readMisnamed(sent, readSentRequest(sent))!;
    expect(meant.headers).toContainEqual(["Content-Type", "1.0"]);
  });

  test("and another misspelt name is named", () => {
    const sent = withHeaders([["Authorization", authorization.replace("oauth_timestamp", "oauth_timestmap")]]);
    expect(textsOf(sent)).toContain("oauth_timestamp is missing; oauth_timestmap is probably oauth_timestamp");
  });
});

describe("a request without a signature", () => {
  const messageOf = (sent: HttpRequest): string => {
    const diagnosis = diagnose(asked(sent));
    return diagnosis.kind === "not-diagnosed" ? diagnosis.message : diagnosis.kind;
  };

  testEach<[string, HttpRequest, string]>([
    [
      "with a secret in its header",
      withHeaders([["Authorization", `OAuth oauth_consumer_key="ck", oauth_token_secret="${SECRET}"`]]),
      "oauth_token_secret must never be sent",
    ],
    [
      "with a secret in its query",
      inQuery(`oauth_consumer_secret=${SECRET}`),
      "oauth_consumer_secret must never be sent",
    ],
    ["with a token of OAuth 2.0", withHeaders([["Authorization", `Bearer ${SECRET}`]]), "a Bearer token of OAuth 2.0"],
    [
      "with a body that begins like such a header",
      { ...withHeaders([["Content-Type", "text/plain"]]), body: Buffer.from("Basic Bearer oauth_signature=1") },
      "query or its form body; the text oauth_signature is in the body, which was not read as a form",
    ],
    ["with a password", withHeaders([["Authorization", "Basic YTpi"]]), "a name and a password (Basic)"],
    [
      "of NetSuite's SOAP",
      {
        ...withHeaders([["Content-Type", "text/xml"]]),
        body: Buffer.from("<ns:tokenPassport><a/></ns:tokenPassport>"),
      },
      "a tokenPassport of NetSuite's SOAP",
    ],
    [
      "whose signature is in a body that is no form",
      { ...withHeaders([["Content-Type", "text/plain"]]), body: Buffer.from("oauth_signature=abc&a=b") },
      "the text oauth_signature is in the body, which was not read as a form",
    ],
  ])("%s is named", (_, sent, text) => {
    const message = messageOf(sent);
    expect(message).toContain(text);
    expect(message).not.toContain(SECRET);
    expect(message.includes("(Basic)")).toBe(text.includes("(Basic)"));
  });
});
