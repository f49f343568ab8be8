/** The scoreboard as data: the answers of each implementation by cause, which the JSON, the page and the document show. */

import type { ImplementationReport } from "../../src/conformance/reporters/index.ts";
import type { PlainCase } from "../../src/conformance/reporters/model/report-shape.ts";
import { loadRules, loadVectors, type Vector } from "../../src/conformance/vectors/index.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { type Example, exampleOf, isSmaller } from "./example.ts";
import type { Implementation } from "./implementations.ts";
import type { Measurement, Plan } from "./measure.ts";
import type { VerifierResult } from "./probe-verifier.ts";

/** All results. */
export interface Scoreboard extends Plan {
  readonly format: 1;
  /** The number of vectors for signers. */
  readonly vectors: number;
  /** Everything that differs in any implementation: known mistakes first, then rules; the most frequent first. */
  readonly causes: readonly ListedCause[];
  readonly implementations: readonly Result[];
  /** Implementations that could not be measured because their packages were not installed. */
  readonly notHere: readonly { readonly id: string; readonly packages: readonly string[] }[];
  readonly verifiers: readonly VerifierResult[];
}

/** A cause of differences. */
export interface ListedCause {
  /** The id of a known mistake, or of a rule if no known mistake explains the difference. */
  readonly id: string;
  readonly kind: "mistake" | "rule";
  /** A short title, or the statement of the rule. */
  readonly title: string;
  /** The number of implementations. */
  readonly implementations: number;
}

/** The page about a cause, relative to docs/data; rare mistakes have none. */
export function pageOf({ id, kind }: Pick<ListedCause, "id" | "kind">): string | undefined {
  if (kind === "rule") return `rules.md#${id}`;
  return FAULTS.some((fault) => fault.id === id) ? `../faults/${id}.md` : undefined;
}

/** The results of one implementation. */
export interface Result {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly language: string;
  readonly runtime: string;
  /** The day of the measurement, and the version of Countersign. */
  readonly date: string;
  readonly countersign: string;
  readonly url?: string;
  readonly note?: string;
  /** The path of its driver in the repository. */
  readonly driver: string;
  /** The packages that were installed. */
  readonly packages: readonly string[];
  readonly counts: Counts;
  readonly properties: { readonly passed: number; readonly falsified: readonly string[] };
  /** The differences by cause, in the order of the scoreboard. A vector that needs two mistakes counts for both. */
  readonly differs: readonly Finding[];
  /** Other answers on points that RFC 5849 leaves open, by rule. */
  readonly open: readonly Finding[];
}

/** Numbers of vectors. */
export interface Counts {
  /** Sum of the next three. */
  readonly asked: number;
  readonly right: number;
  readonly differs: number;
  /** Differs where RFC 5849 leaves the answer open. */
  readonly open: number;
  readonly notOffered: number;
}

/** The vectors of one implementation that differ for one cause. */
export interface Finding {
  readonly cause: string;
  readonly count: number;
  readonly example: Example;
}

/** The rest of the scoreboard. */
export type Details = Pick<Scoreboard, "seed" | "runs" | "vectors" | "notHere" | "verifiers">;

/**
 * The scoreboard of these results.
 *
 * @param titles titles of known mistakes by id
 */
export function scoreboardOf(
  results: readonly Result[],
  titles: ReadonlyMap<string, string>,
  details: Details,
): Scoreboard {
  const causes = listCauses(results, titles);
  const order = new Map(causes.map(({ id }, at) => [id, at]));
  const implementations = results.map((result) => ({
    ...result,
    differs: result.differs.toSorted((a, b) => order.get(a.cause)! - order.get(b.cause)!),
  }));
  return { format: 1, ...details, causes, implementations };
}

/** The titles of the known mistakes of a scoreboard. */
export function titlesOf({ causes }: Pick<Scoreboard, "causes">): [id: string, title: string][] {
  return causes.filter(({ kind }) => kind !== "rule").map(({ id, title }) => [id, title]);
}

