import { describe, expect, test } from "vitest";
import type { DiagnosisInput } from "../../src/diagnosis/index.ts";
import { PROBLEM_CODES } from "../../src/diagnosis/text/server-problems.ts";
import {
  BASE_STRING_NAMES,
  readServerResponse,
  serverComparisonLines,
} from "../../src/diagnosis/text/server-response.ts";
import { traceSent } from "../../src/model/index.ts";
import { testEach } from "../title.ts";
import { comparedWithServer } from "./read.ts";
import { asked, payment, SECRET, sentWith } from "./requests.ts";

const request = sentWith([]);
const { baseString } = traceSent(request, {});
const html = baseString.replaceAll("&", "&amp;");
const json = baseString.replaceAll("&", "\\u0026");
const linesFor = (response: string, more: Partial<DiagnosisInput> = {}): string =>
  serverComparisonLines(comparedWithServer(asked(request, more), response)).join("\n");

describe("a server's base string", () => {
  testEach([
    [
      "Acceptable signature base string",
      `{"Errors":{"Error":[{"ReasonCode":"AUTHENTICATION_FAILED","Description":"OAuth signatures did not match. Acceptable signature base string: ${baseString}","Recoverable":false}]}}`,
    ],
    [
      "Expected signature base string",
      `{"error":{"description":"Invalid signature. Expected signature base string: ${json}"}}`,
    ],
    ["Expected signature base string", `<p>Invalid signature. Expected signature base string: ${html}<br></p>`],
    ["debug_sbs", `HTTP/1.1 401 Unauthorized\r\n\r\noauth_problem=signature_invalid&debug_sbs=${baseString}`],
    ["debug_sbs", `oauth_problem=signature_invalid&debug_sbs=${encodeURIComponent(baseString)}&code=1`],
    [
      "oauth_signature_base_string",
      `WWW-Authenticate: OAuth oauth_problem="signature_invalid", oauth_signature_base_string="${encodeURIComponent(baseString)}", oauth_signature="x"`,
    ],
    ["base_string", `signature_invalid\nbase_string:${baseString}\n`],
    ["X-Countersign-Base-String", `HTTP/1.1 401\r\nX-Countersign-Base-String: ${baseString}\r\n\r\n`],
    ["a base string", `the server has ${baseString}, and you?`],
    ["Expected signature base string", `Expected signature base string: ${html.replaceAll("&", "&amp;")}.`],
  ])("is found as %s in %s", (name, response) => {
    expect(readServerResponse(response)).toMatchObject({ baseString, baseStringName: name });
  });

  test("is neither a secret in its place, nor what the client sent in a log of curl", () => {
    expect(readServerResponse("Expected signature base string: secret&tokensecret")).toEqual({});
    expect(readServerResponse(`> X-Countersign-Base-String: ${baseString}\n< HTTP/1.1 401\n`)).toEqual({});
    expect(readServerResponse("GET /a&b https%3A%2F%2Fgate.example")).toEqual({});
  });

  test("is searched in time proportional to the length of a hostile response", () => {
    for (const part of ["GET&https%3A%2F%2F", "&amp;", "\\\\u0026", "oauth_problem", "a".repeat(20), '{"errors":[{']) {
      expect(readServerResponse(part.repeat(100_000 / part.length)).problem).toBeUndefined();
    }
  });
});

