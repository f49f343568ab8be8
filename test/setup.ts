/**
 * Runs before each test file: rules that hold for all tests.
 *
 * @module
 */

import * as fc from "fast-check";
import { beforeEach } from "vitest";
import { seed } from "./seed.ts";
import { titleProblem } from "./title.ts";

// For every fc.assert that names no seed; test/repository/seed.test.ts finds those that name another one.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

// A hook sees the titles that test.each made, which no search of the source finds.
beforeEach(({ task }) => {
  const problem = titleProblem(task.fullTestName);
  if (problem !== undefined) throw new Error(problem);
});
