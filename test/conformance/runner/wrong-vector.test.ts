import { describe, expect, test } from "vitest";
import { inProcessDriver } from "../../../src/conformance/drivers/index.ts";
import { loadVectors, STAGES, type Stage, stageText, type Vector } from "../../../src/conformance/vectors/index.ts";
import { RIGHT, runResults } from "./wrong.ts";

/** The vector with the value of one stage changed in its middle character. */
function withWrongOctet(vector: Vector, stage: Stage): Vector {
  const changedTo = (value: unknown): Vector => ({ ...vector, expected: { ...vector.expected, [stage]: value } });
  const value = stageValue(vector, stage);
  if (typeof value === "boolean") return { ...vector, expected: { [stage]: !value } };
  if (value === null) return changedTo("other");
  if (Array.isArray(value)) {
    const [[name, first], ...rest] = value as [[string, string]];
    return changedTo([[name, `${first}x`], ...rest]);
  }
  const text = value as string;
  const middle = Math.floor(text.length / 2);
  return changedTo(text.slice(0, middle) + (text[middle] === "z" ? "y" : "z") + text.slice(middle + 1));
}

function stageValue({ expected }: Vector, stage: Stage): unknown {
  return (expected as Record<string, unknown>)[stage];
}

const vectors = loadVectors();

describe("one wrong octet in a vector", () => {
  test.each(STAGES)("is reported at its id, its stage %s and its character", async (stage) => {
    const vector = vectors.find((one) => {
      const value = stageValue(one, stage);
      return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
    })!;
    const changed = withWrongOctet(vector, stage);
    const at = vectors.indexOf(vector);
    const around = [...vectors.slice(Math.max(0, at - 10), at), changed, ...vectors.slice(at + 1, at + 11)];

    const { cases } = await runResults({ vectors: around, driver: inProcessDriver(RIGHT) });
    expect(cases.length).toBeGreaterThan(10);
    const failed = cases.filter(({ verdict }) => verdict === "fail");
    expect(failed.map(({ id }) => id)).toEqual([vector.id]);

    const right = stageText(stage, stageValue(vector, stage) as string);
    const wrong = stageText(stage, stageValue(changed, stage) as string);
    const index = [...right].findIndex((character, at) => character !== wrong[at]);
    expect(failed[0]!.difference).toEqual({
      stage,
      expected: wrong,
      actual: right,
      index: index === -1 ? right.length : index,
    });
  });
});
