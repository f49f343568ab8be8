/** The README's table of what is proven, and how. */

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
import { BUNDLE_BUDGETS } from "./bundle-size.ts";

/** @param tests - how many tests there are, at least */
export function proofsTable(tests: number): string {
  const vectors = loadVectors();
  const published = vectors.filter(({ source }) => source.kind === "published").length;
  const disputed = vectors.filter((vector) => vector.disputed !== undefined).length;
  const forVerifiers = loadVerificationVectors();
  const accepting = forVerifiers.filter(({ expected }) => "accept" in expected).length;
  const corroborated = vectors.length - loadWeaklyCorroborated().size;
  const rows = [
    [
      "Each step of RFC 5849 gives the right value",
      `${count(vectors.length)} vectors with the value of every stage: ${count(published)} from ${loadSources().size} published sources, ${count(vectors.length - published)} generated for what nobody published. Each belongs to one of ${loadRules().size} rules; a MUST without a check fails the build`,
      "`npm run conformance`, [rules](docs/rules.md)",
    ],
    [
      "A verifier accepts and rejects what it should",
      `${count(forVerifiers.length)} requests: ${accepting} to accept, ${count(forVerifiers.length - accepting)} to reject, each with the reason`,
      "`npm run conformance`, [vectors](vectors/README.md#vectors-for-verifiers)",
    ],
    [
      "The expected values are right",
      `At least two independent origins give the same value for ${count(corroborated)} of the ${count(vectors.length)} vectors: the source that published it, ${implementations()}. ${disputed} published values are wrong; each is marked, with the reason and the right value`,
      "`npm run vectors:agreement`",
    ],
    [
      "It is right for requests that nobody wrote down",
      `${PROPERTIES.length} properties, with 100 generated requests each in a run; a failure is reduced to a small request, with the seed that repeats it`,
      "`npm run conformance`",
    ],
    ["The suite finds mistakes", `${kills()}`, "`npm run mutants`, [kill matrix](docs/kill-matrix.md)"],
    [
      "A change changes only what it should",
      `${count(recordedOutcomes())} recorded outcomes of the signer, the verifier, the steps and the second implementation`,
      "`npm test`",
    ],
    [
      "The code does what it says",
      `At least ${count(Math.floor(tests / 100) * 100)} tests; one with many cases counts once. The examples in the documents and in the source run as tests too`,
      "`npm test`, `npm run test:slow`",
    ],
    [
      "It stays small",
      `No dependencies at run time. Minified, \`import { sign }\` is at most ${BUNDLE_BUDGETS.sign} kB, \`import { verify }\` at most ${BUNDLE_BUDGETS.verify} kB`,
      "`npm run test:slow`",
    ],
  ];
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
  return ["| what | how | repeat it |", "| --- | --- | --- |", ...lines].join("\n");
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

/** `npm run mutants -- --check` holds the page current. */
function kills(): string {
  const page = readFileSync("docs/kill-matrix.md", "utf8");
  const rows = [...page.matchAll(/^\| noticed by a (vector|law|property)[^|]*\| (\d+) of (\d+) \|$/gm)];
  const [byVectors, byProperties] = rows;
  const isAsExpected = rows.length === 2 && rows.every(([, , , all]) => Number(all) === FAULTS.length);
  if (!isAsExpected) throw new Error("docs/kill-matrix.md does not say how many faults are noticed: npm run mutants");
  return `${FAULTS.length} known mistakes of clients, each put into the second implementation: a vector notices ${byVectors![2]} of them, a property ${byProperties![2]}`;
}

function recordedOutcomes(): number {
  const lines = readFileSync("test/safety-net/recorded.txt", "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#")).length;
}
