import { describe, expect, test } from "vitest";
import { BOUNDS, boundOf } from "../../scripts/bench/bounds.ts";
import { boundText, resultOf } from "../../scripts/bench/report.ts";
import { SECTIONS, TABLES, type Table } from "../../scripts/bench/tables.ts";

const names = ({ rows }: Table): string[] => rows.map(({ name }) => name);

describe("the tables of the benchmark", () => {
  test("have ids and rows of different names", () => {
    expect(new Set(TABLES.map(({ id }) => id)).size).toBe(TABLES.length);
    for (const table of TABLES) expect(new Set(names(table)).size).toBe(table.rows.length);
  });

  test("have a row for each bound", () => {
    for (const { table: id, row } of BOUNDS) {
      const table = TABLES.find((one) => one.id === id)!;
      expect(names(table)).toContain(row ?? table.rows[0]!.name);
    }
    expect(boundOf("worst", "%FF")).toMatchObject({ most: 15 });
  });

  test("are joined only if the first one has all rows", () => {
    for (const { tables } of SECTIONS.filter(({ isJoined }) => isJoined)) {
      for (const table of tables) expect(names(tables[0]!)).toEqual(expect.arrayContaining(names(table)));
    }
  });

  test("compare with the first row round by round", () => {
    const table: Table = { id: "any", title: "Any", unit: "µs", hasRatios: true, rows: ["floor", "other"].map(rowOf) };
    const samples = new Map([
      ["floor", [1, 2, 4]],
      ["other", [2, 6, 20]],
    ]);
    expect(resultOf(table, samples)).toEqual({
      id: "any",
      rounds: 3,
      rows: [
        { name: "floor", figure: 2, ratio: [1, 1, 1] },
        { name: "other", figure: 6, ratio: [2, 3, 5] },
      ],
    });
  });

  test("have a bound for the worst process of mixed traffic", () => {
    const table = TABLES.find(({ id }) => id === "mixed-sign-12")!;
    const row = { name: "layouts mixed", figure: 1, ratio: [1, 1.1, 1.4] } as const;
    expect(boundText(table, row)).toBe("≤ 1.3 exceeded");
    expect(boundText({ ...table, isWorstBounded: false }, row)).toBe("≤ 1.3");
  });
});

function rowOf(name: string): Table["rows"][number] {
  return { name, measure: async () => 1 };
}
