/** The README's table of what is tested, and how. */

import { PROPERTIES } from "../../src/conformance/properties/index.ts";
import {
  loadRules,
  loadSources,
  loadVectors,
  loadVerificationVectors,
  loadWeaklyCorroborated,
} from "../../src/conformance/vectors/index.ts";
import { readKillMatrix } from "./kill-matrix.ts";

export function proofsTable(): string {
  const vectors = loadVectors();
  const published = vectors.filter(({ source }) => source.kind === "published").length;
  const forVerifiers = loadVerificationVectors();
  const corroborated = vectors.length - loadWeaklyCorroborated().size;
  const rows = [
    [
      `Each of ${loadRules().size} rules of RFC 5849 has vectors; a MUST without a check fails the build`,
      "[rules](docs/data/rules.md)",
    ],
    [
      `${count(vectors.length)} vectors, ${count(published)} from ${loadSources().size} published sources, and ${count(forVerifiers.length)} requests for verifiers; for ${count(corroborated)}, independent sources give the same value`,
      "`npm run conformance`",
    ],
    [
      `Every one of ${PROPERTIES.length} properties is compared with independent libraries on generated requests`,
      "`npm run conformance`",
    ],
    [kills(), "[kill matrix](docs/data/kill-matrix.md)"],
  ];
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
  return ["| what | where |", "| --- | --- |", ...lines].join("\n");
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function kills(): string {
  const rows = readKillMatrix();
  const byVectors = rows.filter(({ vectors }) => vectors > 0).length;
  const byProperties = rows.filter(({ property }) => property !== undefined).length;
  return `Of ${rows.length} known mistakes, vectors detect ${byVectors} and properties ${byProperties}`;
}
