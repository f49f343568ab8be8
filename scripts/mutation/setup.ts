/** Runs in the worker before each test file: defines the switch of the mutants, and records which of them each test reaches. */

import { afterEach, beforeEach, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The number of the active mutant; 0 if no mutant is active. */
    mutant: number;
  }
  interface TaskMeta {
    /** The numbers of the mutants that a test reaches; for a file, those that are reached outside its tests. */
    reached?: number[];
  }
}

const active = inject("mutant");
const outsideOfTests = new Set<number>();
let reached = outsideOfTests;

Object.assign(globalThis, {
  isActiveMutant(id: number): boolean {
    reached.add(id);
    return id === active;
  },
});

beforeEach(() => {
  reached = new Set();
});

afterEach(({ task }) => {
  task.meta.reached = [...reached];
  task.file.meta.reached = [...outsideOfTests];
  reached = outsideOfTests;
});
