/** The README's table of what is tested, and how. */

import { readFileSync } from "node:fs";
import { PROPERTIES } from "../../src/conformance/properties/index.ts";
import {
  loadRules,
  loadSources,
  loadVectors,
  loadVerificationVectors,
  loadWeaklyCorroborated,
  verificationCases,
} from "../../src/conformance/vectors/index.ts";

export function proofsTable(): string {
  const vectors = loadVectors();
  const published = vectors.filter(({ source }) => source.kind === "published").length;
  const forVerifiers = loadVerificationVectors();
  const forDrivers = verificationCases(forVerifiers).cases.length;
  const corroborated = vectors.length - loadWeaklyCorroborated().size;
  const rows = [
    [`Each of ${loadRules().size} rules, most of them of RFC 5849, has vectors`, "[rules](docs/data/rules.md)"],
    [
      `\`check\` asks ${count(vectors.length + forDrivers)} vectors: ${count(vectors.length)} for signers (${count(published)} from ${loadSources().size} published sources) and ${count(forDrivers)} for verifiers; ${count(forVerifiers.length - forDrivers)} others need an unusual policy or several requests`,
      "[vectors](vectors/README.md)",
    ],
    [
      `For ${count(corroborated)} vectors for signers, at least two independent sources give the same value`,
      "`npm run conformance`",
    ],
    [
      `${PROPERTIES.length} properties are checked on generated requests, most of them also with independent libraries`,
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

/** Reads the page that `npm run mutants` writes. */
function kills(): string {
  const page = readFileSync("docs/data/kill-matrix.md", "utf8");
  const [byVectors, byProperties] = page.matchAll(/^\| detected by a (?:vector|property)\b.* \| (\d+) of (\d+) \|$/gm);
  return `Of ${byVectors![2]} known mistakes, vectors detect ${byVectors![1]} and properties ${byProperties![1]}`;
}
