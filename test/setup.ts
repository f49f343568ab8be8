/** Runs before each test file and enforces rules for all tests. */

import * as fc from "fast-check";
import { beforeEach } from "vitest";
import { seed } from "./seed.ts";
import { titleProblem } from "./title.ts";

// Every fc.assert uses this seed; test/repository/seed.test.ts finds calls that set their own.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

// A hook also sees the titles that test.each makes, which a search of the source cannot find.
beforeEach(({ task }) => {
  const problem = titleProblem(task.fullTestName);
  if (problem !== undefined) throw new Error(problem);
});
