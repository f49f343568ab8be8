import { describe, expect, test } from "vitest";
import {
  type Diagnosis,
  type DiagnosisInput,
  diagnose,
  explanationOf,
  explanationText,
} from "../../src/diagnosis/index.ts";
import { faultOf } from "../../src/faults/index.ts";
import { specification, trace } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { testKeyPair } from "../keys/index.ts";
import { testEach } from "../title.ts";
import { comparedWithServer } from "./read.ts";
import { asked, causesIn, payment, sentWith } from "./requests.ts";

const FEW = { faults: [faultOf("key-without-ampersand")!], budget: { combinations: 300 } };
const { baseString } = trace(payment);
const rsa = testKeyPair("rsa-2048");
const otherRsa = testKeyPair("rsa-2048-other");

const found = (input: DiagnosisInput): Diagnosis => diagnose({ ...input, evidence: { baseString } }, FEW);
const textOf = (diagnosis: Diagnosis): string => {
  return explanationText(explanationOf(diagnosis));
};

describe("a correct base string", () => {
  const expectReported = (combinations: number): void => {
    const input = asked(sentWith([], { ...payment, consumerSecret: "unknown" }), { evidence: { baseString } });
    const diagnosis = diagnose(input, { ...FEW, budget: { combinations } });
    expect(diagnosis).toMatchObject({ kind: "unknown", baseStringIsCorrect: true });
    expect(textOf(diagnosis)).toContain("base string: the given one is correct: if the client signed it, the key");
  };
  const REPORTED = "is reported if nothing explains the signature, in %i combinations";
  test.each([300])(REPORTED, expectReported);
  test.each([3000])(REPORTED, { tags: ["deep"] }, expectReported);

  const expectKeyProved = (combinations: number): void => {
    const wrong = `${baseString}&more`;
    const sent = sendAs(payment, { ...specification, baseString: () => wrong })!;
    const options = { ...FEW, budget: { combinations } };
    const diagnosis = diagnose(asked(sent, { evidence: { baseString: wrong } }), options);
    expect(diagnosis).toMatchObject({ kind: "unknown", keyIsRight: true });
    expect(textOf(diagnosis)).toContain("the key is correct; only the base string is wrong");
  };
  const PROVED = "proves the key if only the base string is wrong, and was signed, in %i combinations";
  test.each([300])(PROVED, expectKeyProved);
  test.each([3000])(PROVED, { tags: ["deep"] }, expectKeyProved);

  test("is no changed value where only a = is missing", () => {
    const wrong = trace({ ...payment, form: [["flag", ""]] }).baseString.replace("flag%3D", "flag");
    const sent = sendAs({ ...payment, form: [["flag", ""]] }, { ...specification, baseString: () => wrong })!;
    expect(diagnose(asked(sent, { evidence: { baseString: wrong } }), FEW).kind).not.toBe("changed");
  });

  test("is reported beside a fault of the key, and beside a correct signature", () => {
    const wrong = found(asked(sentWith(["key-without-ampersand"])));
    expect(causesIn(wrong).map(({ id }) => id)).toEqual(["key-without-ampersand"]);
    const right = found(asked(sentWith([])));
    expect(right.kind).toBe("right");
    for (const one of [wrong, right]) expect(textOf(one)).toContain("\n  base string: the given one is correct");
  });

  test("is all that is reported if the key or the signature is missing", () => {
    const withoutKey = diagnose({ request: sentWith([]), key: {}, evidence: { baseString } }, FEW);
    expect(withoutKey).toMatchObject({ kind: "right", unchecked: "key-missing" });
    expect(textOf(withoutKey)).toBe(
      "the client's base string is correct (the signature was not checked, because the key is missing)",
    );
    const withoutSignature = diagnose({ request: payment, key: {}, evidence: { baseString } }, FEW);
    expect(withoutSignature).toMatchObject({ kind: "right", unchecked: "signature-missing" });
    expect(textOf(withoutSignature)).toBe("the client's base string is correct (there is no signature to check)");
  });

  test("does not make a signature right that no public key matches", () => {
    const protocolParameters = payment.protocolParameters.map(
      ([name, value]) => [name, name === "oauth_signature_method" ? "RSA-SHA256" : value] as const,
    );
    const meant = {
      ...payment,
      protocolParameters,
      signatureMethod: "RSA-SHA256",
      privateKey: rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    } as const;
    const evidence = { baseString: trace(meant).baseString };
    const diagnosis = diagnose(
      {
        request: sentWith([], meant),
        key: { publicKey: otherRsa.publicKey.export({ type: "spki", format: "pem" }).toString() },
        evidence,
      },
      FEW,
    );
    expect(diagnosis).toMatchObject({
      kind: "unknown",
      baseStringIsCorrect: true,
      notices: [{ id: "key-opens-nothing" }],
    });
    expect(textOf(diagnosis)).toMatch(/^the public key does not match[\s\S]*the given one is correct/);
  });
});