/** The result of one measurement. */
export function resultOf(
  { implementation, runtime, report }: Measurement,
  measured: Pick<Result, "date" | "countersign">,
): Result {
  const vectors = new Map(loadVectors().map((vector) => [vector.id, vector]));
  const { name, version, language, url } = report.implementation;
  return {
    id: implementation.id,
    name,
    version,
    language,
    runtime,
    ...measured,
    ...(url !== undefined && { url }),
    ...(implementation.note !== undefined && { note: implementation.note }),
    driver: `examples/drivers/${implementation.driver}`,
    packages: packagesOf(implementation),
    counts: countsOf(report),
    properties: {
      passed: report.properties.filter(({ verdict, runs }) => verdict === "pass" && runs > 0).length,
      falsified: report.properties.filter(({ verdict }) => verdict === "fail").map(({ id }) => id),
    },
    differs: findings(report.failures, causesOf(report), vectors),
    open: findings(report.open, ({ rule }) => [rule], vectors),
  };
}

function packagesOf({ npm, debian }: Implementation): readonly string[] {
  return npm.length > 0 ? npm : debian.slice(0, 1);
}

function countsOf({ vectors: { passed, refused, failed, open, notOffered } }: ImplementationReport): Counts {
  const right = passed + refused;
  return { asked: right + failed + open, right, differs: failed, open, notOffered };
}

/** The known mistakes that explain a failure; otherwise its rule. */
function causesOf({ causes }: ImplementationReport): (failure: PlainCase) => readonly string[] {
  return ({ id, rule }) => {
    const known = causes.filter(({ explains }) => explains.includes(id)).map((cause) => cause.id);
    return known.length > 0 ? known : [rule];
  };
}

function findings(
  cases: readonly PlainCase[],
  causesOfCase: (one: PlainCase) => readonly string[],
  vectors: ReadonlyMap<string, Vector>,
): Finding[] {
  const byCause = new Map<string, PlainCase[]>();
  for (const one of cases) {
    for (const cause of causesOfCase(one)) byCause.set(cause, [...(byCause.get(cause) ?? []), one]);
  }
  return [...byCause].map(([cause, all]) => {
    const asked = (one: PlainCase): Vector => vectors.get(one.id)!;
    const smallest = all.reduce((best, one) => (isSmaller(one, asked(one), best, asked(best)) ? one : best));
    return { cause, count: all.length, example: exampleOf(smallest, asked(smallest)) };
  });
}

function listCauses(results: readonly Result[], titles: ReadonlyMap<string, string>): ListedCause[] {
  const rules = loadRules();
  const ids = [...new Set(results.flatMap(({ differs }) => differs.map(({ cause }) => cause)))];
  const listed = ids.map((id): ListedCause => {
    const implementations = results.filter(({ differs }) => differs.some(({ cause }) => cause === id)).length;
    const title = titles.get(id);
    if (title !== undefined) return { id, kind: "mistake", title, implementations };
    return { id, kind: "rule", title: rules.get(id)?.statement ?? id, implementations };
  });
  const rank = ({ kind }: ListedCause): number => (kind === "mistake" ? 0 : 1);
  return listed.sort((a, b) => rank(a) - rank(b) || b.implementations - a.implementations || (a.id < b.id ? -1 : 1));
}

/** The scoreboard as JSON: each cause, finding and verifier on a line, so that a diff of two versions is readable. */
export function dataText(scoreboard: Scoreboard): string {
  const lists = new Set(["causes", "implementations", "differs", "open", "verifiers"]);
  const list = (items: readonly unknown[]): string => `[\n${items.map((item) => write(item)).join(",\n")}]`;
  const write = (value: unknown): string => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return JSON.stringify(value);
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${lists.has(name) && Array.isArray(member) ? list(member) : JSON.stringify(member)}`).join(",")}}`;
  };
  return `${write(scoreboard)}\n`;
}

/** A summary of one implementation, as one line for the terminal. */
export function summaryLine({ implementation, report }: Measurement): string {
  const { name, version } = report.implementation;
  const { asked, right, differs, open, notOffered } = countsOf(report);
  const counts = `${asked} asked, ${right} right, ${differs} differ, ${open} open in the RFC, ${notOffered} not offered`;
  const causes = report.causes.map(({ id, explains }) => `${id} ${explains.length}`).join(", ");
  return `${name} ${version} (${implementation.language}): ${counts}; ${causes}`;
}
