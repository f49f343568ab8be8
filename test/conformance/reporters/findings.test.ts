import { describe, expect, test } from "vitest";
import { explainedCauses, inOrderOfRepair } from "../../../src/conformance/reporters/model/causes.ts";
import { falsifiedIn, findingsIn } from "../../../src/conformance/reporters/model/findings.ts";
import type { CaseResult, Cause, PropertyResult } from "../../../src/conformance/runner/index.ts";
import { resultOf } from "../runner/made-result.ts";
import { failure, falsified, rules, vector, vectors } from "./made.ts";

function thrown(at: number, message: string): CaseResult {
  return resultOf({ ...vectors[at * 20]!, id: `request/thrown/${at}` }, { verdict: "failed", message });
}

const statements = (results: readonly CaseResult[]): string[] =>
  findingsIn(results).map(({ statement, cases }) => `${cases.length}: ${statement}`);

describe("findings", () => {
  test("are grouped by message where the implementation threw, whatever rule the vectors are about", () => {
    const insecure = [1, 2, 3].map((at) => thrown(at, "InsecureTransportError"));
    const others = [4, 5].map((at) => thrown(at, `TypeError: cannot read "${at}"`));
    expect(new Set(insecure.map(({ rules }) => rules[0])).size).toBeGreaterThan(1);
    expect(statements([insecure[0]!, others[0]!, ...insecure.slice(1), others[1]!])).toEqual([
      "3: The implementation threw InsecureTransportError in 3 cases.",
      "2: The implementation threw TypeError: cannot read in 2 cases.",
    ]);
  });

  test("are grouped by message where the implementation refused valid input", () => {
    const refused = [1, 2].map((at): CaseResult => {
      const { difference, ...result } = failure("a", "(refused)", 0, `request/refused/${at}`);
      return { ...result, rules: [`rule-${at}`], difference: difference!, message: `too long: ${at}` };
    });
    expect(statements(refused)).toEqual(["2: The implementation refused valid input with too long: … in 2 cases."]);
  });

  test("are grouped by what a wrong value does differently", () => {
    const wrong = [1, 2].map((at) => failure("a%2A", "a*", 1, `request/wrong/${at}`));
    expect(statements([...wrong, failure("a%2A", "a%252A", 3, "request/wrong/3")])).toHaveLength(2);
  });
});

describe("a falsified property", () => {
  const agrees: PropertyResult = { ...falsified, id: "agrees-with-model" };
  const verifies: PropertyResult = { ...falsified, id: "signature-verifies" };
  const idsOf = (properties: readonly PropertyResult[]): string[] =>
    falsifiedIn(properties).map(({ id, also }) => [id, ...also].join(" and "));
  const causedBy = (property: PropertyResult, ...ids: readonly string[]): PropertyResult => ({
    ...property,
    causes: ids.map((id) => ({ id, title: id, what: id, alternatives: [], explains: [property.id] })),
  });

  test("is one finding with the one that it implies where both have the same counterexample", () => {
    expect(idsOf([verifies, agrees])).toEqual(["agrees-with-model and signature-verifies"]);
    const other = { ...verifies, counterexample: { case: "other" } };
    expect(idsOf([agrees, other])).toEqual(["agrees-with-model", "signature-verifies"]);
  });

  test("is one finding with it where the same mistakes explain both", () => {
    const shrunk = { ...verifies, counterexample: { case: "other" } };
    expect(idsOf([causedBy(agrees, "a", "b"), causedBy(shrunk, "a")])).toHaveLength(1);
    expect(idsOf([causedBy(agrees, "a"), causedBy(verifies, "a", "b")])).toHaveLength(2);
    expect(idsOf([agrees, causedBy(verifies, "a")])).toHaveLength(2);
  });

  test("is no finding with any other property, or where only one is falsified", () => {
    expect(idsOf([agrees, { ...falsified, id: "order-is-free" }])).toHaveLength(2);
    expect(idsOf([{ ...agrees, verdict: "explained" }, verifies])).toEqual(["signature-verifies"]);
  });
});

