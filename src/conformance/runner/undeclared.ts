/** Finds questions that hello offers and the driver answers `unsupported`, and which limits would declare that. */

import { type DriverProblem, FEATURE_NAMES, type Feature, featuresIn } from "../drivers/index.ts";
import type { Answer, Ask, VectorInput } from "../vectors/index.ts";

/** Watches the answers of one run. */
export interface UndeclaredWatch {
  /** Asks, and remembers what was answered `unsupported`. */
  readonly ask: Ask;
  /** Once everything was asked: what hello should say; `undefined` if it is complete. */
  readonly problem: () => DriverProblem | undefined;
}

/** Questions of each kind that are remembered: inputs can be large, and a run can have a million. */
const MOST = 1000;

/** Watches the answers to questions that are within hello. */
export function watchUndeclared(ask: Ask): UndeclaredWatch {
  const answered: VectorInput[] = [];
  const unsupported: VectorInput[] = [];
  let [answeredCount, count] = [0, 0];
  let first = "";

  function note(input: VectorInput, answer: Answer): Answer {
    if (answer.ok || answer.error !== "unsupported") {
      answered[answeredCount++ % MOST] = input;
      return answer;
    }
    if (count === 0) first = `${input.operation}: ${answer.message}`;
    unsupported[count++ % MOST] = input;
    return answer;
  }

  function problem(): DriverProblem | undefined {
    if (count === 0) return undefined;
    const lacking = lackingFeatures(unsupported, answered);
    const advice =
      lacking.length === 0
        ? "docs/driver.md lists what hello can declare"
        : `hello can declare it: "limits":{"without":${JSON.stringify(lacking)}}`;
    const what = `hello offers ${count === 1 ? "a question" : `${count} questions`} that the driver answers unsupported`;
    return { kind: "undeclared", message: `${what}; ${advice}; the first is ${first}`, stderr: "" };
  }

  return {
    ask(input) {
      const answer = ask(input);
      return answer instanceof Promise ? answer.then((given) => note(input, given)) : note(input, answer);
    },
    problem,
  };
}

/** The features that only questions without support have, the most frequent first. */
function lackingFeatures(unsupported: readonly VectorInput[], answered: readonly VectorInput[]): readonly Feature[] {
  const supported = new Set(answered.flatMap((input) => featuresIn(FEATURE_NAMES, input)));
  const counts = new Map<Feature, number>();
  for (const feature of unsupported.flatMap((input) => featuresIn(FEATURE_NAMES, input)))
    if (!supported.has(feature)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([feature]) => feature);
}
