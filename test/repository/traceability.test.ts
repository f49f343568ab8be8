import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PROPERTIES } from "../../src/conformance/properties/index.ts";
import { loadRules, loadVectors, loadVerificationVectors, type Rule } from "../../src/conformance/vectors/index.ts";

const rules = loadRules();
const vectors = [...loadVectors(), ...loadVerificationVectors()];

/** One sentence for each MUST without a check, and for each reference to an unknown rule. */
function traceProblems(
  rules: ReadonlyMap<string, Rule>,
  vectors: readonly { readonly id: string; readonly rule: string }[],
  properties: readonly { readonly id: string; readonly rules: readonly string[] }[],
): string[] {
  const checked = new Set([...vectors.map(({ rule }) => rule), ...properties.flatMap(({ rules: named }) => named)]);
  const unchecked = [...rules.values()]
    .filter(({ id, level }) => level === "MUST" && !checked.has(id))
    .map(({ id }) => `the rule ${id} is a MUST and no vector or property checks it`);
  const references = [
    ...vectors.map(({ id, rule }) => ({ from: `the vector ${id}`, rule })),
    ...properties.flatMap(({ id, rules: named }) => named.map((rule) => ({ from: `the property ${id}`, rule }))),
  ];
  const unknown = references
    .filter(({ rule }) => !rules.has(rule))
    .map(({ from, rule }) => `${from} names the rule ${rule}, which does not exist`);
  return [...unchecked, ...unknown];
}

const page = readFileSync("docs/data/rules.md", "utf8");

/** The ids in a cell such as "request/parameter-count 1–3, 27; verifier/keys 4". */
function idsIn(areas: string): string[] {
  return areas.split("; ").flatMap((one) => {
    const [, area, numbers = ""] = /^(\S+) (.*)$/.exec(one) ?? [];
    return numbers.split(", ").flatMap((range) => {
      const [first, last = first] = range.split("–").map(Number);
      return area === undefined ? [] : Array.from({ length: last! - first! + 1 }, (_, at) => `${area}/${first! + at}`);
    });
  });
}

describe("traceability", () => {
  test("has no MUST that nothing checks and no vector or property without a rule", () => {
    expect(traceProblems(rules, vectors, PROPERTIES)).toEqual([]);
  });

  test("is on the page of the rules: each vector under its rule, each property under all of its rules", () => {
    const rows = [...page.matchAll(/^\| <a id="([^"]+)">.* \| ([^|]*) \| ([^|]*) \|$/gm)];
    expect(rows.map(([, id]) => id)).toEqual([...rules.keys()]);
    const onPage = rows.flatMap(([, rule, areas]) => idsIn(areas!).map((id) => `${rule} ${id}`));
    expect(onPage.sort()).toEqual(vectors.map(({ id, rule }) => `${rule} ${id}`).sort());
    for (const [, rule, , cell] of rows) {
      const linked = [...cell!.matchAll(/\[([^\]]+)\]/g)].map(([, id]) => id);
      expect(linked).toEqual(PROPERTIES.filter((property) => property.rules.includes(rule!)).map(({ id }) => id));
    }
  });

  test("reports a MUST that nothing checks, but not a SHOULD", () => {
    const added = (level: Rule["level"]): Map<string, Rule> =>
      new Map([...rules, ["new-1", { id: "new-1", section: "x", level, statement: "y" }]]);
    expect(traceProblems(added("MUST"), vectors, PROPERTIES)).toEqual([
      "the rule new-1 is a MUST and no vector or property checks it",
    ]);
    expect(traceProblems(added("SHOULD"), vectors, PROPERTIES)).toEqual([]);
  });

  test("reports a vector and a property whose rule does not exist", () => {
    const stray = [{ ...vectors[0]!, rule: "no-such" }];
    expect(traceProblems(new Map(), stray, [{ id: "a-property", rules: ["gone"] }])).toEqual([
      `the vector ${stray[0]!.id} names the rule no-such, which does not exist`,
      "the property a-property names the rule gone, which does not exist",
    ]);
  });
});
