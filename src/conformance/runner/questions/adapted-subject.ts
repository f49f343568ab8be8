/**
 * The subject of an adapted vector. The rule of the vector may be about something that the implementation does not support,
 * so the result has the rule of the stage that differs.
 */

import { isRsaMethod, type SignatureMethod } from "../../../spec/signature-methods.ts";
import type { AnyInput, Stage, TestCase } from "../../vectors/index.ts";

/** The rule that a wrong value of a stage violates. `signature` depends on the method. */
const RULES: Readonly<Record<Exclude<Stage, "signature">, string>> = {
  "percent-encoding": "rfc5849-3.6-3",
  "percent-decoding": "rfc5849-3.6-5",
  parameters: "rfc5849-3.4.1.3.1-5",
  "parameter-string": "rfc5849-3.4.1.3.2-1",
  "base-string-uri": "rfc5849-3.4.1.2-3",
  "base-string": "rfc5849-3.4.1.1-1",
  key: "rfc5849-3.4.2-1",
  "authorization-header": "rfc5849-3.5.1-1",
  realm: "rfc5849-3.5.1-2",
  url: "rfc5849-3.5.3-1",
  body: "rfc5849-3.5.2-1",
  "body-hash": "body-hash-3.2-1",
  valid: "rfc5849-3.2-1",
};

/** The rules of the methods of RFC 5849. */
const OF_RFC: Readonly<Record<string, string>> = {
  "HMAC-SHA1": "rfc5849-3.4.2-2",
  "RSA-SHA1": "rfc5849-3.4.3-1",
  PLAINTEXT: "rfc5849-3.4.4-1",
};

function signatureRule(method: SignatureMethod): string {
  return OF_RFC[method] ?? (isRsaMethod(method) ? "rsa-sha2-1" : "hmac-sha2-1");
}

/** The rule and the title of the result of an adapted vector, whose values differ first at a stage. */
export function adaptedSubject(
  { input, source }: Pick<TestCase, "input" | "source">,
  stage: Stage,
): { readonly rule: string; readonly title: string } {
  const { signatureMethod = "HMAC-SHA1" }: AnyInput = input;
  const origin = source?.kind === "published" ? "published vector" : "vector";
  return {
    rule: stage === "signature" ? signatureRule(signatureMethod) : RULES[stage],
    title: `The ${stage.replaceAll("-", " ")} of the request of a ${origin}, adapted to what the implementation supports`,
  };
}
