/** What vitest, node:test, Jest and Mocha do with the functions that they are given, as far as a suite can see it. */

import type { TestBody, TestFunction } from "../../../src/conformance/suite/index.ts";

/** A test that was registered. */
export interface Registered {
  readonly title: string;
  readonly body: TestBody;
  readonly isSkipped: boolean;
}

/** The result of one test. */
export interface Outcome {
  readonly state: "passed" | "failed" | "skipped";
  readonly message?: string;
}

/** One test runner. */
export interface FakeRunner {
  readonly test: TestFunction;
  readonly describe: (title: string, register: () => void) => void;
  readonly tests: readonly Registered[];
  readonly titles: () => string[];
  /** Runs the test whose title contains a text. */
  readonly run: (part: string) => Promise<Outcome>;
  /** Runs all tests, in their order. */
  readonly runAll: () => Promise<Record<string, Outcome["state"]>>;
}

class Skipped extends Error {}

/** How a runner calls the body of a test. `markSkipped` is for runners whose `skip` returns. */
type Call = (body: TestBody, markSkipped: () => void) => Promise<void>;

function skip(): never {
  throw new Skipped();
}

/** Jest and Mocha pass a callback to a function with a parameter, and wait for it. */
function withoutCallback(body: TestBody): TestBody {
  if (body.length > 0) throw new Error("waits for a callback");
  return body;
}

/** The names of the runners. */
export type RunnerName = "vitest" | "node:test" | "Jest" | "Mocha";

const CALLS: Readonly<Record<RunnerName, Call>> = {
  vitest: (body) => body.call(undefined, ...([Object.assign(() => {}, { skip })] as unknown as [])),
  "node:test": (body, markSkipped) => body.call(undefined, ...([{ skip: markSkipped }] as unknown as [])),
  Jest: (body) => withoutCallback(body).call({}),
  Mocha: (body) => withoutCallback(body).call({ skip, timeout: (milliseconds: number) => milliseconds }),
};

export const RUNNERS: readonly RunnerName[] = Object.keys(CALLS) as RunnerName[];

/** A runner that registers tests, and runs them when it is asked to. */
export function fakeRunner(name: RunnerName = "vitest"): FakeRunner {
  const tests: Registered[] = [];
  const groups: string[] = [];
  const add = (isSkipped: boolean) => (title: string, body: TestBody) =>
    tests.push({ title: [...groups, title].join(" > "), body, isSkipped });

  async function outcomeOf({ body, isSkipped }: Registered): Promise<Outcome> {
    if (isSkipped) return { state: "skipped" };
    let isMarked = false;
    try {
      await CALLS[name](body, () => {
        isMarked = true;
      });
      return { state: isMarked ? "skipped" : "passed" };
    } catch (error) {
      return error instanceof Skipped ? { state: "skipped" } : { state: "failed", message: (error as Error).message };
    }
  }

  return {
    test: Object.assign(add(false), { skip: add(true) }),
    describe(title, register) {
      groups.push(title);
      register();
      groups.pop();
    },
    tests,
    titles: () => tests.map(({ title }) => title),
    run: (part) => outcomeOf(tests.find(({ title, isSkipped }) => title.includes(part) && !isSkipped)!),
    async runAll() {
      const states: [string, Outcome["state"]][] = [];
      for (const one of tests) states.push([one.title, (await outcomeOf(one)).state]);
      return Object.fromEntries(states);
    },
  };
}
