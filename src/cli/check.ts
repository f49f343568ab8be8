/**
 * `countersign check`: vectors and laws against an implementation, the references beside it.
 *
 * @module
 */

import { randomInt } from "node:crypto";
import { inProcessDriver } from "../drivers/index.ts";
import { BUILTIN, IN_HOUSE, REFERENCES } from "../implementations/index.ts";
import { createReporter, type Reporter, type Rerun, type Terminal } from "../reporters/index.ts";
import {
  createSummary,
  filterLaws,
  filterVectors,
  hasFailed,
  hasJudged,
  type RunEvent,
  run,
  type SavedCase,
  type Summary,
} from "../runner/index.ts";
import { loadRules, loadThin, loadVectors, type Rule, type Vector } from "../suite/index.ts";
import { LAWS, type Law } from "../suite/laws/index.ts";
import { tell } from "./console.ts";
import { readCounterexamples, saveCounterexample } from "./counterexamples.ts";
import { EXIT, UsageError } from "./exit-codes.ts";
import { rerunCommand } from "./rerun.ts";

/** What the command takes. */
export interface CheckOptions {
  readonly builtin?: string;
  readonly filter?: string;
  readonly json?: boolean;
  /** Folder with vectors; the shipped ones where absent. */
  readonly vectors?: string;
  /** Cases for each law. @default "100" */
  readonly runs?: string;
  /** Of the generated cases; compulsory in CI, random elsewhere. */
  readonly seed?: string;
  /** `law:seed:index`: this one generated case and nothing else. */
  readonly replay?: string;
  /** Folder of counterexamples: run first, and new ones saved to it. */
  readonly counterexamples?: string;
  /** Whether the references are judged beside it. @default true */
  readonly references?: boolean;
}

/** What is run, the same for each implementation. */
interface Plan {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly vectors: readonly Vector[];
  readonly laws: readonly Law[];
  readonly seed: number;
  readonly indices: { readonly first: number; readonly count: number };
  /** Ids of the vectors with fewer than two origins, where the folder tells. */
  readonly thin: ReadonlySet<string>;
  readonly saved: readonly SavedCase[];
}

/** Runs and reports; returns the exit code. */
export async function check(options: CheckOptions, terminal: Terminal): Promise<number> {
  const subject = options.builtin ?? IN_HOUSE;
  if (!BUILTIN.has(subject)) {
    throw new UsageError(`--builtin must be one of ${[...BUILTIN.keys()].join(", ")}, got ${JSON.stringify(subject)}`);
  }
  const plan = makePlan(options);
  if (plan.vectors.length + plan.laws.length === 0) {
    tell(`countersign: no vector and no law matches ${JSON.stringify(options.filter ?? "")}`);
    return EXIT.nothingRan;
  }
  if (!options.json && plan.laws.length > 0) terminal.out(`seed ${plan.seed}\n\n`);
  const references = options.references === false ? [] : REFERENCES.filter((one) => one !== subject);
  const reruns = [subject, ...references].map((name) => rerunFor(name, options));
  const rerun: Rerun = (failure, at) => reruns[at]!(failure, at);
  const reporter = createReporter(options.json ? "json" : "terminal", { write: terminal.out, terminal, rerun });
  const summaries: Summary[] = [];
  summaries.push(await runOne(subject, plan, options, reporter));
  for (const reference of references) {
    summaries.push(await runOne(reference, forReference(plan), options, reporter));
  }
  reporter.finish();
  if (!options.json) terminal.out(thinLine(plan, terminal));
  if (!hasJudged(summaries[0]!)) return EXIT.nothingRan;
  return summaries.some(hasFailed) ? EXIT.failures : EXIT.ok;
}

/** A reference is asked on the same cases whether it agrees with the specification, so that the subject agrees with it. */
function forReference(plan: Plan): Plan {
  return { ...plan, laws: plan.laws.filter(({ id }) => id === "agrees-with-model") };
}

function makePlan(options: CheckOptions): Plan {
  const rules = loadRules(options.vectors);
  const replay = options.replay === undefined ? undefined : readReplay(options.replay);
  if (replay !== undefined) return { rules, vectors: [], saved: [], thin: new Set(), ...replay };
  const runs = readNumber("--runs", options.runs ?? "100");
  const laws = runs === 0 ? [] : filterLaws(LAWS, options.filter);
  return {
    rules,
    vectors: filterVectors(loadVectors(options.vectors), options.filter),
    laws,
    seed: laws.length === 0 ? 0 : readSeed(options.seed),
    indices: { first: 0, count: runs },
    thin: loadThin(options.vectors),
    saved: readCounterexamples(options.counterexamples),
  };
}

function readReplay(text: string): Pick<Plan, "laws" | "seed" | "indices"> {
  const [, id, seed = "", index = ""] = /^([a-z-]+):(\d+):(\d+)$/.exec(text) ?? [];
  if (id === undefined) throw new UsageError(`--replay must be law:seed:index, got ${JSON.stringify(text)}`);
  const laws = LAWS.filter((law) => law.id === id);
  if (laws.length === 0) throw new UsageError(`--replay must name a law, and none is called ${JSON.stringify(id)}`);
  return { laws, seed: readNumber("--replay", seed), indices: { first: readNumber("--replay", index), count: 1 } };
}

/** A run in CI that nobody can repeat is worth little. */
function readSeed(text: string | undefined): number {
  if (text !== undefined) return readNumber("--seed", text);
  if (!process.env.CI) return randomInt(0x7fffffff);
  throw new UsageError(
    "--seed is compulsory in CI",
    "give --seed a number that your log shows, such as that of the build",
  );
}

const LARGEST = 0x7fffffff;

function readNumber(option: string, text: string): number {
  const number = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= LARGEST) return number;
  throw new UsageError(`${option} must have whole numbers from 0 to ${LARGEST}, got ${JSON.stringify(text)}`);
}

/** The command that runs one failure of this implementation again. */
function rerunFor(name: string, { vectors }: CheckOptions): Rerun {
  return rerunCommand("check", {
    ...(name === IN_HOUSE ? {} : { builtin: name }),
    ...(vectors === undefined ? {} : { vectors }),
  });
}

async function runOne(name: string, plan: Plan, options: CheckOptions, reporter: Reporter): Promise<Summary> {
  const { listen, result } = createSummary();
  const emit = (event: RunEvent): void => {
    listen(event);
    reporter.listen(event);
    if (event.type === "law") saveIfNew(event.result, options.counterexamples);
  };
  await run({ ...plan, driver: inProcessDriver(BUILTIN.get(name)!), emit });
  return result();
}

function saveIfNew({ law, counterexample }: Summary["laws"][number], folder: string | undefined): void {
  if (folder === undefined || counterexample?.origin === undefined) return;
  const path = saveCounterexample(folder, { law: law.id, case: counterexample.case });
  tell(`countersign: counterexample saved as ${path}`);
}

/** How much of what was run stands on one leg. */
function thinLine({ vectors, thin }: Plan, { colors }: Terminal): string {
  const count = vectors.filter(({ id }) => thin.has(id)).length;
  if (count === 0) return "";
  return `${colors.dim(`  ${count} of the vectors are thin: fewer than two independent origins (vectors/agreement.json)`)}\n`;
}
