/** The recording: one line for each case, `ID OUTCOME DIGEST`. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { digestOf } from "./canonical.ts";
import type { Result } from "./cases.ts";

export const RECORDING: string = fileURLToPath(new URL("./recorded.txt", import.meta.url));

const ABOUT = `# What the signer, the verifier, the single steps and the model answer: ID OUTCOME DIGEST.
# The digest is of the complete outcome: npx tsx test/safety-net/show.ts ID
# After an intended change, which CHANGELOG.md lists: npx tsx test/safety-net/record.ts
`;

export function lineOf({ id, outcome }: Result): string {
  return `${id} ${outcome.label} ${digestOf(outcome.complete)}`;
}

/** The whole file; the model's lines come last. */
export function fileOf(lines: readonly string[]): string {
  const [model, others] = [lines.filter(isOfModel), lines.filter((line) => !isOfModel(line))];
  return `${ABOUT}\n${others.join("\n")}\n\n# The model\n\n${model.join("\n")}\n`;
}

function isOfModel(line: string): boolean {
  return line.startsWith("model/");
}

/** The lines of a file like that. */
export function linesOf(file: string): string[] {
  return file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

export function readRecording(): string[] {
  return linesOf(readFileSync(RECORDING, "utf8"));
}

/** How many differences are listed. */
const LISTED = 20;

/** Describes what differs; `undefined` where nothing does. */
export function describeDifferences(recorded: readonly string[], present: readonly string[]): string | undefined {
  const before = byId(recorded);
  const after = byId(present);
  const ids = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
  if (ids.length === 0) return undefined;
  const ofModel = ids.filter((id) => isOfModel(id)).length;
  return [
    `${ids.length} of ${before.size} recorded outcomes differ: ${ids.length - ofModel} of Countersign, ${ofModel} of the model.`,
    ...ids
      .slice(0, LISTED)
      .flatMap((id) => [
        `  ${id}: recorded ${before.get(id) ?? "nothing"}, now ${after.get(id) ?? "nothing"}`,
        `    npx tsx test/safety-net/show.ts ${id}`,
      ]),
    ...(ids.length > LISTED ? [`  and ${ids.length - LISTED} more`] : []),
    "Run the same show.ts command on the commit before the change to compare the complete outcomes.",
    "If CHANGELOG.md lists the change: npx tsx test/safety-net/record.ts",
  ].join("\n");
}

function byId(lines: readonly string[]): Map<string, string> {
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]));
}
