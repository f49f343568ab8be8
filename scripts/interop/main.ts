/**
 * Measures how other implementations sign and what verifiers accept, and writes the scoreboard: docs/data/interop.json and
 * docs/data/interop.md.
 *
 * `--only python,php-oauth` measures only implementations and verifiers with these ids or languages. What is not measured keeps its
 * results; implementations whose Debian packages are missing and that have no results are listed as not here. `--packages` only
 * prints these packages.
 */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { document } from "./document.ts";
import { DRIVERS, IMPLEMENTATIONS, type Implementation } from "./implementations.ts";
import { type Measurement, measure, type Plan } from "./measure.ts";
import { probeVerifier, VERIFIERS, type VerifierResult } from "./probe-verifier.ts";
import { dataText, resultOf, type Scoreboard, scoreboardOf, summaryLine, titlesOf } from "./scoreboard.ts";
import { installedVersion, installNpm } from "./tools.ts";

const DATA = "docs/data/interop.json";
const PLAN: Plan = { seed: 5849, runs: 20 };

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    packages: { type: "boolean", default: false },
  },
});
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
const MEASURED = { date: new Date().toISOString().slice(0, 10), countersign: version };

const missingPackages = ({ debian }: Pick<Implementation, "debian">): string[] =>
  debian.filter((name) => installedVersion(name) === undefined);

const before = JSON.parse(readFileSync(DATA, "utf8")) as Scoreboard;
if (options.packages) console.log([...new Set([...IMPLEMENTATIONS, ...VERIFIERS].flatMap(missingPackages))].join(" "));
else {
  const scoreboard = await measureWanted();
  writeFileSync(DATA, dataText(scoreboard));
  writeFileSync("docs/data/interop.md", document(scoreboard));
}

async function measureWanted(): Promise<Scoreboard> {
  const measurements = await inScratchFolder(wantedOf(IMPLEMENTATIONS));
  const verifiers: VerifierResult[] = [];
  for (const verifier of wantedOf(VERIFIERS)) verifiers.push(await probed(verifier));
  if (measurements.length + verifiers.length === 0)
    throw new Error("--only: nothing that is installed has this id or language");

  const implementations = inOrder(IMPLEMENTATIONS, [
    ...measurements.map((one) => resultOf(one, MEASURED)),
    ...before.implementations,
  ]);
  const titles = measurements.flatMap(({ report }) => report.causes.map(({ id, title }) => [id, title] as const));
  return scoreboardOf(implementations, new Map([...titlesOf(before), ...titles]), {
    ...PLAN,
    vectors: measurements[0]?.report.total ?? before.vectors,
    verifiers: inOrder(VERIFIERS, [...verifiers, ...before.verifiers]),
    notHere: IMPLEMENTATIONS.filter((one) => !implementations.some(({ id }) => id === one.id)).map((one) => {
      return { id: one.id, packages: missingPackages(one) };
    }),
  });
}

/** Those that `--only` selects and whose packages are installed. */
function wantedOf<One extends Pick<Implementation, "id" | "language" | "debian">>(all: readonly One[]): One[] {
  const only = options.only?.split(",");
  const wanted = all.filter(
    ({ id, language }) => only?.some((one) => one === id || one === language.toLowerCase()) ?? true,
  );
  return wanted.filter((one) => {
    const missing = missingPackages(one);
    if (missing.length > 0) process.stderr.write(`${one.id}: not here, needs ${missing.join(" ")}\n`);
    return missing.length === 0;
  });
}

/** Each once, in the order of the list. If one has several results, the first is kept. */
function inOrder<Of extends { readonly id: string }>(
  list: readonly { readonly id: string }[],
  results: readonly Of[],
): Of[] {
  return list.flatMap(({ id }) => results.find((result) => result.id === id) ?? []);
}

async function probed(verifier: (typeof VERIFIERS)[number]): Promise<VerifierResult> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-verifier-"));
  try {
    const result = await probeVerifier(verifier, folder, MEASURED);
    process.stdout.write(`${verifier.id}: probed\n`);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures one implementation at a time. */
async function inScratchFolder(implementations: readonly Implementation[]): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-interop-"));
  try {
    const npm = implementations.flatMap((one) => one.npm);
    if (npm.length > 0) await installNpm(npm, folder);
    const drivers = join(folder, "drivers");
    cpSync(DRIVERS, drivers, { recursive: true });
    const measurements: Measurement[] = [];
    for (const implementation of implementations) {
      const build = join(folder, "build", implementation.id);
      mkdirSync(build, { recursive: true });
      try {
        const measurement = await measure(implementation, { drivers, build }, PLAN);
        process.stdout.write(`${summaryLine(measurement)}\n`);
        measurements.push(measurement);
      } catch (error) {
        // The others are still measured.
        process.stderr.write(`${(error as Error).message}\n`);
        process.exitCode = 1;
      }
    }
    return measurements;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