describe("a problem", () => {
  testEach([
    ["oauth_problem=timestamp_refused&oauth_acceptable_timestamps=1-2", "timestamp_refused", "time"],
    ['WWW-Authenticate: OAuth realm="x", oauth_problem="nonce_used"', "nonce_used", "nonce"],
    ['{"oauth_problem":"consumer_key_refused"}', "consumer_key_refused", "key"],
    ["<oauth_problem>permission_denied</oauth_problem>", "permission_denied", "permission"],
    ["oauth_problem=consumer_key_invalid", "consumer_key_invalid", "key"],
    ['{"errors":[{"code":89,"message":"Invalid or expired token."}]}', "89", "either"],
    ['{"errors":[{"message":"Could not authenticate you","code":32}]}', "32", "either"],
    ['{"errors":[{"message":"Timestamp out of bounds.","code":135}]}', "135", "time"],
    ['{"title":"Unauthorized","o:errorDetails":[{"o:errorCode":"INVALID_LOGIN"}]}', "INVALID_LOGIN", "either"],
    ["Detail: IntegrationBlocked", "IntegrationBlocked", "key"],
    [
      '{"code":"woocommerce_rest_authentication_error","message":"Invalid timestamp.","data":{"status":401}}',
      "Invalid timestamp",
      "time",
    ],
    [
      '[{"code":"json_oauth1_signature_mismatch","message":"OAuth signature does not match"}]',
      "signature_mismatch",
      "signature",
    ],
    ['{"Errors":{"Error":[{"ReasonCode":"INVALID_BODY_HASH","Description":"…"}]}}', "INVALID_BODY_HASH", "request"],
    ["<detailed_error_code>104.100000</detailed_error_code>", "104.1", "signature"],
    ['{"stat":"fail","code":100,"message":"Invalid API Key"}', "100", "key"],
    ["HTTP/2 401\r\n\r\ninvalid token", "invalid token", "token"],
    ["1701: Failed: Nonce Replay Detected", "1701", "nonce"],
  ])("is found in %s: %s, about the %s", (response, code, subject) => {
    expect(readServerResponse(response).problem).toMatchObject({ code, subject });
  });

  testEach([
    ['{"code":32}'],
    ["oauth_problem=unheard_of"],
    ["order 1701 was paid"],
    ['{"errors":[{"code":34}]}'],
    ["{}"],
  ])("is not found where nothing known is reported: %s", (response) => {
    expect(readServerResponse(response)).toEqual({});
  });

  test("is said not to be about the signature only if no wrong signature leads to it", () => {
    const note = "the cause is not how the signature is computed";
    expect(linesFor("oauth_problem=nonce_used")).toContain(note);
    const general = linesFor('{"o:errorDetails":[{"detail":"Invalid login attempt.","o:errorCode":"INVALID_LOGIN"}]}');
    expect(general).not.toContain(note);
    expect(general).toContain("\n  the signature may be wrong, or something else\n");
    expect(linesFor("oauth_problem=signature_invalid")).not.toContain("or something else");
  });

  test("has the parameters that the server reports", () => {
    const response = "oauth_problem=parameter_absent&oauth_parameters_absent=oauth_nonce%26oauth_timestamp";
    expect(readServerResponse(response).problem?.details).toEqual([
      "oauth_parameters_absent=oauth_nonce&oauth_timestamp",
    ]);
  });
});

