/**
 * Explains the skipped tests that are deep, and keeps the quick tests quick: lists the ten that use the most processor time, and
 * fails if one uses more than {@link MOST_LOOPS} times that of a loop.
 * A busy machine needs more processor time for the same work, so the loop runs in the same worker, right after the test.
 */

import type { TaskMeta } from "vitest";
import type { Reporter, TestCase, TestModule } from "vitest/node";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of the worker while the test ran, in milliseconds. */
    processorTime?: number;
    /** The same of the loop; only for a test that used much. */
    loopTime?: number;
  }
}

/** About three seconds on a machine with nothing else to do, whose loop takes 75 ms. */
const MOST_LOOPS = 40;
/** The loop is measured after tests that use more than this, in milliseconds. */
const MUCH = 1000;

/** Starts to measure. The returned function returns what a test used until then. */
export function measureTest(): () => Pick<TaskMeta, "processorTime" | "loopTime"> {
  const sinceStart = measure();
  return () => {
    const processorTime = sinceStart();
    return processorTime > MUCH ? { processorTime, loopTime: measureLoop() } : { processorTime };
  };
}

function measureLoop(): number {
  const sinceStart = measure();
  let size = 0;
  for (let round = 0; round < 60; round++) {
    const pairs = Array.from({ length: 2000 }, (_, at) => ({ name: `name-${(at * 7919) % 2003}`, value: size + at }));
    pairs.sort((one, other) => (one.name < other.name ? -1 : 1));
    size = JSON.stringify(pairs).length + new Map(pairs.map(({ name, value }) => [name, value])).size;
  }
  return sinceStart();
}

/** Returns a function that returns the processor time of this process since then, in milliseconds. */
function measure(): () => number {
  const started = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };
}

/** Reads what `test/setup.ts` measured. */
export const processorTimeReporter: Reporter = {
  onTestRunEnd(modules) {
    const all = modules.flatMap((module: TestModule) => [...module.children.allTests()]);
    const deep = all.filter((test) => test.result().state === "skipped" && test.tags.includes("deep"));
    if (deep.length > 0) console.info(`${deep.length} of the skipped tests are deep: npm run test:deep runs them`);
    const tests = all
      .filter((test: TestCase) => test.meta().processorTime !== undefined)
      .sort((one, other) => other.meta().processorTime! - one.meta().processorTime!);
    if (tests.length < 100) return;
    console.info("\nThe most processor time, in milliseconds:");
    for (const test of tests.slice(0, 10)) console.info(lineOf(test));
    const slow = tests.filter((test) => isSlow(test.meta()) && test.tags.length === 0);
    if (slow.length === 0) return;
    console.error(`\nMore than ${MOST_LOOPS} times the loop: make these tests cheaper, or give them the tag "deep":`);
    for (const test of slow) console.error(lineOf(test));
    process.exitCode = 1;
  },
};

function isSlow({ processorTime = 0, loopTime = Number.POSITIVE_INFINITY }: TaskMeta): boolean {
  return processorTime > MOST_LOOPS * loopTime;
}

function lineOf(test: TestCase): string {
  return `${test.meta().processorTime!.toFixed(0).padStart(6)}  ${test.module.relativeModuleId}  ${test.fullName}`;
}
