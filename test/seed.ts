/**
 * Seed of this run: of everything that is generated, and of the order of the tests.
 *
 * COUNTERSIGN_SEED where it is set; otherwise 5849 in CI and a random number elsewhere. vitest.config.ts prints it and
 * hands it on, so that every worker has the same one.
 */
export const seed: number = Number(
  process.env.COUNTERSIGN_SEED ?? (process.env.CI ? 5849 : Math.floor(Math.random() * 0x7fffffff)),
);
