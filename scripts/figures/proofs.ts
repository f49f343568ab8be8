/** The README's table of what is tested, and how. */

import { readFileSync } from "node:fs";
import { PROPERTIES } from "../../src/conformance/properties/index.ts";
import {
  loadRules,
  loadSources,
  loadVectors,
  loadVerificationVectors,
  loadWeaklyCorroborated,
} from "../../src/conformance/vectors/index.ts";
import { FAULTS } from "../../src/faults/index.ts";

export function proofsTable(): string {
  const vectors = loadVectors();
  const published = vectors.filter(({ source }) => source.kind === "published").length;
  const forVerifiers = loadVerificationVectors();
  const corroborated = vectors.length - loadWeaklyCorroborated().size;
  const rows = [
    [
      `Each of ${loadRules().size} rules of RFC 5849 has vectors; a MUST without a check fails the build`,
      "[rules](docs/rules.md)",
    ],
    [
      `${count(vectors.length)} vectors, ${count(published)} from ${loadSources().size} published sources, and ${count(forVerifiers.length)} requests for verifiers; for ${count(corroborated)}, independent sources give the same value`,
      "`npm run conformance`",
    ],
    [
      `Every one of ${PROPERTIES.length} properties is compared with independent libraries on generated requests`,
      "`npm run conformance`",
    ],
    [kills(), "[kill matrix](docs/kill-matrix.md)"],
  ];
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
  return ["| what | where |", "| --- | --- |", ...lines].join("\n");
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** Reads docs/kill-matrix.md, which `npm run mutants -- --check` keeps up to date. */
function kills(): string {
  const page = readFileSync("docs/kill-matrix.md", "utf8");
  const rows = [...page.matchAll(/^\| detected by a (vector|property)[^|]*\| (\d+) of (\d+) \|$/gm)];
  const [byVectors, byProperties] = rows;
  const isComplete = rows.length === 2 && rows.every(([, , , all]) => Number(all) === FAULTS.length);
  if (!isComplete)
    throw new Error("docs/kill-matrix.md does not state how many faults are detected; run npm run mutants");
  return `Of ${FAULTS.length} known mistakes, vectors detect ${byVectors![2]} and properties ${byProperties![2]}`;
}
