/** Runs for a person at a terminal: failures as they come, then tables of counts. */

import { createSummary } from "../runner/index.ts";
import type { Rule } from "../vectors/index.ts";
import { liveReporter } from "./live.ts";
import { type Advice, labelOf, type Reporter, type Terminal } from "./reporter.ts";
import { propertyTable, referenceTable, summaryTables, verdictLines } from "./tables.ts";

/** The first run is that of the implementation under test; the others are references. */
export function terminalReporter(terminal: Terminal, advice: Advice): Reporter {
  const live = liveReporter(terminal, advice);
  const summaries: ReturnType<typeof createSummary>[] = [];
  const rules = new Map<string, Rule>();
  return {
    listen(event) {
      live.listen(event);
      if (event.type === "start") summaries.push(createSummary());
      if (event.type === "case" && event.result.rule !== undefined) rules.set(event.result.rule.id, event.result.rule);
      summaries.at(-1)?.listen(event);
    },
    finish() {
      live.finish();
      const [subject, ...references] = summaries.map(({ result }) => result());
      if (subject === undefined) return;
      const verdicts = verdictLines([subject, ...references], terminal.colors);
      if (terminal.isQuiet) return terminal.out(verdicts);
      const hasTables = subject.byRule.size > 0 || subject.properties.length > 0;
      const parts = hasTables ? [`${terminal.colors.bold(labelOf(subject.implementation))}\n`] : [];
      if (subject.byRule.size > 0) parts.push(summaryTables(subject, rules, terminal));
      if (subject.properties.length > 0) parts.push(propertyTable(subject, terminal));
      if (subject.byRule.size > 0 && references.length > 0) parts.push(referenceTable(references, terminal));
      terminal.out([...parts, verdicts].join("\n"));
    },
  };
}