describe("the example of a cause", () => {
  const PORT = "rfc5849-3.4.1.2-2";
  const PATH = "rfc5849-3.4.1.2-3";
  const cause: Cause = {
    id: "root-slash-missing",
    title: "",
    what: "",
    alternatives: [],
    rules: [PATH],
    explains: ["request/a/1", "request/a/2", "request/a/3"],
  };
  const result = (at: number, rule: string): CaseResult => ({
    ...resultOf({ ...vector, id: `request/a/${at}` }, { verdict: "fail" }),
    rules: [rule],
    rule: rules.get(rule),
  });

  test("is of the rule that the cause violates, not of the one that most failures are about", () => {
    const cases = [result(1, PORT), result(2, PORT), result(3, PATH), result(4, PATH), result(5, PATH)];
    const [explained] = explainedCauses({ causes: [cause], failures: 3, passes: 2, limitReached: false }, cases, []);
    expect(explained!.cases.map(({ id }) => id)).toEqual(["request/a/3", "request/a/1", "request/a/2"]);
  });

  const asking = (at: number, url: string, rule = PATH): CaseResult => ({
    ...result(at, rule),
    question: { operation: "sign", input: { request: { method: "GET", url } } },
  });
  const orderOf = (...cases: readonly CaseResult[]): readonly string[] => {
    const all = { ...cause, explains: cases.map(({ id }) => id) };
    const found = { causes: [all], failures: 3, passes: 2, limitReached: false };
    return explainedCauses(found, cases, [])[0]!.cases.map(({ id }) => id.slice(-1));
  };

  test("is the plainest request: octets that are not text, control characters and long texts come last", () => {
    const [plain, text] = [asking(1, "http://a.example/?a=some%20words"), asking(2, "http://a.example/?a=%C3%A9")];
    for (const rare of ["%FF", "%00", "%C2%85", "x".repeat(1000)])
      expect(orderOf(asking(3, `http://a.example/?${rare}`), text, plain)).toEqual(["1", "2", "3"]);
  });

  test("is one of a gateway only if no other request shows the mistake", () => {
    const [gateway, other] = [asking(1, "http://a.example", "gateway-2"), asking(2, "http://a.example/longer")];
    expect(orderOf(gateway, other)).toEqual(["2", "1"]);
    expect(orderOf(gateway)).toEqual(["1"]);
  });

  test("is one that needs no other mistake, with a difference in a parameter of the application", () => {
    const explained = { causes: ["a"], differences: [], isComplete: true };
    const [both, protocol, other] = [asking(1, "http://a"), asking(2, "http://a.b"), asking(3, "http://a.example/")];
    expect(
      orderOf(
        { ...both, explained: { ...explained, causes: ["a", "b"] } },
        { ...protocol, explained: { ...explained, signed: { name: "oauth_nonce" } } },
        { ...other, explained: { ...explained, signed: { name: "a" } } },
      ),
    ).toEqual(["3", "2", "1"]);
  });

  test("is a vector that was not adapted, if one shows the mistake", () => {
    const [adapted, other] = [
      { ...asking(1, "http://a"), adapted: true as const },
      asking(2, "http://a.example/longer"),
    ];
    expect(orderOf(adapted, other)).toEqual(["2", "1"]);
  });

  test("is a vector with a value, if one shows the mistake", () => {
    const difference = { stage: "base-string-uri", expected: "(a refusal)", actual: "http://a", index: 0 } as const;
    const refused = { ...asking(1, "http://a"), difference };
    const adapted = { ...asking(2, "http://a.example/longer"), adapted: true as const };
    expect(orderOf(refused, adapted)).toEqual(["2", "1"]);
  });

  test("comes with the generated cases that the cause explains of properties that stay falsified", () => {
    const explained = { causes: ["form"], differences: [], isComplete: true };
    const [one] = falsified.failures!;
    const partly = (id: string): PropertyResult => ({
      ...falsified,
      id,
      failures: [
        { ...one!, cases: 3, explained },
        { ...one!, cases: 4 },
      ],
    });
    const evidenceOf = (...properties: readonly PropertyResult[]): string => {
      const found = { causes: [{ ...cause, form: "form" }], failures: 9, passes: 0, limitReached: false };
      return explainedCauses(found, [result(1, PATH)], properties)[0]!.evidence;
    };
    expect(evidenceOf()).toBe("explains 3 of 9 failures");
    const both = "explains 3 of 9 failing vectors and properties";
    expect(evidenceOf(falsified)).toBe(both);
    expect(evidenceOf(partly("a"))).toBe(`${both}; of 7 cases that falsify a, it explains 3`);
    expect(evidenceOf(partly("a"), partly("b"))).toBe(
      `${both}; of 14 cases that falsify 2 other properties, it explains 6`,
    );
  });

  test("has the rule of its vector, although the vector was adapted, if the mistake violates that rule", () => {
    const adapted = { ...asking(1, "http://a.example", "rfc5849-3.4.2-2"), adapted: true as const };
    const shown = (vectorRule: string): readonly string[] => {
      const found = { causes: [cause], failures: 1, passes: 2, limitReached: false };
      return explainedCauses(found, [{ ...adapted, vectorRule: rules.get(vectorRule)! }], [])[0]!.cases[0]!.rules;
    };
    expect(shown(PATH)).toEqual([PATH]);
    expect(shown(PORT)).toEqual(["rfc5849-3.4.2-2"]);
  });
});

describe("the order of causes and findings", () => {
  const made = (id: string, url: string): CaseResult => ({
    ...resultOf({ ...vector, id }, { verdict: "fail" }),
    question: { operation: "sign", input: { request: { method: "GET", url } } },
  });
  const plain = made("a", "http://a.example");
  const rare = made("b", "http://a.example/?%FF");
  const accepted = { ...plain, difference: { stage: "valid", expected: "false", actual: "true", index: 0 } } as const;
  const of = (name: string, cases: readonly CaseResult[]) => ({ name, cases });

  test("is: breaks most requests, accepts too much, is plain, is frequent", () => {
    const shown = [
      of("rare", [rare, rare, rare]),
      of("one", [plain]),
      of("two", [plain, plain]),
      of("accepts", [accepted]),
      of(
        "most",
        Array.from({ length: 6 }, () => rare),
      ),
    ];
    const all = Array.from({ length: 10 }, () => plain);
    expect(inOrderOfRepair(shown, all).map(({ name }) => name)).toEqual(["most", "accepts", "two", "one", "rare"]);
  });
});
