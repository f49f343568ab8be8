/** Runs once before the tests that start programs: they need a fresh `dist`, and should not be skipped unseen. */

import { missingPrograms } from "./programs.ts";
import { requireBuild } from "./require-build.ts";

export function setup(): void {
  try {
    requireBuild();
  } catch (error) {
    // Vitest may fail to print an error of a setup.
    console.error((error as Error).message);
    throw error;
  }
  // .ci/run names the groups that it installed, except with --have.
  const required = process.env.COUNTERSIGN_REQUIRE_PROGRAMS?.split(" ");
  const missing = missingPrograms(required ?? []);
  if (missing.length === 0) return;
  if (required !== undefined) throw new Error(`not installed: ${missing.join(", ")}`);
  console.warn(`not installed, so their tests are skipped: ${missing.join(", ")}`);
}
