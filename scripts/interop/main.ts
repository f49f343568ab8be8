/**
 * Runs the example drivers with their libraries and writes docs/interop.md: the results by library and rule, with the
 * smallest example of each deviation.
 *
 * `--only python,go` runs only the libraries whose ids begin with these texts, and writes nothing. `--date YYYY-MM-DD` sets
 * the date in the document. `--check` writes nothing, and fails if the document is out of date.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { document, summaryLine } from "./document.ts";
import { LIBRARIES } from "./libraries.ts";
import { type Measurement, measure } from "./measure.ts";
import { install, installedVersion } from "./tools.ts";

const PATH = "docs/interop.md";
const SEED = 5849;
const RUNS = 200;

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    date: { type: "string", default: new Date().toISOString().slice(0, 10) },
    check: { type: "boolean", default: false },
  },
});

const wanted = options.only?.split(",");
const libraries = LIBRARIES.filter(({ id }) => wanted?.some((start) => id.startsWith(start)) ?? true);
if (libraries.length === 0) throw new Error(`--only: expected one of ${LIBRARIES.map(({ id }) => id).join(", ")}`);

const missing = libraries.flatMap(({ packages }) => packages).filter((name) => installedVersion(name) === undefined);
if (missing.length > 0) {
  process.stderr.write(`installing ${missing.join(" ")}\n`);
  await install(missing);
}

const folder = mkdtempSync(join(tmpdir(), "countersign-interop-"));
const measurements: Measurement[] = [];
try {
  for (const library of libraries) {
    const buildFolder = join(folder, library.id);
    mkdirSync(buildFolder);
    const measurement = await measure(library, { folder: buildFolder, seed: SEED, runs: RUNS });
    process.stdout.write(`${summaryLine(measurement)}\n`);
    measurements.push(measurement);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

if (wanted === undefined) {
  const written = options.check ? readFileSync(PATH, "utf8") : "";
  const date = options.check ? (/\d{4}-\d\d-\d\d/.exec(written)?.[0] ?? options.date) : options.date;
  const text = document(measurements, { date, seed: SEED, runs: RUNS });
  if (!options.check) writeFileSync(PATH, text);
  else if (text !== written) {
    process.stderr.write(`${PATH} is out of date; run npm run interop\n`);
    process.exitCode = 1;
  }
}
