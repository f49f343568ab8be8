/** Shows a run at a terminal: what failed, then the verdict, with tables if verbose. */

import picocolors from "picocolors";
import { type Advice, labelOf, type Reporter, type Terminal } from "../model/reporter.ts";
import { liveReporter } from "./live.ts";
import { wrapped } from "./screens.ts";
import { propertyTable, summaryTables, verdictLines } from "./tables.ts";

/** Reports one run. A `target` function gets no colours, no progress, and lines of any length. */
export function terminalReporter(target: Terminal | Terminal["out"], advice: Advice): Reporter {
  const terminal: Terminal =
    typeof target === "function"
      ? { out: target, colors: picocolors.createColors(false), width: Number.POSITIVE_INFINITY }
      : target;
  const { listen, finish, result } = liveReporter(terminal, advice);
  return {
    listen,
    finish() {
      finish();
      const run = result();
      if (run === undefined) return;
      const { summary: subject, cases } = run;
      const verdicts = wrapped(verdictLines(subject, terminal.colors, terminal.isVerbose), terminal.width);
      const hasTables = subject.byRule.size > 0 || subject.properties.length > 0;
      if (!terminal.isVerbose || !hasTables) return terminal.out(verdicts);
      const parts = [`${terminal.colors.bold(labelOf(subject.implementation))}\n`];
      if (subject.byRule.size > 0) parts.push(summaryTables(subject, cases, terminal));
      if (subject.properties.length > 0) parts.push(propertyTable(subject, terminal));
      terminal.out([...parts, verdicts].join("\n"));
    },
  };
}
