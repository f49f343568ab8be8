/** Requests whose few parameters were signed in an order that no rule gives, as a hash table has it. */

import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import { type EncodedParameter, type SigningInput, type Stages, specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { asked, payment } from "./requests.ts";

const ORDER = ["oauth_version", "oauth_nonce", "oauth_timestamp", "oauth_consumer_key", "oauth_signature_method"];
const place = ({ encodedName }: EncodedParameter): number => ORDER.indexOf(encodedName);

/** Signed in this order; other parameters stand before them. */
function diagnosisOf(request: SigningInput) {
  const sortParameters: Stages["sortParameters"] = (parameters) =>
    specification.sortParameters(parameters).sort((a, b) => place(a) - place(b));
  return diagnose(asked(sendAs(request, { ...specification, sortParameters })!), { budget: { combinations: 40_000 } });
}

const { form: _, ...withoutForm } = payment;

describe("the order of protocol parameters", () => {
  test.each([
    ["alone", withoutForm, "."],
    ["behind the sorted others", payment, ", with the others sorted before them."],
  ])("is named: %s", { tags: ["deep"] }, (_where, request, end) => {
    expect(diagnosisOf(request)).toMatchObject({
      kind: "explained",
      causes: [{ id: "not-sorted", what: `The client signs parameters in the order ${ORDER.join(", ")}${end}` }],
    });
  });

  test.each([
    ["more than seven", ["oauth_token", "oauth_callback", "oauth_verifier"].map((name) => [name, "x"] as const)],
    ["names of more than 500 characters", [[`oauth_${"x".repeat(500)}`, "x"] as const]],
  ])("is not tried for %s", { tags: ["deep"] }, (_what, more) => {
    const diagnosis = diagnosisOf({ ...payment, protocolParameters: [...payment.protocolParameters, ...more] });
    expect(diagnosis).toMatchObject({ kind: "unknown" });
  });
});
