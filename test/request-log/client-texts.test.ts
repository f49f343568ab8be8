import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../src/oauth1/http-request.ts";
import { type ClientComparison, compareClientTexts, comparisonLines } from "../../src/request-log/client-texts.ts";

const PARAMETERS = "client_orderid%3Dinvoice-1%26note%3Da%2520b%26oauth_nonce%3Dn1%26orderid%3D1001";
const BASE_STRING = `POST&https%3A%2F%2Fgate.example%2Fpay&${PARAMETERS}`;

function comparisons(headers: HttpRequest["headers"], body = ""): ClientComparison[] {
  const request = { method: "POST", url: "https://gate.example/pay", headers, body: Buffer.from(body) };
  return compareClientTexts(request, { parameters: [], "base-string": BASE_STRING }, (text) =>
    text.replaceAll("secret", "••••••"),
  );
}

function baseString(value: string): ClientComparison {
  return comparisons([["x-countersign-base-string", value]])[0]!;
}

describe("the base string of a client", () => {
  test.each([
    ["as it is", BASE_STRING],
    ["percent-encoded", `percent:${encodeURIComponent(BASE_STRING)}`],
    ["in base64", `base64:${Buffer.from(BASE_STRING).toString("base64")}`],
  ])("is equal %s", (_form, value) => {
    expect(baseString(value)).toEqual({ stage: "base-string", isEqual: true });
  });

  test.each([
    ["the method", "PUT&", 2, "method"],
    ["the scheme", "POST&http%3A", 10, "base-string-uri"],
    ["a value", BASE_STRING.replace("invoice-1", "invoice-2"), BASE_STRING.indexOf("-1") + 2, "client_orderid"],
    ["an encoding", BASE_STRING.replace("a%2520b", "a%2Bb"), BASE_STRING.indexOf("%2520") + 3, "note"],
    ["the last character", BASE_STRING.replace("1001", "1002"), BASE_STRING.length, "orderid"],
    ["the end, if the client's is shorter", BASE_STRING.slice(0, -2), BASE_STRING.length - 1, "orderid"],
    ["the end, if the client's is longer", `${BASE_STRING}%26z%3D1`, BASE_STRING.length + 1, "orderid"],
    ["everything, if it is empty", "", 1, "method"],
    ["everything, if it has separators only", "&&&&&", 1, "method"],
  ])("differs in %s", (_what, value, position, part) => {
    expect(baseString(value)).toMatchObject({ isEqual: false, position, part });
  });

  test("is shown around the difference, without what is hidden, with the positions kept", () => {
    const { position, server, client } = baseString(BASE_STRING.replace("1001", "1secret"));
    expect(server).toBe("…a%2520b%26oauth_nonce%3Dn1%26orderid%3D1001");
    expect(client).toBe("…a%2520b%26oauth_nonce%3Dn1%26orderid%3D1••••••");
    expect(position).toBe(BASE_STRING.length - 2);
  });

  test("is not compared if there are two, or none", () => {
    const header = ["X-Countersign-Base-String", BASE_STRING] as const;
    expect(comparisons([header, header])).toEqual([]);
    expect(comparisons([])).toEqual([]);
  });

  test("says in the log that the mistake comes later if it is equal", () => {
    expect(comparisonLines(baseString(BASE_STRING))).toEqual([
      expect.stringMatching(/^X-Countersign-Base-String is the server's base string: .*key/),
    ]);
  });
});

describe("the body of a client", () => {
  test("is compared with the one that arrived", () => {
    expect(comparisons([["X-Countersign-Body", "a=1&b=%C3%A4"]], "a=1&b=%C3%A4")).toEqual([
      { stage: "body", isEqual: true },
    ]);
    const [found] = comparisons([["X-Countersign-Body", "a=1&b=2"]], "a=1&b=3");
    expect(found).toEqual({ stage: "body", isEqual: false, position: 7, server: "a=1&b=3", client: "a=1&b=2" });
    expect(comparisonLines(found!)).toEqual([
      "X-Countersign-Body differs from the body that arrived at character 7",
      "  server: a=1&b=3",
      "  client: a=1&b=2",
    ]);
  });
});
