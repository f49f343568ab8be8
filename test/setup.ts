/** Runs before each test file and enforces rules for all tests. */

import * as fc from "fast-check";
import { afterEach, beforeEach } from "vitest";
import { measureTest } from "./processor-time.ts";
import { seed } from "./seed.ts";
import { titleProblem } from "./title.ts";

// Every fc.assert uses this seed; test/repository/seed.test.ts finds calls that set their own.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

// A hook also sees the titles that test.each makes, which a search of the source cannot find.
beforeEach(({ task }) => {
  const problem = titleProblem(task);
  if (problem !== undefined) throw new Error(problem);
});

let sinceStart = measureTest();

// The first hook to run after a test is the last one that was registered, so that other hooks do not count.
beforeEach(() => {
  sinceStart = measureTest();
});
afterEach(({ task }) => {
  Object.assign(task.meta, sinceStart());
});
