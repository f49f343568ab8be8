/** A process that receives cases one by one and answers each with its judgement. The argument is the limit of a diagnosis. */

import { type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import { type Case, diagnosisInput, readMistakes } from "./cases.ts";
import { type Judgement, judge, judgeRight, readExpectedCauses } from "./judge.ts";

const combinations = Number(process.argv[2]);
const mistakes = new Map(readMistakes().map((mistake) => [mistake.id, mistake]));
const expected = readExpectedCauses();

process.on("message", (made: Case) => process.send!(judgementOf(made)));

function judgementOf(made: Case): Judgement {
  let diagnosis: Diagnosis;
  const before = process.cpuUsage();
  try {
    diagnosis = diagnose(diagnosisInput(made), { budget: { combinations } });
  } catch (error) {
    return { grade: "unknown", alternatives: 0, shown: `failed: ${(error as Error).message}` };
  }
  const { user, system } = process.cpuUsage(before);
  const present = made.mistakes.map((id) => mistakes.get(id)!);
  return {
    ...(present.length === 0 ? judgeRight(diagnosis) : judge(diagnosis, made, present, expected)),
    ...("tried" in diagnosis && { tried: diagnosis.tried }),
    milliseconds: (user + system) / 1000,
  };
}
