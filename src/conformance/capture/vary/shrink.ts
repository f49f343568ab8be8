/** Finds the smallest part of a case that fails. */

import type { Atom, Case } from "./cases.ts";

/** Finds the smallest number that fails, given one that fails. */
export async function smallestNumber(failing: number, fails: (count: number) => Promise<boolean>): Promise<number> {
  let [passes, smallest] = [0, failing];
  while (smallest - passes > 1) {
    const middle = Math.floor((passes + smallest) / 2);
    if (await fails(middle)) smallest = middle;
    else passes = middle;
  }
  return smallest;
}

/** Tries smaller parts: the shortest beginning that fails ends with a needed atom; the atoms before it are searched likewise. */
export async function smallestPart(atoms: Case, fails: (part: Case) => Promise<boolean>): Promise<void> {
  const needed: Atom[] = [];
  for (let rest = atoms; rest.length > 0; ) {
    const count = await smallestNumber(rest.length, (some) => fails([...rest.slice(0, some), ...needed]));
    needed.unshift(rest[count - 1]!);
    rest = rest.slice(0, count - 1);
    if (rest.length > 0 && (await fails(needed))) return;
  }
}
