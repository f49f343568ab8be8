/** Requests whose few parameters were signed in an order that no rule gives, as a hash table has it. */

import { describe, expect, test } from "vitest";
import { orderHypotheses } from "../../src/diagnosis/causes/parameter-orders.ts";
import { diagnose } from "../../src/diagnosis/index.ts";
import { hypothesesOf } from "../../src/diagnosis/search/hypothesis.ts";
import { allFaults } from "../../src/faults/index.ts";
import {
  type EncodedParameter,
  type SigningInput,
  type Stages,
  specification,
  toOctets,
} from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { asked, payment } from "./requests.ts";

const ORDER = ["oauth_version", "oauth_nonce", "oauth_timestamp", "oauth_consumer_key", "oauth_signature_method"];
const place = ({ encodedName }: EncodedParameter): number => ORDER.indexOf(encodedName);

/** The fault whose orders are tried. */
const faults = allFaults().filter(({ id }) => id === "not-sorted");

/** Signed in this order; other parameters stand before them. */
function diagnosisOf(request: SigningInput) {
  const sortParameters: Stages["sortParameters"] = (parameters) =>
    specification.sortParameters(parameters).sort((a, b) => place(a) - place(b));
  return diagnose(asked(sendAs(request, { ...specification, sortParameters })!), {
    faults,
    budget: { combinations: 25_000 },
  });
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
});

describe("the orders", () => {
  const notSorted = hypothesesOf(faults[0]!)[0]!;
  const header = (names: readonly string[]) => names.map((name) => [toOctets(name), toOctets("x")] as const);
  const ordersOf = (names: readonly string[]) =>
    orderHypotheses({ query: [], header: header(names), body: [], realm: null }, notSorted);
  const seven = [..."abcdefg"].map((name) => `oauth_${name}`);

  test("of seven parameters are all tried", () => {
    expect(new Set(ordersOf(seven).map(({ what }) => what))).toHaveProperty("size", 5040);
  });

  test.each([
    ["more than seven", [...seven, "oauth_h"]],
    ["names of more than 500 characters", [`oauth_${"x".repeat(500)}`]],
  ])("of %s are not tried", (_what, names) => {
    expect(ordersOf(names)).toEqual([]);
  });

  test("of protocol parameters alone are named without the others", () => {
    expect(ordersOf(["oauth_a", "oauth_b"]).map(({ what }) => what)).toContain(
      "The client signs parameters in the order oauth_b, oauth_a.",
    );
  });
});
