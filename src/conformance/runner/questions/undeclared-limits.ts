/** Finds questions that hello offers but the driver answers with `unsupported`, and the limits that would exclude them. */

import { type DriverProblem, FEATURE_NAMES, featuresIn } from "../../drivers/index.ts";
import type { Answer, Ask, Feature, Operation, VectorInput } from "../../vectors/index.ts";
import { DriverGoneError } from "../tasks/driver-gone.ts";

/** Unsupported questions that have the same features. */
interface Group {
  readonly features: readonly Feature[];
  readonly operation: Operation;
  count: number;
}

/** A limit that hello should declare, and how many of the unsupported questions it covers. */
interface Limit {
  readonly feature: Feature;
  readonly covers: number;
  /** Features that cover the same questions: the run cannot determine which of them the library lacks. */
  readonly alternatives: readonly Feature[];
}

/** Watches the answers to questions that are within hello. */
export function watchUndeclared(ask: Ask) {
  /** Features that no answered question has. A limit for any other feature would exclude what the implementation can do. */
  let neverAnswered = FEATURE_NAMES;
  const answeredOperations = new Set<Operation>();
  const groups = new Map<string, Group>();
  let first = "";

  function note(input: VectorInput, answer: Answer): Answer {
    if (!answer.ok && answer.isUnasked) throw new DriverGoneError(answer.message);
    if (!answer.ok && answer.error === "unsupported") noteUnsupported(input, answer.message);
    else {
      const answered = featuresIn(neverAnswered, input);
      if (answered.length > 0) neverAnswered = neverAnswered.filter((name) => !answered.includes(name));
      answeredOperations.add(input.operation);
    }
    return answer;
  }

  function noteUnsupported(input: VectorInput, message: string): void {
    if (groups.size === 0) first = `${input.operation}: ${message}`;
    const features = featuresIn(FEATURE_NAMES, input);
    const key = `${input.operation} ${features.join(" ")}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { features, operation: input.operation, count: 1 });
    else group.count++;
  }

  /** What hello should declare, once everything was asked; `undefined` if it is complete. */
  function problem(): DriverProblem | undefined {
    if (groups.size === 0) return undefined;
    const all = [...groups.values()];
    const message = [
      `hello offers ${questions(total(all))} that the driver answers unsupported`,
      ...advice(all, answeredOperations, neverAnswered),
      `the first is ${first}`,
    ].join("; ");
    return { kind: "undeclared", message, stderr: "" };
  }

  /** Asks, and remembers what was answered `unsupported`. Throws {@link DriverGoneError} if the driver cannot be asked. */
  const asking: Ask = (input) => {
    const answer = ask(input);
    return answer instanceof Promise ? answer.then((given) => note(input, given)) : note(input, answer);
  };
  return { ask: asking, problem };
}

/** What hello should declare. Every limit covers some of the questions, and leaves out none that was answered. */
function advice(
  unsupported: readonly Group[],
  answeredOperations: ReadonlySet<Operation>,
  lacking: readonly Feature[],
): readonly string[] {
  const operations = [...new Set(unsupported.map(({ operation }) => operation))].filter(
    (name) => !answeredOperations.has(name),
  );
  const ofOthers = unsupported.filter(({ operation }) => answeredOperations.has(operation));
  const limits = limitsFor(ofOthers, lacking);
  const names = limits.map(({ feature }) => feature);
  const uncovered = total(ofOthers.filter(({ features }) => !features.some((own) => names.includes(own))));
  const covered = limits.map(
    ({ feature, covers, alternatives }) => `${[feature, ...alternatives].join(" or ")} covers ${questions(covers)}`,
  );
  return [
    ...operations.map((name) => {
      const count = total(unsupported.filter(({ operation }) => operation === name));
      return `leave ${name} out of "operations", which covers ${questions(count)}`;
    }),
    ...(limits.length === 0
      ? []
      : [`hello can declare it: "limits":{"without":${JSON.stringify(names)}}, where ${covered.join(", ")}`]),
    ...(uncovered === 0
      ? []
      : [`no limit covers ${questions(uncovered)}: docs/driver.md lists what hello can declare`]),
  ];
}

/** As few limits as needed, those that cover most questions first. */
function limitsFor(unsupported: readonly Group[], lacking: readonly Feature[]): readonly Limit[] {
  const within = (feature: Feature, groups: readonly Group[]): readonly Group[] =>
    groups.filter(({ features }) => features.includes(feature));
  const limits: Limit[] = [];
  for (let open = unsupported; ; ) {
    const counts = lacking.map((feature) => ({ feature, count: total(within(feature, open)) }));
    const most = Math.max(0, ...counts.map(({ count }) => count));
    const [best, ...others] = counts.filter(({ count }) => count === most).map(({ feature }) => feature);
    if (best === undefined || most === 0) return limits;
    const left = open.filter(({ features }) => !features.includes(best));
    const alternatives = others.filter((feature) => within(feature, left).length === 0);
    limits.push({ feature: best, covers: total(within(best, unsupported)), alternatives });
    open = left;
  }
}

function total(groups: readonly Group[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

function questions(count: number): string {
  return count === 1 ? "1 question" : `${count} questions`;
}
