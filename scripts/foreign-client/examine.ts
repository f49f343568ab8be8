/** Diagnoses and judges cases, in one process for each core. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Case } from "./cases.ts";
import type { Judgement } from "./judge.ts";

const PROGRAM = fileURLToPath(new URL("examine-cases.ts", import.meta.url));

/** Judges the diagnoses of cases, in the order of the cases. */
export async function examine(cases: readonly Case[], combinations: string): Promise<Judgement[]> {
  const judgements: Judgement[] = [];
  const rest = cases.entries();
  // Each process gets at least one case: the end of an idle one would not be noticed.
  const examineRest = async (): Promise<void> => {
    const child = fork(PROGRAM, [combinations]);
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`a process that examines cases has ended with code ${code}`);
    });
    for (const [at, made] of rest) judgements[at] = await Promise.race([answer(child, made), ended]);
    child.disconnect();
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), cases.length) }, examineRest));
  return judgements;
}

async function answer(child: ChildProcess, made: Case): Promise<Judgement> {
  child.send(made);
  const [judgement] = await once(child, "message");
  return judgement as Judgement;
}