/** A request of a client that signs a space as +. */
const spaced = {
  method: "GET",
  url: "https://api.yelp.example/v2/search?term=food&location=San%20Francisco",
  headers: [
    [
      "Authorization",
      'OAuth oauth_consumer_key="ck_5849demo", oauth_nonce="n8Fh2Lq90", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1764210000", oauth_token="tk_77aa01", oauth_version="1.0", oauth_signature="0IvbsmsyyxtVqSQKgzD0F4pSWwk%3D"',
    ],
  ],
} as const;
const key = { consumerSecret: "cs-9f2Kd83jLq", tokenSecret: "ts-Zx81mmQ0e" };
const signed =
  "GET&https%3A%2F%2Fapi.yelp.example%2Fv2%2Fsearch&location%3DSan%2BFrancisco%26oauth_consumer_key%3Dck_5849demo%26oauth_nonce%3Dn8Fh2Lq90%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1764210000%26oauth_token%3Dtk_77aa01%26oauth_version%3D1.0%26term%3Dfood";
const ofOtherRun = signed.replace("n8Fh2Lq90", "OTHERnonce1").replace("1764210000", "1764210055");
const ENCODERS = { faults: ["space-as-plus", "lowercase-hex"].map((id) => faultOf(id)!) };
const explained = (text: string): Diagnosis =>
  diagnose({ request: spaced, key, evidence: { baseString: text } }, ENCODERS);

describe("a text that contains the base string", () => {
  testEach<[string, string]>([
    [
      "the debug log of oauthlib",
      `DEBUG:oauthlib.oauth1.rfc5849:Collected params: [...]\nDEBUG:oauthlib.oauth1.rfc5849:Normalized params: location=San+Francisco\nDEBUG:oauthlib.oauth1.rfc5849:Normalized URI: https://api.yelp.example/v2/search\nDEBUG:oauthlib.oauth1.rfc5849:Signing: signature base string: ${signed}\n`,
    ],
    ["print_r of pecl", `Array\n(\n    [sbs] => ${signed}\n    [headers_sent] => GET /v2/search\n)\n`],
    ["a file with a byte order mark and CRLF", `\ufeff${signed}\r\n`],
    ["a log with quotation marks", `base string is: '${signed}'.\nsignature is: x\n`],
    ["JSON", JSON.stringify({ sbs: signed }).replaceAll("&", "\\u0026")],
    ["HTML", `<pre>${signed.replaceAll("&", "&amp;")}</pre>`],
    ["a terminal of 80 columns", `signing ${signed}\ndone: 1\n`.replace(/(?<=^.*)[^\n]{80}/g, "$&\n")],
    ["a log of two runs", `${ofOtherRun}\n2026 INFO ${signed}\n`],
  ])("is %s: it hides no cause", (_, text) => {
    const found = explained(text);
    expect(causesIn(found).map(({ id }) => id)).toEqual(["space-as-plus"]);
    expect(found).not.toHaveProperty("unusedBaseString");
  });

  test("is used although its characters are not those of a base string, if it was signed", () => {
    for (const wrong of [`${baseString} and "more"`, `${baseString} 'more'`]) {
      const sent = sendAs(payment, { ...specification, baseString: () => wrong })!;
      const text = `at 10:42 signed: ${wrong}\nend`;
      expect(diagnose(asked(sent, { evidence: { baseString: text } }), FEW)).toMatchObject({
        kind: "unknown",
        keyIsRight: true,
      });
    }
  });

  test("is compared with the base string of the server", () => {
    const input = { request: spaced, key: {}, evidence: { baseString: `log: "${signed}"` } };
    expect(comparedWithServer(input, `debug_sbs=${signed}`)).toMatchObject({ isSameAsClient: true });
    const other = { ...input, evidence: { baseString: ofOtherRun } };
    expect(comparedWithServer(other, `debug_sbs=${signed}`)).not.toHaveProperty("isSameAsClient");
  });
});

