/**
 * Explains the skipped tests that are deep, and keeps the quick tests quick: lists the ten that use the most processor time, and
 * fails if one uses more than two seconds.
 * Processor time, because wall time depends on what else the machine does. The time limit is the only one in the tests.
 */

import type { Reporter, TestCase, TestModule } from "vitest/node";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of the worker while the test ran, in milliseconds. */
    processorTime?: number;
  }
}

const MOST_MILLISECONDS = 2000;

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
    const slow = tests.filter((test) => test.meta().processorTime! > MOST_MILLISECONDS && test.tags.length === 0);
    if (slow.length === 0) return;
    console.error(`\nMore than ${MOST_MILLISECONDS} ms: make these tests cheaper, or give them the tag "deep":`);
    for (const test of slow) console.error(lineOf(test));
    process.exitCode = 1;
  },
};

function lineOf(test: TestCase): string {
  return `${test.meta().processorTime!.toFixed(0).padStart(6)}  ${test.module.relativeModuleId}  ${test.fullName}`;
}
