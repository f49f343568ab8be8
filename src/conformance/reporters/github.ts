/**
 * Annotations of GitHub Actions: workflow commands on stdout, one a finding.
 *
 * @module
 */

import { hasBrokenDriver, type PropertyResult } from "../runner/index.ts";
import type { Finding } from "./findings.ts";
import { plainFinding, plainPropertyFailure } from "./plain-failure.ts";
import { type RunRecord, recordRuns } from "./record.ts";
import { type Advice, adviceFor, type Reporter, type RunAdvice } from "./reporter.ts";
import { driverWords, plural } from "./tables.ts";
import { repeatedTroubles, troubleTitle } from "./troubles.ts";
import { cut, visible } from "./visible.ts";

/** GitHub shows so many of each type of annotation for a step, and drops the others without a word. */
const SHOWN = 10;
/** GitHub cuts longer ones. */
const LONGEST_MESSAGE = 4000;

interface Annotation {
  readonly type: "error" | "warning";
  readonly title: string;
  readonly message: string;
}

/** Writes once, at the end: errors for findings, laws and stops, warnings for trouble with the driver. */
export function githubReporter(write: (text: string) => void, advice: Advice): Reporter {
  const { listen, runs } = recordRuns();
  return {
    listen,
    finish() {
      const annotations = runs().flatMap((run, at) =>
        annotationsOf(run, adviceFor(advice, run.start.implementation, at)),
      );
      for (const type of ["error", "warning"] as const) {
        const own = capped(annotations.filter((annotation) => annotation.type === type));
        write(own.map(command).join(""));
      }
    },
  };
}

function annotationsOf({ findings, summary, troubles, stopped }: RunRecord, advice: RunAdvice): Annotation[] {
  const { label } = advice;
  const broken = summary.laws.filter(({ verdict }) => verdict === "fail");
  const isTroubled = stopped === undefined && hasBrokenDriver(summary);
  return [
    ...(stopped === undefined
      ? []
      : [error(`${label} was stopped early`, `${stopped.reason}: ${visible(stopped.message)}`)]),
    ...(isTroubled ? [error(`${label} had trouble`, driverWords(summary))] : []),
    ...findings.map((finding) => ofFinding(finding, advice)),
    ...broken.map((result) => ofLaw(result, advice)),
    ...repeatedTroubles(troubles).map(
      (told): Annotation => ({
        type: "warning",
        title: `${label}: ${troubleTitle(told)}`,
        message: visible(told.message),
      }),
    ),
  ];
}

function ofFinding(finding: Finding, advice: RunAdvice): Annotation {
  const [first, ...others] = finding.cases;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const name = finding.causes[0]?.id ?? finding.rule?.id ?? finding.kind;
  const title = `${visible(name)}: ${advice.label} at ${visible(first!.id)}${more}`;
  return error(title, plainFinding(finding, advice).text);
}

function ofLaw(result: PropertyResult, advice: RunAdvice): Annotation {
  return error(`${result.id}: ${advice.label}`, plainPropertyFailure(result, advice).text);
}

function error(title: string, message: string): Annotation {
  return { type: "error", title, message };
}

/** As many as are shown; the last one counts the rest. */
function capped(annotations: readonly Annotation[]): readonly Annotation[] {
  if (annotations.length <= SHOWN) return annotations;
  const rest = annotations.slice(SHOWN - 1);
  const titles = rest.map(({ title }) => `- ${title}`).join("\n");
  return [
    ...annotations.slice(0, SHOWN - 1),
    { type: rest[0]!.type, title: `and ${plural(rest.length, "more finding")}`, message: titles },
  ];
}

/** One line: whatever a text holds, it cannot end the command that it is in. */
function command({ type, title, message }: Annotation): string {
  return `::${type} title=${escapeProperty(title)}::${escapeData(cut(message, LONGEST_MESSAGE))}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
