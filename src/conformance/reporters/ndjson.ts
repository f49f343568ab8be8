/**
 * Each event as one line of JSON, as it comes.
 *
 * The shape is stable: `format` stands in the first line of each run and changes when a field changes its meaning or goes.
 *
 * @module
 */

import type { RunEvent } from "../runner/index.ts";
import { plainCase, plainProperty } from "./plain.ts";
import type { Reporter } from "./reporter.ts";

/** Writes lines, each with its `type`; docs/reports.md lists their fields. */
export function ndjsonReporter(write: (text: string) => void): Reporter {
  return {
    listen(event) {
      write(`${JSON.stringify(plainEvent(event))}\n`);
    },
    finish() {},
  };
}

function plainEvent(event: RunEvent): object {
  if (event.type === "start") return { format: 1, ...event };
  if (event.type === "case") return { type: "case", ...plainCase(event.result) };
  if (event.type === "law") return { type: "law", ...plainProperty(event.result) };
  return event;
}
