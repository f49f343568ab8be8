import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { completeLine, type Line } from "../../scripts/vectors/update-files.ts";
import {
  type JsonVector,
  listText,
  loadRules,
  VECTOR_FILES,
  VECTORS_FOLDER,
} from "../../src/conformance/vectors/index.ts";

const rules = loadRules();
const textOf = (name: string): string => readFileSync(join(VECTORS_FOLDER, `${name}.json`), "utf8");

/** What a person writes; of the verdict, only a rejection. */
function questionOf({ level: _, flags: __, source: ___, published: ____, open: _____, expected, ...line }: Line): Line {
  const { refused, refuse } = expected as { readonly refused?: true; readonly refuse?: string };
  return { ...line, ...((refused ?? refuse) !== undefined && { expected }) };
}

describe.each([...VECTOR_FILES, "verifier"])("the file %s.json", (name) => {
  const { vectors, ...head } = JSON.parse(textOf(name)) as { readonly vectors: readonly JsonVector[] };

  test("has one line for each vector, as the command writes it", () => {
    expect(listText(head, "vectors", vectors)).toBe(textOf(name));
  });

  // Vectors of counterexamples may have other flags.
  const own = vectors.filter(({ source }) => source.kind === "generated" && source.generator !== "counterexamples");
  const expectComputed = (some: readonly JsonVector[]): void => {
    const different = some.filter((vector) => {
      const computed = completeLine(name, questionOf({ ...vector }), rules);
      return !isDeepStrictEqual(computed, vector);
    });
    expect(different.map(({ id }) => id)).toEqual([]);
  };

  test("has every tenth of our own vectors as the specification computes it", () => {
    expectComputed(own.filter((_, index) => index % 10 === 0));
  });

  test("has our own vectors as the specification computes them", { tags: ["deep"] }, () => expectComputed(own));
});
