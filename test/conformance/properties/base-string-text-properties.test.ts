import { describe, expect, test } from "vitest";
import { inProcessDriver } from "../../../src/conformance/drivers/index.ts";
import { countersign, model, mutant } from "../../../src/conformance/implementations/index.ts";
import {
  checkProperty,
  type Falsification,
  generateCase,
  NotOffered,
  PROPERTIES,
} from "../../../src/conformance/properties/index.ts";
import type { Ask, StageValues } from "../../../src/conformance/vectors/index.ts";
import { readInput } from "../../../src/conformance/vectors/input-json.ts";
import { signingInput } from "../../../src/conformance/vectors/signing-input.ts";
import { faultOf } from "../../../src/faults/index.ts";
import { type EncodedParameter, type Stages, specification, toText, trace } from "../../../src/model/index.ts";
import { seed } from "../../seed.ts";

const CASES = Array.from({ length: 100 }, (_, index) => index);
const propertyOf = (id: string) => PROPERTIES.find((property) => property.id === id)!;
const [spaces, reserved, order] = ["space-is-2520", "reserved-characters-are-encoded-twice", "order-is-by-octets"].map(
  propertyOf,
);

/** The decoded parameters that a generated request signs. */
function signedTexts(one: unknown): string[] {
  const { parameters } = trace(signingInput(readInput("the case", "sign", one)));
  return parameters.flatMap(({ name, value }) => [toText(name), toText(value)]);
}

type Compare = (one: EncodedParameter, other: EncodedParameter) => number;
const compare = <Value extends string | number>(one: Value, other: Value): number =>
  one < other ? -1 : Number(one > other);
const byNameThenValue =
  (compareParts: (one: Uint8Array, other: Uint8Array) => number): Compare =>
  (one, other) =>
    compareParts(one.name, other.name) || compareParts(one.value, other.value);
const byText = (compareTexts: (one: string, other: string) => number): Compare =>
  byNameThenValue((one, other) => compareTexts(toText(one), toText(other)));
const codePoints = (text: string): string =>
  [...text].map((character) => String(character.codePointAt(0)).padStart(8, "0")).join();

/** Wrong ways to sort. */
const WRONG_ORDERS: readonly (readonly [string, Compare])[] = [
  ["decoded octets", byNameThenValue((one, other) => Buffer.compare(one, other))],
  ["decoded code units", byText(compare)],
  ["decoded code points", byText((one, other) => compare(codePoints(one), codePoints(other)))],
  [
    "the octets of U+FFFD for octets that are not UTF-8",
    byText((one, other) =>
      compare(specification.percentEncode(Buffer.from(one)), specification.percentEncode(Buffer.from(other))),
    ),
  ],
  ["the rules of a language", byText((one, other) => one.localeCompare(other, "en"))],
  ["numbers in texts", byText((one, other) => one.localeCompare(other, "en", { numeric: true }))],
  [
    "text in lower case",
    (one, other) =>
      compare(one.encodedName.toLowerCase(), other.encodedName.toLowerCase()) ||
      compare(one.encodedValue, other.encodedValue),
  ],
  [
    "joined pairs",
    (one, other) => compare(`${one.encodedName}=${one.encodedValue}`, `${other.encodedName}=${other.encodedValue}`),
  ],
  ["names only", (one, other) => compare(one.encodedName, other.encodedName)],
  ["arrival", () => 0],
];

function sorting(by: Compare): Ask {
  const apply = (stages: Stages): Stages => ({
    ...stages,
    sortParameters: (parameters) => parameters.toSorted(by),
  });
  return inProcessDriver(mutant([{ id: "wrong-order", apply }])).ask;
}

