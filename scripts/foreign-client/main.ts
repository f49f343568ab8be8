/**
 * Examines the diagnosis with a foreign client: a Python program with hundreds of mistakes, written without knowledge of
 * this project. Details of the mistakes that are held out are only written to the file of `--held-out-details`.
 */

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { MOST_COMBINATIONS } from "../../src/diagnosis/search/search-work.ts";
import { type Case, type Kind, makeCases, readMistakes, type Wanted } from "./cases.ts";
import { examine } from "./examine.ts";
import { readExpectedCauses } from "./judge.ts";
import { answersOf, detailsOf, type Group, scoreOf, tableOf } from "./report.ts";

const WHOLE = {
  each: "1",
  every: "1",
  pairs: "100",
  triples: "50",
  right: "300",
  combinations: String(MOST_COMBINATIONS),
};
/** The sample for CI: single mistakes, with a limit that finds most of them in seconds. */
const SAMPLE = { each: "1", every: "12", pairs: "0", triples: "0", right: "30", combinations: "6000" };

const { values } = parseArgs({
  options: {
    /** Examines a small sample, and fails if the results are below the required values. */
    sample: { type: "boolean", default: false },
    seed: { type: "string", default: "5849" },
    /** The number of requests for each single mistake. */
    each: { type: "string" },
    /** Examines only every nth single mistake. */
    every: { type: "string" },
    pairs: { type: "string" },
    triples: { type: "string" },
    right: { type: "string" },
    /** The limit of each diagnosis; a low limit is quick but finds less. */
    combinations: { type: "string" },
    /** Examines only single mistakes whose ids contain this text. */
    only: { type: "string", default: "" },
    "held-out-details": { type: "string" },
    /** Writes all answers to this file. */
    answers: { type: "string" },
  },
});
const options = { ...(values.sample ? SAMPLE : WHOLE), ...values };

/** What the open part of the sample currently reaches, in percent. A change that lowers the results worsens the diagnosis. */
const LEAST_FOUND = 90;
const MOST_WRONG = 3.4;

const mistakes = new Map(readMistakes().map((mistake) => [mistake.id, mistake]));
const expected = readExpectedCauses();
const unmapped = [...mistakes.keys()].filter((id) => expected[id] === undefined);
const unneeded = Object.keys(expected).filter((id) => !mistakes.has(id));

const groups = await examineAll(
  [
    ...parts("single", options.each),
    ...parts("pair", options.pairs),
    ...parts("triple", options.triples),
    { kind: "right" as const, seed: options.seed, count: Number(options.right), heldOut: false },
  ].filter(({ count }) => count > 0),
);
console.log(`${tableOf(groups)}\n`);
if (values.answers !== undefined) writeFileSync(values.answers, answersOf(groups));
for (const group of groups) if (!group.wanted.heldOut) console.log(detailsOf(group, mistakes));
if (options["held-out-details"] !== undefined) {
  const details = groups.filter(({ wanted }) => wanted.heldOut).map((group) => detailsOf(group, mistakes));
  writeFileSync(options["held-out-details"], details.join("\n"));
}

const problems = [
  ...(unmapped.length === 0 ? [] : [`${unmapped.length} mistakes have no line in the files of expected causes`]),
  ...(unneeded.length === 0 ? [] : [`the files of expected causes have ${unneeded.length} unknown mistakes`]),
  ...(options.sample ? groups.flatMap(shortcomingsOf) : []),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** Nothing is required of the part that is held out, so that a sample has none of it. */
function parts(kind: Kind, count: string): Wanted[] {
  return (options.sample ? [false] : [false, true]).map((heldOut) => ({
    kind,
    seed: options.seed,
    count: Number(count),
    heldOut,
  }));
}

async function examineAll(all: readonly Wanted[]): Promise<Group[]> {
  const every = Number(options.every);
  const isWanted = (wanted: Wanted, one: Case, at: number): boolean =>
    wanted.kind !== "single" || (at % every === 0 && one.mistakes.some((id) => id.includes(options.only)));
  const made = all.map((wanted) => makeCases(wanted).filter((one, at) => isWanted(wanted, one, at)));
  const judgements = (await examine(made.flat(), options.combinations)).values();
  return all.map((wanted, at) => ({
    wanted,
    judged: made[at]!.map((one) => ({ ...judgements.next().value!, made: one })),
  }));
}

function shortcomingsOf(group: Group): string[] {
  const { kind, heldOut } = group.wanted;
  if (heldOut) return [];
  const { named, set, wrong, meanSet } = scoreOf(group);
  const least = kind === "right" ? 100 : LEAST_FOUND;
  return [
    ...(named + set < least ? [`${kind}: fewer than ${least} % are found`] : []),
    ...(wrong > MOST_WRONG ? [`${kind}: something wrong is named in more than ${MOST_WRONG} %`] : []),
    ...(meanSet > 1.3 ? [`${kind}: the mean number of alternatives is above 1.3`] : []),
  ];
}
