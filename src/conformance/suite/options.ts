/** What a user of the suite chooses. */

import { checkOptions } from "../../platform/check-options.ts";
import type { DescribeFunction, TestFunction } from "./test-runner.ts";

/** The functions of the test runner, and what is checked. */
export interface SuiteOptions {
  /** `test` or `it` of vitest, node:test, Jest or Mocha. */
  readonly test: TestFunction;
  /** `describe` of the same runner. @default each title begins with the name of the implementation */
  readonly describe?: DescribeFunction;
  /** Path of a file of known failures, as `countersign check --baseline` takes it. @default no failure is known */
  readonly baseline?: string | URL;
  /** Whether to rewrite the file with all failures of this run; fails in CI. Reasons that remain are kept. @default false */
  readonly updateBaseline?: boolean;
  /** Path of an HTML file with every failure, written after the last test. @default no report */
  readonly report?: string | URL;
  /** Whether to compare generated inputs with the npm packages oauth-1.0a and node-forge too. @default true */
  readonly references?: boolean;
  /** Whether to search for the known mistakes behind failures, which can take half a minute. @default true */
  readonly causes?: boolean;
  /** Generated cases for each property; 0 for no properties. @default 100 */
  readonly runs?: number;
  /** Seed of the generated cases. @default 5849, so that each run generates the same cases */
  readonly seed?: number;
  /** Ids of vectors, areas, rules, operations or properties: only these are checked. @default all */
  readonly filter?: readonly string[];
  /** Areas and ids of properties whose tests are registered as skipped. @default none */
  readonly skip?: readonly string[];
}

const OPTIONS = [
  "test",
  "describe",
  "baseline",
  "updateBaseline",
  "report",
  "references",
  "causes",
  "runs",
  "seed",
  "filter",
  "skip",
] as const;

/** @throws TypeError with the code `option-unknown` or `options-invalid` */
export function checkSuiteOptions(options: SuiteOptions): void {
  checkOptions(options, OPTIONS);
}
