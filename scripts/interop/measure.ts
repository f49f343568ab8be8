/** Runs all vectors and properties against one library, through its driver. */

import { openDriver } from "../../src/conformance/drivers/index.ts";
import {
  type CaseResult,
  isFailure,
  type PropertyResult,
  type RunEvent,
  run,
} from "../../src/conformance/runner/index.ts";
import {
  loadRules,
  loadVectors,
  loadVerificationVectors,
  type TestCase,
  verificationCases,
} from "../../src/conformance/vectors/index.ts";
import { COMMON_PROPERTIES } from "./common-properties.ts";
import type { Library } from "./libraries.ts";

/** The result of a case, with the case itself. */
export interface MeasuredCase extends CaseResult {
  readonly asked: TestCase;
}

export interface Measurement {
  readonly library: Library;
  readonly name: string;
  readonly version: string;
  readonly runtime: string;
  readonly url?: string;
  /** Results of the vectors. */
  readonly cases: readonly MeasuredCase[];
  readonly properties: readonly PropertyResult[];
}

const IN_FLIGHT = 16;

/** Builds the driver in the folder, starts it, and runs vectors and properties. */
export async function measure(
  library: Library,
  { folder, seed, runs }: { readonly folder: string; readonly seed: number; readonly runs: number },
): Promise<Measurement> {
  await library.build?.(folder);
  const command = library.command(folder);
  const vectors = [...loadVectors(), ...verificationCases(loadVerificationVectors()).cases];
  const plan = { rules: loadRules(), seed, saved: [], inFlight: IN_FLIGHT };
  const found = collect(vectors);
  await run({
    ...plan,
    ...{ vectors, properties: [], indices: { first: 0, count: 0 } },
    driver: openDriver({ command, onProblem: found.problem }),
    emit: found.listen,
  });
  await run({
    ...plan,
    ...{ vectors: [], properties: COMMON_PROPERTIES, indices: { first: 0, count: runs } },
    driver: openDriver({ command, onProblem: found.problem }),
    emit: found.listen,
  });
  return { library, runtime: await library.runtime(), ...found.result() };
}

/** Whether the driver cannot pass this input to the library, although it declared the operation. */
export function isNotOffered({ verdict, difference }: CaseResult): boolean {
  return verdict === "fail" && difference?.actual === "(unsupported)";
}

/** Whether the library gave a wrong answer, or no answer. */
export function isDeviation(result: CaseResult): boolean {
  return isFailure(result.verdict) && !isNotOffered(result);
}

function collect(vectors: readonly TestCase[]): {
  readonly listen: (event: RunEvent) => void;
  readonly problem: (problem: { readonly message: string }) => void;
  readonly result: () => Pick<Measurement, "name" | "version" | "url" | "cases" | "properties">;
} {
  const asked = new Map(vectors.map((one) => [one.id, one]));
  const cases: MeasuredCase[] = [];
  const properties: PropertyResult[] = [];
  let implementation: { name: string; version: string; url?: string } = { name: "", version: "" };
  return {
    listen(event) {
      if (event.type === "start") implementation = event.implementation;
      if (event.type === "case") cases.push({ ...event.result, asked: asked.get(event.result.id)! });
      if (event.type === "property") properties.push(event.result);
    },
    problem({ message }) {
      throw new Error(`the driver of ${implementation.name} failed: ${message}`);
    },
    result: () => ({
      name: implementation.name,
      version: implementation.version,
      ...(implementation.url && { url: implementation.url }),
      cases,
      properties,
    }),
  };
}