describe("the text of a base string", () => {
  test("has a space in every generated case about spaces", () => {
    for (const index of CASES)
      expect(signedTexts(generateCase(spaces!.cases, seed, index)).some((text) => text.includes(" "))).toBe(true);
  });

  test("has a reserved character in every generated case about them", () => {
    for (const index of CASES)
      expect(
        signedTexts(generateCase(reserved!.cases, seed, index)).some((text) => /[:/?#[\]@!$&'()*+,;=]/.test(text)),
      ).toBe(true);
  });

  async function expectOtherOrders(indices: readonly number[]): Promise<void> {
    for (const index of indices) {
      const one = generateCase(order!.cases, seed, index);
      const found = await Promise.all(
        WRONG_ORDERS.slice(0, -1).map(([, by]) => checkProperty(order!, one, sorting(by))),
      );
      expect(found.some((falsification) => falsification !== undefined)).toBe(true);
    }
  }

  test("has other orders in generated cases about order", () => expectOtherOrders(CASES.slice(0, 12)));

  test("has other orders in every generated case about order", { tags: ["deep"] }, () => expectOtherOrders(CASES));

  test.each(WRONG_ORDERS)("falsifies an order by %s within 100 cases", async (_name, by) => {
    const ask = sorting(by);
    let isFound = false;
    for (const index of CASES) {
      isFound = (await checkProperty(order!, generateCase(order!.cases, seed, index), ask)) !== undefined;
      if (isFound) break;
    }
    expect(isFound).toBe(true);
  });

  const SHOWN = [spaces!, reserved!, order!].map((property) => [property.id, property] as const);
  const { sign, "base-string": baseString } = model.operations;
  const showing = (operations: typeof model.operations): Ask => inProcessDriver({ ...countersign, operations }).ask;
  const signing = (input: Parameters<NonNullable<typeof sign>>[0]): StageValues => {
    const { signature } = sign!(input) as StageValues;
    return { signature: signature! };
  };

  test.each(SHOWN)("is asked for %s if signing does not show it", async (_id, property) => {
    const right = showing({ sign: signing, "base-string": baseString! });
    const wrong = showing({ sign: signing, "base-string": () => ({ "base-string": "POST&u&b%3D+%26a%3D1" }) });
    const one = generateCase(property.cases, seed, 1);
    expect(await checkProperty(property, one, right)).toBeUndefined();
    expect(await checkProperty(property, one, wrong)).toMatchObject({ stage: "base-string" });
  });

  test.each(SHOWN)("is checked for %s through a signature that is shown alone", async (id, property) => {
    const cases = CASES.slice(0, 40).map((index) => generateCase(property.cases, seed, index));
    const found = async (faults: readonly string[]): Promise<(Falsification | string | undefined)[]> => {
      const wrong = mutant(faults.map((fault) => faultOf(fault)!)).operations.sign!;
      const onlySignature = showing({ sign: (input) => ({ signature: (wrong(input) as StageValues).signature! }) });
      return Promise.all(cases.map((one) => checkProperty(property, one, onlySignature).catch(String)));
    };
    expect(new Set(await found([]))).toEqual(new Set([undefined]));
    const [own, what] = {
      "space-is-2520": ["space-as-plus", /%2520 for " "$/],
      "reserved-characters-are-encoded-twice": [
        "encodeuricomponent-leftovers",
        / of a base string with (?:%25[0-9A-F]{2} for ".",? ?)+$/,
      ],
      "order-is-by-octets": ["not-sorted", /./],
    }[id]!;
    const results = await found([own as string]);
    expect(results.filter((one) => String(one).includes("another reason"))).toEqual([]);
    const falsified = results.filter((one) => typeof one === "object");
    expect(falsified.length).toBeGreaterThan(0);
    for (const one of falsified)
      expect(one).toMatchObject({ stage: "signature", expected: expect.stringMatching(what!) });
    // A signer whose key is wrong signs a request without such a character wrongly too.
    const otherwise = /^NotOffered: (?:the signature is wrong for another reason too|RFC 5849 leaves this open)/;
    for (const one of await found(["key-without-ampersand"])) expect(one).toMatch(otherwise);
  });

  test.each(SHOWN)("is not checked for %s with PLAINTEXT", async (_id, property) => {
    const one = generateCase(property.cases, seed, 1) as object;
    const ask = showing({ sign: signing, "base-string": baseString! });
    const plaintext = { ...one, signatureMethod: "PLAINTEXT" };
    await expect(checkProperty(property, plaintext, ask)).rejects.toThrow(NotOffered);
  });

  test.each(SHOWN)("passes %s for a signer that chooses nonce and timestamp", async (_id, property) => {
    let nonce = 0;
    const ask: Ask = (input) => {
      if (input.operation !== "sign") throw new Error("only signs");
      const chosen = { ...input, nonce: `${nonce++}`, timestamp: `${1_700_000_000 + nonce}` };
      return { ok: true, stages: sign!(chosen) as StageValues, input: chosen };
    };
    for (const index of CASES.slice(0, 20))
      expect(await checkProperty(property, generateCase(property.cases, seed, index), ask)).toBeUndefined();
  });

  test.each(SHOWN.slice(0, 2))("is not checked for %s without one of the characters", async (_id, property) => {
    const one = generateCase(property.cases, seed, 1) as { readonly request: object; readonly credentials: object };
    const plain = {
      ...one,
      request: { method: "GET", url: "https://a.example/" },
      credentials: { consumerKey: "k", consumerSecret: "s" },
      protocolParameters: [],
    };
    await expect(checkProperty(property, plain, inProcessDriver(model).ask)).rejects.toThrow(
      /no name and no value has/,
    );
  });
});
