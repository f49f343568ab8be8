import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadVectors, quickVectors } from "../../src/conformance/vectors/index.ts";
import { FAULTS, type Fault, UNMODELLED_MISTAKES } from "../../src/faults/index.ts";
import { plural } from "../../src/redaction/visible.ts";
import { IDLE_GROUPS } from "./idle-vectors.ts";
import { type PropertyKill, propertyKill } from "./property-kills.ts";
import { NPM_REFERENCES, type ReferenceKill, referenceKills } from "./reference-kills.ts";
import { groupOf, MOST_MISSED_BY_QUICK, missedFaults, SHAPES, type ShapeName, shapeKills } from "./shape-kills.ts";
import { MOST_STARTS, type VaryKill, varyKills } from "./vary-kills.ts";
import { vectorKills } from "./vector-kills.ts";

const DEEP = { tags: ["deep"], timeout: 1_800_000 };
const ADD_VECTOR = "add a vector that shows it, as docs/contributing/add-a-family-of-vectors.md describes";
/** The seed of CI. */
const SEED = 5849;

const vectors = loadVectors();
const quick = quickVectors(vectors).map(({ id }) => id);
const open = new Set(vectors.filter((vector) => vector.open !== undefined).map(({ id }) => id));

/** What detects one fault. */
interface Kill {
  readonly byVectors: readonly string[];
  readonly byProperty: PropertyKill | undefined;
  /** Absent if a form post with two varied fields cannot show the fault. */
  readonly byVary?: VaryKill | undefined;
}

/** Computes the result for an argument once, because several tests need it. */
function remembered<Given, Result>(compute: (given: Given) => Result): (given: Given) => Result {
  const results = new Map<Given, Result>();
  return (given) => {
    if (!results.has(given)) results.set(given, compute(given));
    return results.get(given)!;
  };
}

const killOf = remembered(async (fault: Fault): Promise<Kill> => {
  const varied = await varyKills([fault], SEED);
  return {
    byVectors: vectorKills([fault], vectors).get(fault.id)!,
    byProperty: await propertyKill(fault),
    ...(varied.has(fault.id) && { byVary: varied.get(fault.id) }),
  };
});
const killsOfShape = remembered((name: ShapeName) => shapeKills(name, FAULTS, vectors, quick));

describe("a fault", () => {
  test.each(FAULTS)(
    "is detected by a vector and a property, and by capture --vary if it shows: $id",
    DEEP,
    async (fault) => {
      const { byVectors, byProperty, ...rest } = await killOf(fault);
      expect(byVectors.length, `no vector detects ${fault.id}: ${ADD_VECTOR}`).toBeGreaterThan(0);
      // Properties accept what RFC 5849 leaves open.
      if (!byVectors.every((id) => open.has(id))) {
        const hint = "let src/conformance/properties/generators.ts make requests that show it";
        expect(byProperty, `no property detects ${fault.id}: ${hint}`).toBeDefined();
      }
      if ("byVary" in rest) {
        expect(rest.byVary, "let placeholders.ts of capture --vary make values that show it").toBeDefined();
        expect(rest.byVary!.starts).toBeLessThanOrEqual(MOST_STARTS);
      }
    },
  );
});

describe("the vectors of a shape", () => {
  test.each(Object.keys(SHAPES) as ShapeName[])(
    "detect every fault that shows in it, all but two with --quick: %s",
    DEEP,
    (name) => {
      const kills = killsOfShape(name);
      expect(missedFaults(kills), ADD_VECTOR).toEqual([]);
      const missed = [...kills.missedByQuick].map(([fault, ids]) => `${fault}, which ${ids[0]} detects`);
      expect(missed.length, `add to vectors/quick.json: ${missed.join("; ")}`).toBeLessThanOrEqual(
        MOST_MISSED_BY_QUICK,
      );
      // Of a PLAINTEXT signer, only faults of keys and of placing show.
      expect(kills.shown.length).toBeGreaterThan(name === "PLAINTEXT" ? 30 : 115);
    },
  );
});

describe("the quick vectors", () => {
  test("detect every fault that all vectors of the same operation and signature method detect", DEEP, async () => {
    const groups = new Map(vectors.map((vector) => [vector.id, groupOf(vector)]));
    const lacking: string[] = [];
    for (const fault of FAULTS) {
      const { byVectors } = await killOf(fault);
      const detecting = new Set(byVectors.filter((id) => quick.includes(id)).map((id) => groups.get(id)));
      for (const group of new Set(byVectors.map((id) => groups.get(id)))) {
        const example = byVectors.find((id) => groups.get(id) === group);
        if (!detecting.has(group)) lacking.push(`add ${example} to vectors/quick.json: ${group}, ${fault.id}`);
      }
    }
    expect(lacking).toEqual([]);
  });
});

