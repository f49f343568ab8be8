/**
 * Asks one library all vectors and laws, through its driver.
 *
 * @module
 */

import { openDriver } from "../../src/drivers/index.ts";
import {
  type CaseResult,
  isFailure,
  type LawResult,
  type Outside,
  type RunEvent,
  run,
} from "../../src/runner/index.ts";
import { loadRules, loadVectors, loadVerificationVectors, verifyVectors } from "../../src/suite/index.ts";
import { LAWS } from "../../src/suite/laws/index.ts";
import type { Library } from "./libraries.ts";

/** What came of one library. */
export interface Measurement {
  readonly library: Library;
  readonly name: string;
  readonly version: string;
  readonly runtime: string;
  readonly url?: string;
  /** The vectors it was asked. */
  readonly cases: readonly CaseResult[];
  readonly laws: readonly LawResult[];
}

const IN_FLIGHT = 16;

/** Builds, starts and asks; the folder holds what is built. */
export async function measure(
  library: Library,
  { folder, seed, runs }: { readonly folder: string; readonly seed: number; readonly runs: number },
): Promise<Measurement> {
  await library.build?.(folder);
  const command = library.command(folder);
  const vectors = [...loadVectors(), ...verifyVectors(loadVerificationVectors()).vectors];
  const plan = { rules: loadRules(), seed, saved: [], inFlight: IN_FLIGHT };
  const found = collect();
  await run({
    ...plan,
    ...{ vectors, laws: [], indices: { first: 0, count: 0 } },
    driver: openDriver({ command, onTrouble: found.trouble }),
    emit: found.listen,
  });
  // A law ends with its first counterexample, so it is asked only what every library here has a way to be asked.
  await run({
    ...plan,
    ...{ vectors: [], laws: LAWS, indices: { first: 0, count: runs } },
    driver: openDriver({ command, onTrouble: found.trouble }),
    emit: found.listen,
    outside: isOffered,
  });
  return { library, runtime: await library.runtime(), ...found.result() };
}

const isOffered: Outside = (_operation, { version, realm, protocolParameters, credentials = {}, octets }) => {
  const isPlain = version !== null && realm === undefined && octets === undefined && !protocolParameters?.length;
  const isPaired = credentials.token !== undefined || credentials.tokenSecret === undefined;
  return isPlain && isPaired && credentials.consumerSecret !== "" ? undefined : "not offered by every library";
};

/** Whether the driver had no way to ask the library this, though it declared the operation. */
export function isNotOffered({ verdict, difference }: CaseResult): boolean {
  return verdict === "fail" && difference?.actual === "(unsupported)";
}

/** Whether the library's answer is another than the specification's, or none. */
export function isDeviation(result: CaseResult): boolean {
  return isFailure(result.verdict) && !isNotOffered(result);
}

function collect(): {
  readonly listen: (event: RunEvent) => void;
  readonly trouble: (trouble: { readonly message: string }) => void;
  readonly result: () => Pick<Measurement, "name" | "version" | "url" | "cases" | "laws">;
} {
  const cases: CaseResult[] = [];
  const laws: LawResult[] = [];
  let about: { name: string; version: string; url?: string } = { name: "", version: "" };
  return {
    listen(event) {
      if (event.type === "start") about = event.implementation;
      if (event.type === "case") cases.push(event.result);
      if (event.type === "law") laws.push(event.result);
    },
    trouble({ message }) {
      throw new Error(`the driver of ${about.name} misbehaved: ${message}`);
    },
    result: () => ({ name: about.name, version: about.version, ...(about.url && { url: about.url }), cases, laws }),
  };
}
