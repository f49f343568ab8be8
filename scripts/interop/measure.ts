/** Runs `countersign check` with the driver of one implementation, and reads its JSON report. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import type { ImplementationReport, Report } from "../../src/conformance/reporters/index.ts";
import type { Implementation, Place } from "./implementations.ts";

/** A run of one implementation. */
export interface Measurement {
  readonly implementation: Implementation;
  readonly runtime: string;
  readonly report: ImplementationReport;
}

/** Seed and number of the generated cases of each property. */
export interface Plan {
  readonly seed: number;
  readonly runs: number;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Only signing is measured. What a verifier accepts is not measured, because the results are published.
 */
const FILTERS = [
  ...["sign", "sign-exactly", "base-string", "base-string-uri", "parameters", "parameter-string", "signature"],
  ...["percent-encoding", "percent-decoding", "authorization-header", "body-hash"],
  ...["agrees-with-model", "order-is-free", "sends-what-it-signs", "signature-verifies", "encoding-decodes-back"],
];

/**
 * Builds the driver, and runs all vectors for signers and the properties of signers.
 *
 * @throws if the driver is broken, with the text of the report about it
 */
export async function measure(
  implementation: Implementation,
  place: Place,
  { seed, runs }: Plan,
): Promise<Measurement> {
  await implementation.build?.(place);
  const file = join(place.build, "report.json");
  const options = ["--seed", `${seed}`, "--runs", `${runs}`, "--no-references", "--report", `json=${file}`];
  const filters = FILTERS.flatMap((filter) => ["--filter", filter]);
  const program = [
    join(ROOT, "src/cli/main.ts"),
    "check",
    ...options,
    ...filters,
    "--",
    ...implementation.command(place),
  ];
  const { all } = await execa(join(ROOT, "node_modules/.bin/tsx"), program, {
    all: true,
    reject: false,
    stdin: "ignore",
  });
  const [report] = (JSON.parse(readFileSync(file, "utf8")) as Report).implementations;
  if (report === undefined || report.driverProblems.length > 0 || report.stopped !== undefined)
    throw new Error(`the driver ${implementation.id} is broken:\n${all}`);
  return { implementation, runtime: await implementation.runtime(), report };
}
