/** Runs parts of the suite, each once, and returns for each what `countersign check` would print. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import picocolors from "picocolors";
import { cut } from "../../redaction/visible.ts";
import {
  baselineFindings,
  baselineText,
  type Entry,
  proposedEntries,
  readBaseline,
  runWithBaseline,
  updatedEntries,
} from "../baseline/index.ts";
import type { Driver } from "../drivers/index.ts";
import { MODEL, openBuiltins, REFERENCES } from "../implementations/index.ts";
import { PROPERTIES, type Property } from "../properties/index.ts";
import { createReporter, groupBy, liveReporter, verdictLines } from "../reporters/index.ts";
import {
  eventsOf,
  generatedIndices,
  hasDriverProblems,
  hasFailed,
  type Question,
  type Result,
  type RunEvent,
  type RunEvidence,
  run,
  startCorroboration,
} from "../runner/index.ts";
import { loadRules, loadVectors, loadVerificationVectors, verificationCases } from "../vectors/index.ts";
import type { SuiteOptions } from "./options.ts";
import type { Finding } from "./test-runner.ts";

/** The runs of one implementation. */
export type SuiteRun = ReturnType<typeof openSuiteRun>;

/** Maximum number of characters in a message, because runners print all of it, some of them twice. */
const LONGEST_MESSAGE = 40_000;

const plain = picocolors.createColors(false);

const SEED = 5849;

/** @throws Error if the baseline cannot be read */
export function openSuiteRun(driver: Driver, options: SuiteOptions) {
  const { baseline: path, updateBaseline: isUpdated = false, causes = true, report } = options;
  const { references = true, seed = SEED, runs = 100 } = options;
  const rules = loadRules();
  const entries = path === undefined ? [] : readEntries(path, isUpdated);
  const ran: RunEvidence[] = [];
  const events: RunEvent[] = [];
  const advice = { rerun: (failure: Result) => rerunText(failure, seed), baselineEntry: proposedEntries };
  let hasNewFailures = false;

  async function checkOnce(questions: readonly Question[], properties: readonly Property[]): Promise<Finding> {
    let text = "";
    const out = (block: string): void => {
      text += block;
    };
    const reporter = liveReporter(
      { out, colors: plain, width: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY },
      advice,
    );
    const emit = (event: RunEvent): void => {
      reporter.listen(event);
      events.push(event);
    };
    const evidence = await run({
      vectors: questions.map(({ asked }) => asked),
      questions,
      rules,
      driver,
      properties,
      saved: [],
      seed,
      indices: generatedIndices(runs, isUpdated),
      emit,
      ...runWithBaseline(path === undefined ? undefined : entries, { isUpdated, isSearching: causes }),
      ...(references && !isUpdated && properties.length > 0 && { corroboration: await startReferences() }),
    });
    ran.push(evidence);
    // Without the duration, the text is the same in each run.
    const { milliseconds: _, ...summary } = reporter.result()!.summary;
    if (hasFailed(summary)) hasNewFailures = true;
    const [asked] = properties;
    const isUndeclared =
      asked?.fixesNonceAndTimestamp !== undefined && !("fixesNonceAndTimestamp" in (await driver.hello()));
    const hint = isUndeclared ? `hint: ${DECLARE}\n` : "";
    if (hasFailed(summary) || hasDriverProblems(summary))
      return { failure: cut(`${text}${hint}${verdictLines(summary, plain)}`.trim(), LONGEST_MESSAGE) };
    const [property] = summary.properties;
    return property?.verdict === "not-offered"
      ? { notOffered: `the implementation supports none of the ${property.runs} generated cases` }
      : undefined;
  }

  async function writeReport(): Promise<Finding> {
    const reporter = await createReporter("html", { ...advice, write: (text) => writeFileSync(report!, text) });
    for (const event of eventsOfOneRun(events)) reporter.listen(event);
    reporter.finish();
    return undefined;
  }

  async function compareWithBaseline(): Promise<Finding> {
    const all = { cases: ran.flatMap(({ cases }) => cases), properties: ran.flatMap(({ properties }) => properties) };
    if (isUpdated && process.env.CI) return { failure: NOT_IN_CI };
    if (isUpdated) {
      const before = existsSync(path!) ? readFileSync(path!, "utf8") : undefined;
      writeFileSync(path!, baselineText(updatedEntries(entries, all), before));
      return undefined;
    }
    const findings = baselineFindings(entries, all, everyName()).filter(({ kind }) => kind !== "hidden");
    if (findings.length === 0) return undefined;
    const stale = findings.map(({ kind, message }) => `${kind} entry in ${path}: ${message}`);
    const hint = "hint: updateBaseline: true rewrites the file and keeps the reasons of the entries that remain";
    return { failure: cut([...stale, ...(hasNewFailures ? [] : [hint])].join("\n"), LONGEST_MESSAGE) };
  }

  return {
    /** Returns a function that checks these vectors or properties once, however often it is called. */
    check(questions: readonly Question[], properties: readonly Property[]) {
      let checked: Promise<Finding> | undefined;
      return () => {
        checked ??= checkOnce(questions, properties);
        return checked;
      };
    },
    /** Whether the baseline accepts any failure of a property, so that its test proves nothing. */
    isNotGated: (id: string) => entries.some((entry) => "property" in entry && entry.property === id),
    /** What follows all checks: the comparison with the baseline, and the report. */
    conclusions: [
      ...(path === undefined
        ? []
        : [{ title: `known failures: ${isUpdated ? REWRITTEN : COMPARED}`, conclude: compareWithBaseline }]),
      ...(report === undefined ? [] : [{ title: "the report is written", conclude: writeReport }]),
    ],
  };
}

