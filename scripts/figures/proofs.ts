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
import { SIZE_LIMITS } from "../sizes.ts";

export function proofsTable(): string {
  const vectors = loadVectors();
  const published = vectors.filter(({ source }) => source.kind === "published").length;
  const disputed = vectors.filter((vector) => vector.disputed !== undefined).length;
  const forVerifiers = loadVerificationVectors();
  const accepted = forVerifiers.filter(({ expected }) => "accept" in expected).length;
  const corroborated = vectors.length - loadWeaklyCorroborated().size;
  const rows = [
    [
      "Each step of RFC 5849 gives the correct value",
      `${count(vectors.length)} vectors with the value of every stage: ${count(published)} from ${loadSources().size} published sources, ${count(vectors.length - published)} generated for cases without a published value. Each belongs to one of ${loadRules().size} rules; a MUST without a check fails the build`,
      "`npm run conformance`, [rules](docs/rules.md)",
    ],
    [
      "A verifier accepts and rejects what it should",
      `${count(forVerifiers.length)} requests: ${accepted} to accept, ${count(forVerifiers.length - accepted)} to reject, each with the reason`,
      "`npm run conformance`, [vectors](vectors/README.md#vectors-for-verifiers)",
    ],
    [
      "The expected values are correct",
      `At least two independent sources give the same value for ${count(corroborated)} of the ${count(vectors.length)} vectors: the published source, ${implementations()}. ${disputed} published values are wrong; each is marked, with the reason and the correct value`,
      "`npm run vectors:agreement`",
    ],
    [
      "Arbitrary requests are handled correctly",
      `${PROPERTIES.length} properties, each checked with 100 generated requests per run; a failing request is shrunk and reported with the seed that reproduces it`,
      "`npm run conformance`",
    ],
    ["The suite detects mistakes", `${kills()}`, "`npm run mutants`, [kill matrix](docs/kill-matrix.md)"],
    [
      "The tests notice mistakes in the code",
      "Small changes of `src`, made one at a time: of a fixed sample of 100, the tests must notice 90 %, and those that change nothing are listed with the reason. Every night takes another sample",
      "`npm run mutation`",
    ],
    [
      "The code does what its documentation says",
      "The examples in the documentation and in the source run as tests",
      "`npm test`, `npm run test:programs`",
    ],
    [
      "The package is small",
      `No runtime dependencies. Minified, \`import { sign }\` is at most ${SIZE_LIMITS["import { sign }"] / 1000} kB, \`import { createVerifier }\` at most ${SIZE_LIMITS["import { createVerifier }"] / 1000} kB`,
      "`npm run check:packaging`",
    ],
  ];
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
  return ["| what | how | reproduce |", "| --- | --- | --- |", ...lines].join("\n");
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function implementations(): string {
  const { implementations: all } = JSON.parse(readFileSync("vectors/agreement.json", "utf8")) as {
    implementations: readonly { readonly name: string; readonly version: string }[];
  };
  return all.map(({ name, version }) => `${name} ${version}`).join(", ");
}

/** Reads docs/kill-matrix.md, which `npm run mutants -- --check` keeps up to date. */
function kills(): string {
  const page = readFileSync("docs/kill-matrix.md", "utf8");
  const rows = [...page.matchAll(/^\| detected by a (vector|property)[^|]*\| (\d+) of (\d+) \|$/gm)];
  const [byVectors, byProperties] = rows;
  const isComplete = rows.length === 2 && rows.every(([, , , all]) => Number(all) === FAULTS.length);
  if (!isComplete)
    throw new Error("docs/kill-matrix.md does not state how many faults are detected; run npm run mutants");
  return `${FAULTS.length} known mistakes of clients, each introduced into the second implementation: vectors detect ${byVectors![2]} of them, properties ${byProperties![2]}`;
}
