/** A base string that the signature proves is explained part by part, whatever the number of mistakes. */

import { describe, expect, test } from "vitest";
import { type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import { allFaults, type Fault, faultOf } from "../../src/faults/index.ts";
import { type SigningInput, specification, trace } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { asked, causesIn, payment } from "./requests.ts";

const SENT: SigningInput = { ...payment, url: "https://gate.example/pay/?lang=en&Mode=test" };

/** The diagnosis of a client that signed this base string, with it as evidence. */
function diagnosed(baseString: string, faults: readonly Fault[], combinations = 300): Diagnosis {
  const request = sendAs(SENT, { ...specification, baseString: () => baseString })!;
  return diagnose(asked(request, { evidence: { baseString } }), { faults, budget: { combinations } });
}

/** The base string of a client with these mistakes. */
function signedWith(ids: readonly string[], input = SENT): string {
  const stages = ids.reduce((altered, id) => faultOf(id)!.apply(altered), specification);
  return trace(input, stages).baseString;
}

const correct = trace(SENT).baseString;
const FEW = [faultOf("asterisk-bare")!, faultOf("trailing-slash-dropped")!];
const idsIn = (diagnosis: Diagnosis): string[] => causesIn(diagnosis).map(({ id }) => id);

describe("a proved base string", () => {
  test("with mistakes in method, URI and three parameters names each of them", { tags: ["deep"] }, () => {
    const form = [...SENT.form!.filter(([name]) => name !== "amount"), ["amount", "10.43"]] as const;
    const signed = signedWith(["asterisk-bare"], { ...SENT, form })
      .replace("POST", "GET")
      .replace("%2Fpay%2F&", "%2Fpay&")
      .replace("lang%3Den%26", "")
      .replace("oauth_version", "oauth_tokey%3D%26oauth_version");
    const found = diagnosed(signed, allFaults(), 20_000);
    expect(found.kind).toBe("explained");
    expect(idsIn(found).toSorted()).toEqual(
      [
        "asterisk-bare",
        "method-fixed",
        "parameter-not-sent:oauth_tokey",
        "parameter-not-signed:lang",
        "trailing-slash-dropped",
        "value-changed:amount",
      ].toSorted(),
    );
    expect(found).toMatchObject({ difference: { part: "method" } });
  });

  const expectValues = (faults: readonly Fault[], combinations: number): void => {
    const signed = signedWith(["trailing-slash-dropped"]).replace("10.42", "99");
    const [, amount] = causesIn(diagnosed(signed, faults, combinations)).toSorted((one, other) =>
      one.id.localeCompare(other.id),
    );
    expect(amount).toMatchObject({ change: { name: "amount", signed: "99", sent: "10.42" } });
  };
  test("shows the value of a parameter that was signed and that was sent", () => expectValues(FEW, 300));
  test("shows the value of a parameter that was signed and that was sent, among all faults", { tags: ["deep"] }, () =>
    expectValues(allFaults(), 20_000),
  );

  const expectAlternatives = (combinations: number): void => {
    const two = ["asterisk-bare", "encodeuricomponent-leftovers"].map((id) => faultOf(id)!);
    const signed = signedWith(["asterisk-bare"])
      .replace("%2Fpay%2F&", "%2Fpay&")
      .replaceAll("%2528", "(")
      .replaceAll("%2529", ")");
    const found = diagnosed(signed, [...two, faultOf("trailing-slash-dropped")!], combinations);
    expect(idsIn(found).toSorted()).toEqual(["encodeuricomponent-leftovers", "trailing-slash-dropped"]);
  };
  const ALTERNATIVES = "lists the alternatives of a part that the request does not distinguish, in %i combinations";
  test.each([300])(ALTERNATIVES, expectAlternatives);
  test.each([20_000])(ALTERNATIVES, { tags: ["deep"] }, expectAlternatives);

  const expectUnknown = (combinations: number): void => {
    const signed = signedWith(["trailing-slash-dropped"])
      .replace("gate.example", "gate..example")
      .replace("10.42", "99");
    expect(diagnosed(signed, FEW, combinations)).toMatchObject({ kind: "unknown", keyIsRight: true });
  };
  test.each([500])("names no cause if one part is explained by nothing, in %i combinations", expectUnknown);
  test.each([20_000])(
    "names no cause if one part is explained by nothing, in %i combinations",
    { tags: ["deep"] },
    expectUnknown,
  );

  const expectOther = (combinations: number): void => {
    // A client that leaves * unencoded would do so in both values.
    const input = {
      ...SENT,
      form: [
        ["one", "*"],
        ["two", "*"],
      ],
    } as const;
    const request = (baseString: string) => sendAs(input, { ...specification, baseString: () => baseString })!;
    const { baseString } = trace(input);
    const signed = baseString.replace("one%3D%252A", "one%3D*").replace("%2Fpay%2F&", "%2Fpay&");
    const found = diagnose(asked(request(signed), { evidence: { baseString: signed } }), {
      faults: [faultOf("asterisk-bare")!, faultOf("trailing-slash-dropped")!],
      budget: { combinations },
    });
    expect(idsIn(found)).not.toContain("asterisk-bare");
  };
  const OTHER = "is not explained by a mistake that would change a part that is correct, in %i combinations";
  test.each([500])(OTHER, expectOther);
  test.each([2000])(OTHER, { tags: ["deep"] }, expectOther);

  test("without three parts is not taken apart", () => {
    expect(diagnosed(correct.replaceAll("&", "+"), FEW).kind).not.toBe("right");
  });

  test("without three parts is not taken apart by all faults", { tags: ["deep"] }, () => {
    expect(diagnosed(correct.replaceAll("&", "+"), allFaults(), 20_000).kind).not.toBe("right");
  });
});
