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
import { asked, causesIn, payment, sentWith } from "./requests.ts";

const FEW = { faults: [faultOf("key-without-ampersand")!], budget: { combinations: 3000 } };
const { baseString } = trace(payment);
const rsa = testKeyPair("rsa-2048");
const otherRsa = testKeyPair("rsa-2048-other");

const found = (input: DiagnosisInput): Diagnosis => diagnose({ ...input, evidence: { baseString } }, FEW);
const textOf = (diagnosis: Diagnosis): string => {
  return explanationText(explanationOf(diagnosis));
};

describe("a correct base string", () => {
  test("is reported if nothing explains the signature", () => {
    const diagnosis = found(asked(sentWith([], { ...payment, consumerSecret: "unknown" })));
    expect(diagnosis).toMatchObject({ kind: "unknown", baseStringIsCorrect: true });
    expect(textOf(diagnosis)).toContain("base string: the one that the client logged is correct: the client used a");
  });

  test("that is wrong in a way that nothing explains proves the key if the signature is made of it", () => {
    const wrong = `${baseString}&more`;
    const sent = sendAs(payment, { ...specification, baseString: () => wrong })!;
    const diagnosis = diagnose(asked(sent, { evidence: { baseString: wrong } }), FEW);
    expect(diagnosis).toMatchObject({ kind: "unknown", keyIsRight: true });
    expect(textOf(diagnosis)).toContain("the key is correct, and only the base string is wrong");
  });

  test("is reported beside a fault of the key, and beside a correct signature", () => {
    const wrong = found(asked(sentWith(["key-without-ampersand"])));
    expect(causesIn(wrong).map(({ id }) => id)).toEqual(["key-without-ampersand"]);
    const right = found(asked(sentWith([])));
    expect(right.kind).toBe("right");
    for (const one of [wrong, right])
      expect(textOf(one)).toContain("\n  base string: the one that the client logged is correct");
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
    expect(textOf(diagnosis)).toMatch(/^the public key does not match[\s\S]*the client logged is correct/);
  });
});

describe("a base string of another request", () => {
  test("is reported beside a signature that is right", () => {
    const other = { baseString: baseString.replace("10.42", "11.42") };
    const diagnosis = diagnose({ ...asked(sentWith([])), evidence: other }, FEW);
    expect(diagnosis).toMatchObject({ kind: "right", baseStringIsCorrect: false });
    expect(textOf(diagnosis)).toContain("base string: the one that the client logged is not of this request");
  });
});