/** Advice if a property must know who chooses nonce and timestamp. */
const DECLARE =
  "declare fixesNonceAndTimestamp: true if the signer takes nonce and timestamp, or false if it chooses them itself";

const REWRITTEN = "the baseline is rewritten";
const NOT_IN_CI =
  "updateBaseline: true makes every failure of a run known, so CI writes no baseline\nhint: run it once by hand, remove it, and commit the file";
const COMPARED = "each entry of the baseline suppresses one";

/** The results of the runs of one implementation, each of some vectors or a property, as the events of one run. */
function* eventsOfOneRun(events: readonly RunEvent[]): Generator<RunEvent> {
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const [starts, found] = [eventsOf(events, "start"), eventsOf(events, "causes")];
  const causes = [
    ...groupBy(
      found.flatMap((one) => one.causes),
      ({ form }) => form,
    ).values(),
  ].map((same) => ({
    ...same[0]!,
    explains: same.flatMap(({ explains }) => explains),
  }));
  yield {
    ...starts[0]!,
    total: sum(starts.map(({ total }) => total)),
    properties: sum(starts.map(({ properties }) => properties)),
  };
  yield* events.filter(({ type }) => type === "case" || type === "property" || type === "driver-problem");
  yield {
    type: "causes",
    causes,
    failures: sum(found.map(({ failures }) => failures)),
    passes: sum(found.map(({ passes }) => passes)),
    limitReached: found.some(({ limitReached }) => limitReached),
  };
  yield { type: "end", milliseconds: sum(eventsOf(events, "end").map(({ milliseconds }) => milliseconds)) };
}

/** For every implementation, the model that it is compared with is itself compared with the references. */
async function startReferences(): ReturnType<typeof startCorroboration> {
  const [model, ...references] = await openBuiltins([MODEL, ...REFERENCES]);
  return startCorroboration(model!, references);
}

/** The options that repeat one failure. Both ways to repeat it on the command line contain its id. */
function rerunText({ id, repeat }: Result, seed: number): string | undefined {
  if (repeat === undefined) return undefined;
  const options = { filter: [id], ...(seed !== SEED && { seed }) };
  return `the options ${JSON.stringify(options)}`;
}

/** The id of every vector and property that a baseline can name. */
function everyName(): string[] {
  const vectors = [...loadVectors(), ...verificationCases(loadVerificationVectors()).cases];
  return [...vectors, ...PROPERTIES].map(({ id }) => id);
}

function readEntries(path: string | URL, mayBeAbsent: boolean): readonly Entry[] {
  if (!existsSync(path)) {
    if (mayBeAbsent) return [];
    throw new Error(`expected a baseline at ${path}: no such file\nhint: updateBaseline: true writes one`);
  }
  try {
    return readBaseline(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new Error(`expected a baseline at ${path}: ${(error as Error).message}`, { cause: error });
  }
}
