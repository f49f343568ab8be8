/** Timestamps: their syntax, and the window around the clock of the server, to which both limits belong (RFC 5849 3.3). */

import type { CaseGroup } from "../../../../src/conformance/cases/case.ts";
import { after } from "../../../../src/conformance/cases/changes.ts";
import { AHEAD, OLD, WINDOW } from "../../../../src/conformance/cases/timestamps.ts";

const tolerance = (clockToleranceSeconds: number) => ({ server: { clockToleranceSeconds } });

// biome-ignore format: one line a row
export const FURTHER_TIMESTAMPS: readonly CaseGroup[] = [
  {
    layer: "timestamp", rule: WINDOW,
    cases: [
      { vector: "timestamps/9", words: "60 s old, tolerance 60 s", ...after(-60), ...tolerance(60) },
      { vector: "timestamps/12", words: "one hour old, tolerance one hour", ...after(-3600), ...tolerance(3600) },
    ],
  },
  {
    layer: "timestamp", rule: WINDOW, isOpenForProbe: true, ...AHEAD,
    cases: [
      { vector: "timestamps/10", words: "61 s old, tolerance 60 s", ...after(-61), ...OLD, ...tolerance(60) },
      { vector: "timestamps/11", words: "61 s in the future, tolerance 60 s", ...after(61), ...tolerance(60) },
    ],
  },
];
