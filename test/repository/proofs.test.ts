import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readKillMatrix } from "../../scripts/figures/kill-matrix.ts";
import { proofsPage } from "../../scripts/figures/proofs-page.ts";
import { FAULTS } from "../../src/faults/index.ts";

describe("docs/proofs.md", () => {
  test("has the figures of the vectors, properties and faults as they are now", () => {
    expect(readFileSync("docs/proofs.md", "utf8"), "run npm run generate -- figures").toBe(proofsPage());
  });

  test("counts every fault of the kill matrix once, with what detects it first", () => {
    const rows = readKillMatrix();
    expect(rows.map(({ fault }) => fault)).toEqual(FAULTS.map(({ id }) => id));
    expect(rows.find(({ fault }) => fault === "params-in-two-places")).toMatchObject({
      property: "agrees-with-model",
      reference: "oauthlib",
    });
    expect(rows.find(({ fault }) => fault === "signature-raw-in-query")).not.toHaveProperty("reference");
  });
});
