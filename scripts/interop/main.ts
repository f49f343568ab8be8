/**
 * Measures how other implementations sign, and writes the scoreboard: docs/data/interop.json and docs/data/interop.md.
 *
 * `--only python,javascript-oauth` measures only the implementations with these ids or languages, and keeps the results of the
 * others. `--verifiers` measures only the verifiers. Implementations whose Debian packages are missing are listed as not here;
 * `--packages` only prints these packages. `--pages` measures nothing: it writes the page again from docs/data/interop.json.
 */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { document } from "./document.ts";
import { DRIVERS, IMPLEMENTATIONS, type Implementation } from "./implementations.ts";
import { type Measurement, measure, type Plan } from "./measure.ts";
import { probeVerifier, VERIFIERS, type VerifierResult } from "./probe-verifier.ts";
import {
  type Details,
  dataText,
  type Result,
  resultOf,
  type Scoreboard,
  scoreboardOf,
  summaryLine,
  titlesOf,
} from "./scoreboard.ts";
import { installedVersion, installNpm } from "./tools.ts";

const DATA = "docs/data/interop.json";
const PLAN: Plan = { seed: 5849, runs: 20 };

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    verifiers: { type: "boolean", default: false },
    packages: { type: "boolean", default: false },
    pages: { type: "boolean", default: false },
  },
});

const MEASURED = { date: new Date().toISOString().slice(0, 10), countersign: ownVersion() };

if (options.packages) console.log([...new Set([...IMPLEMENTATIONS, ...VERIFIERS].flatMap(missingPackages))].join(" "));
else if (options.pages) writePages(readData());
else if (options.verifiers) write(readData().implementations, titlesOf(readData()), await withVerifiers(readData()));
else await measureWanted();

async function measureWanted(): Promise<void> {
  const wanted = IMPLEMENTATIONS.filter(isWanted);
  if (wanted.length === 0) throw new Error(`--only: expected one of ${IMPLEMENTATIONS.map(({ id }) => id).join(", ")}`);
  const here = wanted.filter((one) => missingPackages(one).length === 0);
  const absent = wanted.filter((one) => !here.includes(one));
  for (const one of absent) process.stderr.write(`${one.id}: not here, needs ${missingPackages(one).join(" ")}\n`);
  const before = options.only === undefined ? undefined : readData();
  const measurements = await inScratchFolder(here);
  if (measurements.length === 0) return;
  const titles = measurements.flatMap(({ report }) =>
    report.causes.map(({ id, title }): [string, string] => [id, title]),
  );
  const results = measurements.map((one) => resultOf(one, MEASURED));
  const details = await withVerifiers({
    ...PLAN,
    vectors: measurements[0]!.report.total,
    notHere: [...(before?.notHere ?? []), ...absent.map((one) => ({ id: one.id, packages: missingPackages(one) }))],
    verifiers: before?.verifiers ?? [],
  });
  write(
    inOrder([...results, ...(before?.implementations ?? [])]),
    [...(before ? titlesOf(before) : []), ...titles],
    details,
  );
}

/** Each implementation once, in the order of the list. If it has several results, the first is kept. */
function inOrder(results: readonly Result[]): Result[] {
  return IMPLEMENTATIONS.flatMap(({ id }) => results.find((result) => result.id === id) ?? []);
}

function write(results: readonly Result[], titles: readonly [string, string][], details: Details): void {
  const isThere = ({ id }: { readonly id: string }): boolean => results.some((result) => result.id === id);
  const notHere = details.notHere.filter(
    (one, at, all) => !isThere(one) && all.findIndex(({ id }) => id === one.id) === at,
  );
  const scoreboard = scoreboardOf(results, new Map(titles), { ...details, notHere });
  writeFileSync(DATA, dataText(scoreboard));
  writePages(scoreboard);
}

function readData(): Scoreboard {
  return JSON.parse(readFileSync(DATA, "utf8"));
}

/** Probes the verifiers that are selected and installed; the results of the others are kept. */
async function withVerifiers(details: Details): Promise<Details> {
  const wanted = VERIFIERS.filter(isWanted);
  const measured: VerifierResult[] = [];
  for (const verifier of wanted) {
    if (missingPackages(verifier).length > 0) continue;
    const folder = mkdtempSync(join(tmpdir(), "countersign-verifier-"));
    try {
      measured.push(await probeVerifier(verifier, folder, MEASURED));
      process.stdout.write(`${verifier.id}: probed\n`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const all = [...measured, ...details.verifiers];
  return { ...details, verifiers: VERIFIERS.flatMap(({ id }) => all.find((one) => one.id === id) ?? []) };
}

function ownVersion(): string {
  return (JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string }).version;
}

function isWanted({ id, language }: Pick<Implementation, "id" | "language">): boolean {
  return options.only?.split(",").some((one) => one === id || one === language.toLowerCase()) ?? true;
}

function missingPackages({ debian }: Pick<Implementation, "debian">): string[] {
  return debian.filter((name) => installedVersion(name) === undefined);
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

function writePages(scoreboard: Scoreboard): void {
  writeFileSync("docs/data/interop.md", document(scoreboard));
}
