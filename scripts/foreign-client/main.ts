/**
 * Examines the diagnosis with a foreign client: a Python program with hundreds of mistakes, written without knowledge of
 * this project. Details of the mistakes that are held out are only written to the file of `--held-out-details`.
 */

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Kind, makeCases, readMistakes, type Wanted } from "./cases.ts";
import { examine } from "./examine.ts";
import { readExpectedCauses } from "./expected-causes.ts";
import { detailsOf, type Group, scoreOf, tableOf } from "./report.ts";

const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "5849" },
    each: { type: "string", default: "1" },
    pairs: { type: "string", default: "100" },
    triples: { type: "string", default: "50" },
    right: { type: "string", default: "300" },
    /** Examines only every so many of the single mistakes. */
    every: { type: "string", default: "1" },
    /** The limit of each diagnosis: a low one is quick, but finds less. */
    combinations: { type: "string", default: "400000" },
    /** Whether to fail if the results are below what is required. The default numbers are the sample that CI runs. */
    sample: { type: "boolean", default: false },
    "held-out-details": { type: "string" },
  },
});

/** What the open part reaches today, in percent: a change that falls below has made the diagnosis worse. */
const LEAST_FOUND: Readonly<Record<Kind, number>> = { single: 80, pair: 30, triple: 0, right: 100 };
const MOST_WRONG = 5;

const mistakes = new Map(readMistakes().map((mistake) => [mistake.id, mistake]));
const expected = readExpectedCauses();
const unmapped = [...mistakes.keys()].filter((id) => expected[id] === undefined);
const unneeded = Object.keys(expected).filter((id) => !mistakes.has(id));

const groups = await examineAll(
  [
    ...bothParts("single", options.each),
    ...bothParts("pair", options.pairs),
    ...bothParts("triple", options.triples),
    { kind: "right" as const, seed: options.seed, count: Number(options.right), heldOut: false },
  ].filter(({ count }) => count > 0),
);
console.log(`${tableOf(groups)}\n`);
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

function bothParts(kind: Kind, count: string): Wanted[] {
  return [false, true].map((heldOut) => ({ kind, seed: options.seed, count: Number(count), heldOut }));
}

async function examineAll(all: readonly Wanted[]): Promise<Group[]> {
  const every = Number(options.every);
  const made = all.map((wanted) => makeCases(wanted).filter((_, at) => wanted.kind !== "single" || at % every === 0));
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
  const least = LEAST_FOUND[kind];
  return [
    ...(named + set < least ? [`${kind}: fewer than ${least} % are found`] : []),
    ...(wrong > MOST_WRONG ? [`${kind}: something wrong is named in more than ${MOST_WRONG} %`] : []),
    ...(meanSet > 1.3 ? [`${kind}: the mean number of alternatives is above 1.3`] : []),
  ];
}
