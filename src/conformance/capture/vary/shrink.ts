/** Finds the smallest part of a case that fails. */

import type { Atom, Case } from "./cases.ts";

type Fails = (part: Case) => Promise<boolean>;

/** The number of atoms in the shortest beginning that fails, by halving; all of them do. */
export async function shortestBeginning(atoms: Case, fails: Fails): Promise<number> {
  let passing = 0;
  let failing = atoms.length;
  while (failing - passing > 1) {
    const middle = Math.floor((passing + failing) / 2);
    if (await fails(atoms.slice(0, middle))) failing = middle;
    else passing = middle;
  }
  return failing;
}

/** Tries parts until the last one that fails is small: the shortest beginning that fails ends with an atom that is needed, and so on. */
export async function smallestPart(atoms: Case, fails: Fails): Promise<void> {
  const needed: Atom[] = [];
  for (let rest = atoms; rest.length > 0; ) {
    const count = await shortestBeginning(rest, (some) => fails([...some, ...needed]));
    needed.unshift(rest[count - 1]!);
    rest = rest.slice(0, count - 1);
    if (rest.length > 0 && (await fails(needed))) return;
  }
}