describe("the kill matrix", () => {
  const oauthlib = JSON.parse(readFileSync(new URL("oauthlib-kills.json", import.meta.url), "utf8")) as Readonly<
    Record<string, ReferenceKill | null>
  >;

  test("is on its page; references alone detect most faults, and idle vectors have a reason", DEEP, async () => {
    const npm = await referenceKills(FAULTS, NPM_REFERENCES);
    const kills = new Map<Fault, Kill>();
    for (const fault of FAULTS) kills.set(fault, await killOf(fault));
    const killing = new Set([...kills.values()].flatMap(({ byVectors }) => byVectors));
    const idle = vectors.filter(({ id }) => !killing.has(id));
    const groups = [...new Set(idle.map((vector) => IDLE_GROUPS.find(({ fits }) => fits(vector))))];
    const own = (group: (typeof groups)[number]) =>
      idle.filter((one) => IDLE_GROUPS.find(({ fits }) => fits(one)) === group);
    expect(own(undefined), "these detect no fault and are in no group of idle-vectors.ts").toEqual([]);

    const referenceOf = ({ id }: Fault): ReferenceKill | undefined => npm.get(id) ?? oauthlib[id] ?? undefined;
    const byNpm = FAULTS.filter(({ id }) => npm.get(id) !== null);
    const byAll = FAULTS.filter((fault) => referenceOf(fault) !== undefined);
    const unmeasured = FAULTS.filter((fault) => !byNpm.includes(fault) && !(fault.id in oauthlib)).map(({ id }) => id);
    expect(unmeasured, "run oauthlib-kills.slow.test.ts here with --update").toEqual([]);
    const hint = "let src/conformance/properties/generators.ts make more requests inside of their domains";
    expect(byNpm.length, hint).toBeGreaterThanOrEqual(0.8 * FAULTS.length);
    expect(byAll.length, hint).toBeGreaterThanOrEqual(0.95 * FAULTS.length);

    const varied = [...kills.values()].filter((kill) => "byVary" in kill);
    expect(varied.length).toBeGreaterThan(60);
    const count = (is: (kill: Kill) => boolean): number => [...kills.values()].filter(is).length;
    const rows = [...kills].map(([fault, { byVectors, byProperty, byVary }]) => {
      const example = byVectors.find((id) => quick.includes(id)) ?? byVectors[0];
      const property = byProperty === undefined ? "" : `${byProperty.property}, case ${byProperty.cases}`;
      const starts = byVary === undefined ? "" : plural(byVary.starts, "start");
      const first = referenceOf(fault);
      const reference = first === undefined ? "" : `${first.reference}, input ${first.inputs}`;
      const link = `[${fault.id}](../faults/${fault.id}.md)`;
      return `| ${[link, byVectors.length, example, property, starts, reference].join(" | ")} |`;
    });
    const shapes = (Object.keys(SHAPES) as ShapeName[]).map((name) => {
      const { asked, shown, missedByQuick, ...rest } = killsOfShape(name);
      const detected = shown.length - missedFaults({ asked, shown, missedByQuick, ...rest }).length;
      const byQuick = shown.length - missedByQuick.size;
      return `| ${[name, asked, shown.length, detected, byQuick, [...missedByQuick.keys()].join(", ")].join(" | ")} |`;
    });
    await expect(`# The kill matrix

Generated by \`npm run mutants\`: do not edit.

A mutant is the model with one [fault](../faults/README.md). The test suite runs against each mutant as against any implementation:
\`countersign check --builtin mutant:<fault>\`. If the suite does not detect a mutant, it does not detect a client with this fault.

| | |
| --- | --- |
| faults | ${FAULTS.length}, and ${UNMODELLED_MISTAKES.length} [other mistakes](../faults/README.md#other-mistakes) |
| detected by a vector | ${count(({ byVectors }) => byVectors.length > 0)} of ${FAULTS.length} |
| detected by a property, within the first 100 cases of seed 5849 | ${count(({ byProperty }) => byProperty !== undefined)} of ${FAULTS.length} |
| found by \`capture --vary\` within ${MOST_STARTS} starts, of those that can show in a form post with two varied fields | ${varied.filter(({ byVary }) => byVary !== undefined && byVary.starts <= MOST_STARTS).length} of ${varied.length} |
| detected by npm references alone, if the model has the fault too | ${byNpm.length} of ${FAULTS.length} |
| detected by npm references and oauthlib alone, if the model has the fault too | ${byAll.length} of ${FAULTS.length} |
| vectors | ${vectors.length}, of which ${vectors.length - idle.length} detect a fault |
| quick vectors, which detect every fault with any operation and signature method that shows it | ${quick.length} ([vectors/quick.json](../../vectors/quick.json), \`check --quick\`) |

## By fault

If an implementation and the model have the same fault, they agree with each other, and only a reference differs. The last
column names the first reference that differs from the model with the fault, and after how many generated inputs: the cases of
all properties with seed 5849, without a vector. oauthlib, which is not on npm, is only asked about what the references of npm do
not detect.

The column \`capture --vary\` has the starts of a program with the fault until the smallest values that fail are confirmed. The program posts
an amount and a note. Empty cells are faults that no value of these fields shows, in 30 random cases of seed 5849.

| fault | vectors | one of them | first property | \`capture --vary\` | first reference |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

## By shape of the signer

A signer is asked the vectors in the shape that it declares: [the shape of your library](../driver.md#the-shape-of-your-library). The
faults that show in a shape are those that make the model sign another request.

| shape | vectors asked | faults that show | detected by vectors | by quick vectors | missed by the quick vectors |
| --- | ---: | ---: | ---: | ---: | --- |
${shapes.join("\n")}

## Vectors that detect no fault

| group | vectors | why the suite has them |
| --- | --- | --- |
${groups.map((group) => `| ${group?.group} | ${own(group).length} | ${group?.reason} |`).join("\n")}
`).toMatchFileSnapshot("../../docs/data/kill-matrix.md");
  });
});