describe("the data about servers", () => {
  test("has a public address for each service, and codes in lower case", () => {
    for (const { source, codes } of PROBLEM_CODES) {
      expect(source).toMatch(/^https?:\/\/[a-z.-]+\.(?:com|net|org)\//);
      expect(Object.keys(codes).map((code) => code.toLowerCase())).toEqual(Object.keys(codes));
    }
    for (const [name, , source] of BASE_STRING_NAMES.slice(0, -1)) expect([name, source]).not.toContain("");
  });
});

describe("compareWithServer", () => {
  const other = baseString.replace("https%3A", "http%3A");

  test("needs no secret to find the first difference between the server and the request", () => {
    const comparison = comparedWithServer({ request, key: {} }, `debug_sbs=${other}`);
    expect(comparison).toMatchObject({ isSameAsRequest: false, difference: { part: "base-string-uri" } });
    expect(serverComparisonLines(comparison).join("\n")).toMatchInlineSnapshot(`
      "the server's base string differs from the one this request gives at character 10, in the URL (found as debug_sbs)
        request  POST&https%3A%2F%2Fgate.example
                          ^
        server   POST&http%3A%2F%2Fgate.example
        the request changed on its way to the server, or the server sees another address or other parameters, or it does not sort them as in RFC 5849"
    `);
  });

  test("names the parameter that differs", () => {
    const text = linesFor(`debug_sbs=${baseString.replace("%252A", "*")}`);
    expect(text).toMatch(
      /^the server's base string differs from the one this request gives at character \d+, at the parameter order_desc/,
    );
  });

  testEach([["*"], ["%2A"]])("says that the server encodes otherwise if only that differs: %s", (star) => {
    const comparison = comparedWithServer(asked(request), `debug_sbs=${baseString.replace("%252A", star)}`);
    expect(comparison).toMatchObject({ isSameAsRequest: false, isEncodedOtherwise: true });
    expect(serverComparisonLines(comparison).join("\n")).toContain("the server does not encode them as in RFC 5849");
  });

  test("says that the server encodes otherwise if it writes a space as +", () => {
    const spaces = comparedWithServer(asked(request), `debug_sbs=${baseString.replaceAll("%2520", "%2B")}`);
    expect(spaces).toMatchObject({ isEncodedOtherwise: true });
    const others = comparedWithServer(asked(request), `debug_sbs=${baseString.replaceAll("%2520", "%252B")}`);
    expect(others).not.toHaveProperty("isEncodedOtherwise");
  });

  test("says that the server computed what the request gives", () => {
    expect(linesFor(`debug_sbs=${baseString}`)).toMatchInlineSnapshot(`
      "the server's base string is what this request gives (found as debug_sbs)
        your client signed a different base string, or used a different key or digest; to see which, log the base string that it signs, and give it with --base-string-file"
    `);
  });

  test("says that key or digest differ if the client signed the same", () => {
    const text = linesFor(`debug_sbs=${other}`, { evidence: { baseString: other } });
    expect(text).toContain("your client signed the server's base string: the key or the digest differs");
  });

  test("shows where the client's base string differs from the server's", () => {
    const signed = baseString.replace("%252A", "*");
    const text = linesFor(`debug_sbs=${baseString}`, { evidence: { baseString: signed } });
    expect(text).toContain("compared with the server's base string, your client left `*` unencoded in order_desc");
  });

  test("hides secrets and card numbers", () => {
    const leaky = {
      ...payment,
      form: [
        ["card", "4444555566661111"],
        ["q", SECRET],
      ] as [string, string][],
    };
    const sent = sentWith([], leaky);
    const right = traceSent(sent, {}).baseString;
    const comparison = comparedWithServer(asked(sent), `debug_sbs=${right.replace("n0nce", "n1nce")}`);
    expect(JSON.stringify(comparison)).not.toContain(SECRET);
    expect(JSON.stringify(comparison)).not.toContain("4444555566661111");
  });

  test("says why it could not compare", () => {
    const unsigned = { method: "GET", url: "https://gate.example/", headers: [] };
    const comparison = comparedWithServer({ request: unsigned, key: {} }, `debug_sbs=${baseString}`);
    expect(serverComparisonLines(comparison)).toEqual([
      "the server's base string was not compared: oauth_signature_method is missing",
    ]);
  });
});

describe("the base string of a server is found", () => {
  const nested = `oauth_error_message=${encodeURIComponent(`oauth_problem=signature_invalid&debug_sbs=${encodeURIComponent(baseString)}`)}`;
  testEach([
    ["in a value that is percent-encoded", nested],
    ["in a value that is percent-encoded twice", `error=${encodeURIComponent(nested)}`],
    ["with each part on a separate line", `Base string:\n${baseString.split("&").join("&\n")}\n`],
    ["on lines that a terminal wrapped", `base_string: ${baseString.replace(/.{60}/g, "$&\n")}\n`],
    ["decoded", `base string: ${decodeURIComponent(decodeURIComponent(baseString))}`],
  ])("%s", (_, response) => {
    expect(linesFor(response)).toContain("the server's base string is what this request gives");
  });

  test("and reported as not comparable if it is decoded and of another request", () => {
    const other = decodeURIComponent(baseString).replace("/pay", "/other");
    expect(linesFor(`base string: ${other}`)).toContain(
      "was not compared: the server prints it decoded, so that the ends of its parts are not visible",
    );
  });
});

describe("a signature in the answer of a server shows that", () => {
  const [, authorization] = request.headers.find(([name]) => name === "Authorization")!;
  const sent = /oauth_signature="([^"]*)"/.exec(authorization)![1]!;
  const signature = decodeURIComponent(sent);
  const fatSecret = (received: string): string => `Invalid signature: oauth_signature '${received}'`;
  const other = "TpVZ7AJ1SrJDtIynxAYpIjVlNqI=";
  testEach([
    ["it arrived", fatSecret(signature), "the server received the signature of this request"],
    ["it was lost", fatSecret(""), "the server received no signature"],
    ["it was lost, in the words of IMS", `Invalid signature ours= ${other} yours=`, "the server received no signature"],
    ["it arrived, with words after it", `ours=${other} yours=${signature} at 12:01`, "received the signature of this"],
    [
      "a + became a space in another request",
      fatSecret(" k/wjjCPg8Oewc4zlFctMYCPOuA="),
      "with a space for +: a + must be sent as %2B; the answer is of another request",
    ],
    [
      "it is of another request, with words after it",
      fatSecret("abc and more"),
      "the server received another signature",
    ],
    ["it may have been encoded twice", fatSecret(sent), "it shows it as it was sent, or it was encoded twice"],
    ["the server sees the same, with escapes", `Expected signature: ${sent}`, "computed the signature of this request"],
    ["it was cut", fatSecret(signature.slice(0, 12)), "only the first 12 of 28 characters"],
    ["the server sees another request", `Expected signature: ${other}`, "it has another key, it sees another URL"],
    [
      "it is of another request",
      `$signature  = ${other}\n$consumer_signature = 3ko8DUsUUEB4Hqaks68vGYnTjQM=`,
      "the answer is of another request",
    ],
  ])("%s", (_, response, sentence) => {
    const lines = linesFor(response);
    expect(lines).toContain(sentence);
    expect(lines).not.toContain(signature);
  });

  const plus = Array.from({ length: 40 }, (_, at) => sentWith([], { ...payment, form: [["n", `${at}`]] })).find((one) =>
    /oauth_signature="[^"]*%2B/.test(one.headers.map(([, value]) => value).join()),
  )!;
  const withPlus = /oauth_signature="([^"]*)"/.exec(plus.headers.map(([, value]) => value).join())![1]!;
  const answerTo = (sent: typeof plus, response: string): string =>
    serverComparisonLines(comparedWithServer(asked(sent), response)).join("\n");

  test("a + became a space", () => {
    const received = decodeURIComponent(withPlus).replaceAll("+", " ");
    const answer = answerTo(plus, fatSecret(received));
    expect(answer).toContain("the server received the signature with a space for +: a + must be sent as %2B");
    expect(answer).not.toContain("another request");
  });

  test("it was encoded twice, if it was sent like that", () => {
    const twice = {
      ...plus,
      headers: plus.headers.map(
        ([name, value]) => [name, value.replace(withPlus, encodeURIComponent(withPlus))] as const,
      ),
    };
    const answer = answerTo(twice, fatSecret(withPlus));
    expect(answer).toContain("with percent escapes: it was encoded twice");
  });

  test("a PLAINTEXT signature arrived, although it contains escapes", () => {
    const key = { consumerSecret: "two words" };
    const sent = sentWith([], {
      ...payment,
      ...key,
      signatureMethod: "PLAINTEXT",
      protocolParameters: payment.protocolParameters.map(([name, value]) => [
        name,
        name === "oauth_signature_method" ? "PLAINTEXT" : value,
      ]),
    });
    // Decoded, it has a space that is none for a +.
    for (const received of ["two%20words&", "two words&"]) {
      const comparison = comparedWithServer({ request: sent, key }, fatSecret(received));
      expect(comparison.signatureNotes).toEqual(["the server received the signature of this request"]);
    }
  });

  test("the client is wrong, if the server computed the correct one", () => {
    const wrong = sentWith(["space-as-plus"]);
    const answer = serverComparisonLines(comparedWithServer(asked(wrong), `Expected signature: ${signature}`)).join(
      "\n",
    );
    expect(answer).toContain("so your client computes it wrongly");
    const unknown = serverComparisonLines(
      comparedWithServer({ request: wrong, key: {} }, `Expected signature: ${signature}`),
    );
    expect(unknown.join("\n")).toContain("give the key to see which side is wrong");
  });
});
