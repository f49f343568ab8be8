/** Writes the recording anew: `npx tsx test/safety-net/record.ts`. */

import { writeFileSync } from "node:fs";
import { runCases } from "./cases.ts";
import { fileOf, lineOf, RECORDING } from "./recording.ts";

const lines: string[] = [];
for await (const result of runCases()) lines.push(lineOf(result));
writeFileSync(RECORDING, fileOf(lines));
console.info(`${lines.length} outcomes recorded in ${RECORDING}`);
