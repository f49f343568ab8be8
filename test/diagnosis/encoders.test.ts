/** Encoders that no table names: any set of the characters of a request is encoded wrongly. */

import { describe, expect, test } from "vitest";
import { encoderHypotheses } from "../../src/diagnosis/causes/encoder-causes.ts";
import { diagnose } from "../../src/diagnosis/index.ts";
import type { Computation } from "../../src/diagnosis/input/computation.ts";
import { baseStringOf } from "../../src/diagnosis/input/computation.ts";
import { hypothesesOf } from "../../src/diagnosis/search/hypothesis.ts";
import { allFaults } from "../../src/faults/index.ts";
import { type SigningInput, type Stages, sourcesOfInput, specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { asked, causesIn, payment } from "./requests.ts";

const IDS = [
  "encodeuricomponent-leftovers",
  "reserved-character-bare",
  "asterisk-bare",
  "tilde-encoded",
  "space-as-plus",
];
const faults = allFaults().filter(({ id }) => IDS.includes(id));

/** A request with one parameter of its own. */
const withValue = (value: string): SigningInput => ({ ...payment, form: [["q", value]] });

/** Leaves characters unencoded, or escapes `~`, without code of the faults. */
const encodingWrongly =
  (characters: string): Stages["percentEncode"] =>
  (octets) =>
    specification
      .percentEncode(octets)
      .replace(/%(..)/g, (escaped, hex: string) => {
        const character = String.fromCharCode(Number.parseInt(hex, 16));
        return characters.includes(character) ? character : escaped;
      })
      .replaceAll("~", characters.includes("~") ? "%7E" : "~");

/** Uses the encoder for names and values, and for the parts of the base string too. */
function stagesWith(characters: string, isForParts: boolean): Stages {
  const percentEncode = encodingWrongly(characters);
  if (isForParts) return { ...specification, percentEncode };
  const encodeParameters: Stages["encodeParameters"] = (parameters, stages) =>
    specification.encodeParameters(parameters, { ...stages, percentEncode });
  return { ...specification, encodeParameters };
}

describe("a wrong encoder of some characters", () => {
  const characters = Array.from("!'()*$~");
  const sets = Array.from({ length: 2 ** 7 }, (_, chosen) =>
    characters.filter((__, at) => (chosen >> at) % 2).join(""),
  );

  test("is tried for each set of six of seven characters, in values and in both passes", () => {
    const request = withValue("a!b'c(d)e*f$g~h");
    const right: Computation = { request, stages: specification };
    const sources = sourcesOfInput(request, specification);
    const tried = new Set(
      encoderHypotheses(sources, faults.flatMap(hypothesesOf)).map(({ alter }) => baseStringOf(alter(right))),
    );
    const missing = sets
      .filter(({ length }) => length > 0 && length < 7)
      .flatMap((set) => [false, true].map((isForParts) => [set, isForParts] as const))
      .filter(([set, isForParts]) => !tried.has(baseStringOf({ request, stages: stagesWith(set, isForParts) })));
    expect(missing).toEqual([]);
  });

  test.each([["a"], ["*"], ["a b"], ["+ *"], ["!*'() "]])(
    "is tried once for each difference from the correct one: %j",
    (value) => {
      const sources = sourcesOfInput(withValue(value), specification);
      const tried = encoderHypotheses(sources, faults.flatMap(hypothesesOf)).map(({ id, what }) => `${id} ${what}`);
      expect(tried).toEqual([...new Set(tried)]);
      expect(tried.join()).not.toContain("in some characters");
    },
  );

  test.each([
    ["Ben & Jerry's (12 oz)!", "()", true, "The client leaves ( ) unencoded.", "encodeuricomponent-leftovers"],
    [
      "$5 (each)~",
      "$~",
      false,
      "The client leaves $ unencoded and escapes ~ too, in names and values.",
      "reserved-character-bare",
    ],
    [
      "one\ntwo, three",
      "\n",
      false,
      "The client leaves a line feed unencoded in names and values.",
      "reserved-character-bare",
    ],
  ])("is named by its smallest set: %j", { tags: ["deep"] }, (value, set, isForParts, what, id) => {
    const request = sendAs(withValue(value), stagesWith(set, isForParts))!;
    const diagnosis = diagnose(asked(request), { faults, budget: { combinations: 9000 } });
    expect(causesIn(diagnosis)).toMatchObject([{ id, what }]);
  });

  test("is tried if only the id of its fault is asked for", () => {
    const request = sendAs(withValue("Ben (12 oz)!"), stagesWith("()", true))!;
    const withCauses = (...causes: string[]) => causesIn(diagnose(asked(request), { causes }));
    expect(withCauses("encodeuricomponent-leftovers")).toMatchObject([{ what: "The client leaves ( ) unencoded." }]);
    expect(withCauses("tilde-encoded")).toEqual([]);
  });
});
