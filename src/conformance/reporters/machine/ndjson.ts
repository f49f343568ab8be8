/** Each event as one line of JSON, as it comes; docs/command-line.md lists the members. */

import type { RunEvent } from "../../runner/index.ts";
import { plainCase, plainCauses, plainProperty } from "../model/plain.ts";
import { REPORT_FORMAT } from "../model/report-shape.ts";
import type { Reporter } from "../model/reporter.ts";

/** Writes one line for each event. The first line of each run has the `format`. */
export function ndjsonReporter(write: (text: string) => void): Reporter {
  return {
    listen(event) {
      write(`${JSON.stringify(plainEvent(event))}\n`);
    },
    finish() {},
  };
}

function plainEvent(event: RunEvent): object {
  if (event.type === "start") return { format: REPORT_FORMAT, ...event };
  if (event.type === "case") return { type: "case", ...plainCase(event.result) };
  if (event.type === "property") return { type: "property", ...plainProperty(event.result) };
  if (event.type === "causes") return { type: "causes", ...plainCauses(event) };
  return event;
}
