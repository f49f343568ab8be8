import { describe, expect, test } from "vitest";
import { TEST_PRIVATE_KEY } from "../../src/conformance/vectors/test-key.ts";
import { explain } from "../../src/diagnosis/explain.ts";
import { diagnose, explanationOf, explanationText } from "../../src/diagnosis/index.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { type HttpRequest, type SigningInput, trace } from "../../src/model/index.ts";
import { asked, payment, SECRET, sentWith } from "./requests.ts";

const right = trace(payment).baseString;
/** Enough for common causes. */
const LIKELIEST = { budget: { combinations: 1000 } };
/** The faults of encoders: enough where only the words of the result matter. */
const ENCODERS = { ...LIKELIEST, faults: FAULTS.filter(({ stage }) => stage === "percentEncode") };

describe("a secret in a base string", () => {
  test.each([
    ["alone", SECRET],
    ["in front", `${SECRET}&${right}`],
    ["behind", `${right}&${SECRET}`],
    ["encoded, in the URI", right.replace("%2Fpaynet", `%2F${encodeURIComponent(SECRET)}`)],
    ["in a value", right.replace("10.42", SECRET)],
    ["from its middle on, where the difference is", right.replace("10.42", `${SECRET.slice(0, 4)}10.42${SECRET}`)],
  ])("is not shown, not even a part: %s", (_where, baseString) => {
    const diagnosis = diagnose(asked(sentWith([]), { evidence: { baseString } }), LIKELIEST);
    const text = explanationText(explanationOf(diagnosis));
    const pieces = Array.from({ length: SECRET.length - 11 }, (_, at) => SECRET.slice(at, at + 12));
    expect(pieces.filter((piece) => text.includes(piece))).toEqual([]);
  });
});

/** The payment, sent to its URL but signed by a client that changed the request or the key. */
function sentBy(change: Partial<SigningInput>, request: SigningInput = payment): HttpRequest {
  const signed = sentWith([], { ...request, ...change });
  return { ...signed, url: request.url };
}

describe("a secret", () => {
  test.each(["signature", "request", "encoded", "fault", "base-string", "parameter-string"])(
    "the word %s stays in sentences and in words of the result",
    { tags: ["deep"] },
    (consumerSecret) => {
      const request = { ...payment, consumerSecret };
      const explained = diagnose({ request: sentWith(["asterisk-bare"], request), key: { consumerSecret } }, ENCODERS);
      const expected = diagnose(asked(sentWith(["asterisk-bare"])), ENCODERS);
      expect(explanationText(explanationOf(explained))).toBe(explanationText(explanationOf(expected)));
      expect(explained).toEqual({ ...expected, tried: expect.anything() });
    },
  );

  test("is not shown, not even a part, in an origin, a path or the label of another key", { tags: ["deep"] }, () => {
    const origin = `https://${SECRET}.example`;
    const other = { label: `${SECRET}.txt`, consumerSecret: "another secret" };
    const url = `https://gate.example/${SECRET}/v4/sale`;
    const results = [
      asked(sentBy({ url: payment.url.replace("https://gate.example", origin) }), { origins: [origin] }),
      asked(sentBy({ consumerSecret: other.consumerSecret }), { otherKeys: [other] }),
      asked(sentBy({ url: "https://gate.example/v4/sale" }, { ...payment, url })),
    ].map((input) => diagnose(input, LIKELIEST));
    for (const result of results) {
      expect(result).toMatchObject({ kind: "explained", causes: [{ title: expect.stringContaining("(secret)") }] });
      expect(JSON.stringify(result)).not.toContain(SECRET);
    }
  });

  test("is not shown, not even a part, in an expected signature by PLAINTEXT", { tags: ["deep"] }, () => {
    const protocolParameters = payment.protocolParameters.map(
      ([name, value]) => [name, name === "oauth_signature_method" ? "PLAINTEXT" : value] as const,
    );
    const request: SigningInput = { ...payment, protocolParameters, signatureMethod: "PLAINTEXT" };
    const result = diagnose(asked(sentWith(["key-without-ampersand"], request)), {
      ...LIKELIEST,
      showSignature: true,
    });
    expect(result).toMatchObject({ kind: "explained", expectedSignature: expect.stringContaining("(secret)") });
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });
});

describe("the fix for a wrong digest", () => {
  test.each([
    ["HMAC-SHA256", "hashlib.sha256"],
    ["HMAC-SHA512", "hashlib.sha512"],
  ] as const)("is for %s", { tags: ["deep"] }, (signatureMethod, call) => {
    const protocolParameters = payment.protocolParameters.map(
      ([name, value]) => [name, name === "oauth_signature_method" ? signatureMethod : value] as const,
    );
    const sent = sentWith(["hex-digest"], { ...payment, signatureMethod, protocolParameters });
    const text = explanationText(explanationOf(diagnose(asked(sent), LIKELIEST), ["Python"]));
    expect(text).toContain(call);
    expect(text).not.toContain("sha1");
  });

  test("is for RSA if the method is RSA", () => {
    const { signature } = trace({ ...payment, signatureMethod: "RSA-SHA1", privateKey: TEST_PRIVATE_KEY });
    const request = { ...payment, signatureMethod: "RSA-SHA1", privateKey: TEST_PRIVATE_KEY } as const;
    const evidence = { signature: Buffer.from(signature!, "base64").toString("hex") };
    const diagnosis = diagnose({ request, key: { privateKey: TEST_PRIVATE_KEY }, evidence });
    const text = explanationText(explanationOf(diagnosis, ["Java"]));
    expect(text).toContain('Signature.getInstance("SHA1withRSA")');
    expect(text).not.toMatch(/hmac/i);
  });
});

describe("the name and password of a URL", () => {
  test("are in no cause about another host", { tags: ["deep"] }, () => {
    const url = "https://user:hidden-password@gate.example/pay?hidden-password.example";
    const meant = { ...payment, url };
    const sent = sentWith([], { ...meant, url: url.replace("gate.example", "api-gate.example") });
    const key = { consumerSecret: payment.consumerSecret };
    const diagnosis = diagnose({ request: { ...sent, url }, key }, { faults: [] });
    expect(diagnosis.kind).toMatch(/explained|ambiguous/);
    expect(JSON.stringify(diagnosis)).not.toContain("hidden-password@");
  });
});

describe("the password in the URL of a request", () => {
  const sent = sentWith([], {
    ...payment,
    method: "GET",
    form: undefined,
    url: payment.url.replace("//", "//me:hunter2pass@"),
  });
  const [, authorization] = sent.headers.find(([name]) => name === "Authorization")!;

  test.each([
    [
      "in a log",
      `url: ${sent.url}, Authorization: ${authorization}`,
      "GET https://gate.example/paynet/api/v4/sale/39915 with no body was read",
    ],
    ["in a command", `curl '${sent.url}' -H 'Authorization: ${authorization}'`, "https://me:(secret)@gate.example/"],
  ])("%s is not shown", async (_, request, shown) => {
    const given = { request, keys: [{ consumerSecret: SECRET }] };
    const { explanation, stages, corrected } = await explain(given, { ...LIKELIEST, correct: {} });
    const text = JSON.stringify({ explanation, stages, corrected });
    expect(text).toContain(shown);
    expect(text).not.toContain("hunter2");
  });
});
