/** Seed of every generated case in these tests: given, fixed in CI, random elsewhere; printed either way. */
export const seed: number = Number(
  process.env.COUNTERSIGN_SEED ?? (process.env.CI ? 5849 : Math.floor(Math.random() * 0x7fffffff)),
);

console.info(`seed ${seed} (COUNTERSIGN_SEED repeats it)`);
