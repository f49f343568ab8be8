/**
 * Seed of this run: for all generated values and for the order of the tests.
 *
 * It is COUNTERSIGN_SEED if that is set, otherwise 5849 in CI and a random number elsewhere. vitest.config.ts prints it and
 * passes it to every worker.
 */
export const seed: number = Number(
  process.env.COUNTERSIGN_SEED ?? (process.env.CI ? 5849 : Math.floor(Math.random() * 0x7fffffff)),
);