describe("a text without a base string", () => {
  const text = `2026 DEBUG start\nGET https://api.yelp.example/v2/search?location=a&term=b\nAuthorization: OAuth oauth_nonce="1"\n`;

  test.each([
    ["a log", text],
    ["one word", "hello"],
    ["nothing", ""],
  ])("is reported, and is no evidence: %s", (_, baseString) => {
    const input = { request: spaced, key: { consumerSecret: "unknown" }, evidence: { baseString } };
    const found = diagnose(input, { ...ENCODERS, budget: { combinations: 100 } });
    expect(found).toMatchObject({ kind: "unknown", notices: [{ id: "base-string-missing", rejects: false }] });
    expect(found).not.toHaveProperty("baseStringIsCorrect");
    expect(diagnose({ ...input, key: {} }, ENCODERS)).toMatchObject({ kind: "not-diagnosed", reason: "key-missing" });
  });

  test.each([["GET\nhttps://api.yelp.example/v2/search\na=1"], ["location=a&oauth_nonce=b"]])(
    "is none that was signed: %j",
    (baseString) => {
      const sent = sendAs(payment, { ...specification, baseString: () => baseString })!;
      expect(diagnose(asked(sent, { evidence: { baseString } }), FEW)).toMatchObject({ keyIsRight: true });
    },
  );
});

describe("a base string that does not give the signature", () => {
  test("of another request changes no cause, and is reported", () => {
    const found = explained(ofOtherRun);
    expect(causesIn(found).map(({ id }) => id)).toEqual(["space-as-plus"]);
    expect(textOf(found)).toContain(
      "base string: the given one is of another request, because oauth_nonce and oauth_timestamp differ; it was not used",
    );
  });

  test("of this request changes no cause", () => {
    const found = explained(signed.replace("food", "drinks"));
    expect(causesIn(found).map(({ id }) => id)).toEqual(["space-as-plus"]);
    expect(textOf(found)).toContain("does not give this signature: it is not what was signed");
  });

  test("of this request is explained, if nothing else is", () => {
    const input = { request: spaced, key: { consumerSecret: "unknown" }, evidence: { baseString: signed } };
    const found = diagnose(input, { ...ENCODERS, budget: { combinations: 2000 } });
    expect(found).toMatchObject({ kind: "unknown", partialCauses: [{ id: "space-as-plus" }] });
    expect(textOf(found)).toContain("it is not what was signed, or the client used a different key");
  });

  test("of another request explains nothing", () => {
    const input = { request: spaced, key: { consumerSecret: "unknown" }, evidence: { baseString: ofOtherRun } };
    const found = diagnose(input, { ...ENCODERS, budget: { combinations: 1000 } });
    expect(found).toMatchObject({ kind: "unknown", partialCauses: [] });
    expect(found).not.toHaveProperty("difference");
  });

  test("of another request is all that is reported without a key", () => {
    const input = { request: spaced, key: {}, evidence: { baseString: ofOtherRun } };
    expect(diagnose(input, ENCODERS)).toMatchObject({
      reason: "key-missing",
      message: "the client's base string is of another request, because oauth_nonce and oauth_timestamp differ",
    });
  });

  test("is reported beside a signature that is right", () => {
    const other = { baseString: baseString.replace("10.42", "11.42") };
    const diagnosis = diagnose({ ...asked(sentWith([])), evidence: other }, FEW);
    expect(diagnosis).toMatchObject({ kind: "right", baseStringIsCorrect: false });
    expect(textOf(diagnosis)).toContain("base string: the given one does not give this signature");
  });
});

describe("a base string with an unknown mistake", () => {
  /** Writes each line break as an old encoder did. */
  const wrong = trace({ ...payment, form: [["text", "one\r\ntwo"]] }).baseString.replace("%250D%250A", "%25D%25A%2500");
  const sent = sendAs({ ...payment, form: [["text", "one\r\ntwo"]] }, { ...specification, baseString: () => wrong })!;
  const diagnosis = diagnose(asked(sent, { evidence: { baseString: wrong } }));

  test("is not one of other parameters, if a wrong encoder may have made the difference", { tags: ["deep"] }, () => {
    expect(diagnosis).toMatchObject({ kind: "unknown", keyIsRight: true });
    expect(textOf(diagnosis)).toContain("one%D%A%00two");
  });

  test("ends the search with what the base string shows", { tags: ["deep"] }, () => {
    expect(diagnosis).toMatchObject({ limitReached: false });
    expect(diagnosis.kind === "unknown" && diagnosis.tried).toBeLessThan(50_000);
    expect(textOf(diagnosis)).not.toContain("stopped at its limit");
  });
});
