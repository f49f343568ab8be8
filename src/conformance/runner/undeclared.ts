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

/** Watches the answers to questions that are within hello. */
export function watchUndeclared(ask: Ask): UndeclaredWatch {
  /** Features of questions that were answered in another way. */
  const supported = new Set<Feature>();
  const unsupported = new Map<Feature, number>();
  let count = 0;
  let first = "";

  function note(input: VectorInput, answer: Answer): Answer {
    const features = featuresIn(FEATURE_NAMES, input);
    if (answer.ok || answer.error !== "unsupported") {
      for (const feature of features) supported.add(feature);
      return answer;
    }
    if (count++ === 0) first = `${input.operation}: ${answer.message}`;
    for (const feature of features) unsupported.set(feature, (unsupported.get(feature) ?? 0) + 1);
    return answer;
  }

  function problem(): DriverProblem | undefined {
    if (count === 0) return undefined;
    const lacking = [...unsupported]
      .filter(([feature]) => !supported.has(feature))
      .sort(([, one], [, other]) => other - one)
      .map(([feature]) => feature);
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
