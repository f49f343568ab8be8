/**
 * What the most expensive requests cost, compared with the HMAC of their own base strings, and how much memory they
 * hold while their credentials are looked up.
 */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Effort } from "./measure.ts";
import { MEBIBYTE } from "./worst-requests.ts";

/** The figures of one kind of request. */
export interface WorstFigures {
  readonly name: string;
  /** Of the body, the Authorization header or the query. */
  readonly octets: number;
  readonly nanoseconds: number;
  /** To the HMAC of the base string; for a body with its hash, to that HMAC and the hash of the body. */
  readonly ratio: number;
  /** To a request of half the size: 2 is linear. */
  readonly growth: number;
  /** MiB that each request holds while its credentials are looked up, without its own body. */
  readonly held: number;
}

/** Half as many rounds as for the others, since one takes seconds. */
export function worstRounds(rounds: number): number {
  return Math.ceil(rounds / 2);
}

/** Measures all shapes, in a process of its own that can collect garbage before each measurement. */
export function worstFigures({ rounds, warmUp }: Effort): WorstFigures[] {
  const script = fileURLToPath(new URL("./worst-process.ts", import.meta.url));
  const effort = [worstRounds(rounds), warmUp / 4].map(String);
  const args = ["--expose-gc", "--import", "tsx", script, ...effort];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as WorstFigures[];
}

/** Of the shapes that the bounds are for, the highest ratio and the most memory. */
export function worstOf(figures: readonly WorstFigures[]): { ratio: WorstFigures; held: WorstFigures } {
  const whole = figures.filter(isBounded);
  return {
    ratio: whole.reduce((worst, one) => (one.ratio > worst.ratio ? one : worst)),
    held: whole.reduce((worst, one) => (one.held > worst.held ? one : worst)),
  };
}

/** Whether a request has the size that the bounds are for. */
export function isBounded({ octets }: WorstFigures): boolean {
  return octets === MEBIBYTE;
}
