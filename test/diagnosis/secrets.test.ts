import { describe, expect, test } from "vitest";
import { TEST_PRIVATE_KEY } from "../../src/conformance/vectors/test-key.ts";
import { diagnose, explanationOf, explanationText } from "../../src/diagnosis/index.ts";
import { trace } from "../../src/model/index.ts";
import { asked, payment, SECRET, sentWith } from "./requests.ts";

const right = trace(payment).baseString;

describe("of a secret in a base string", () => {
  test.each([
    ["alone", SECRET],
    ["in front", `${SECRET}&${right}`],
    ["behind", `${right}&${SECRET}`],
    ["encoded, in the URI", right.replace("%2Fpaynet", `%2F${encodeURIComponent(SECRET)}`)],
    ["in a value", right.replace("10.42", SECRET)],
    ["from its middle on, where the difference is", right.replace("10.42", `${SECRET.slice(0, 4)}10.42${SECRET}`)],
  ])("no part is shown: %s", (_where, baseString) => {
    const text = explanationText(explanationOf(diagnose(asked(sentWith([]), { evidence: { baseString } }))));
    const pieces = Array.from({ length: SECRET.length - 11 }, (_, at) => SECRET.slice(at, at + 12));
    expect(pieces.filter((piece) => text.includes(piece))).toEqual([]);
  });
});

describe("the fix for a wrong digest", () => {
  test.each([
    ["HMAC-SHA256", "hashlib.sha256"],
    ["HMAC-SHA512", "hashlib.sha512"],
  ] as const)("is for %s", (signatureMethod, call) => {
    const protocolParameters = payment.protocolParameters.map(
      ([name, value]) => [name, name === "oauth_signature_method" ? signatureMethod : value] as const,
    );
    const sent = sentWith(["hex-digest"], { ...payment, signatureMethod, protocolParameters });
    const text = explanationText(explanationOf(diagnose(asked(sent))));
    expect(text).toContain(call);
    expect(text).not.toContain("sha1");
  });

  test("is for RSA if the method is RSA", () => {
    const { signature } = trace({ ...payment, signatureMethod: "RSA-SHA1", privateKey: TEST_PRIVATE_KEY });
    const request = { ...payment, signatureMethod: "RSA-SHA1", privateKey: TEST_PRIVATE_KEY } as const;
    const evidence = { signature: Buffer.from(signature!, "base64").toString("hex") };
    const text = explanationText(explanationOf(diagnose({ request, key: { privateKey: TEST_PRIVATE_KEY }, evidence })));
    expect(text).toContain('Signature.getInstance("SHA1withRSA")');
    expect(text).not.toMatch(/hmac/i);
  });
});
