/** Annotations of GitHub Actions: workflow commands on stdout, one for each cause and each finding. */

import { cut, firstOf, plural, visible } from "../../../redaction/visible.ts";
import { hasDriverProblems } from "../../runner/index.ts";
import { driverPlace } from "../model/driver-place.ts";
import { problemTitle, repeatedProblems, stopReason } from "../model/driver-problems.ts";
import type { RunRecord } from "../model/record.ts";
import type { DriverPlace, RunAdvice } from "../model/reporter.ts";
import { shownIn } from "../text/failure-block.ts";
import { driverVerdict } from "../text/tables.ts";

/** GitHub shows this many annotations of each type for a step, and drops the others. */
const MOST_ANNOTATIONS = 10;
/** GitHub truncates longer messages. */
const LONGEST_MESSAGE = 4000;

interface Annotation {
  readonly type: "error" | "warning";
  readonly title: string;
  readonly message: string;
  readonly place?: DriverPlace | undefined;
}

/** Writes errors for causes, findings, properties and early stops, and warnings for problems with the driver. */
export function githubText(run: RunRecord, advice: RunAdvice): string {
  const annotations = annotationsOf(run, advice);
  const lines = (["error", "warning"] as const).flatMap((type) =>
    capped(annotations.filter((annotation) => annotation.type === type)).map(command),
  );
  return lines.join("");
}

function annotationsOf(run: RunRecord, advice: RunAdvice): Annotation[] {
  const { summary, driverProblems, stopped } = run;
  const { label, driverFile } = advice;
  const { causes, findings, falsified } = shownIn(run, advice);
  const ended = stopped && error(`${label}: stopped early`, `${stopped.reason}: ${visible(stopped.message)}`);
  const stderr = driverProblems.map((problem) => problem.stderr);
  return [
    ...(ended === undefined ? [] : [{ ...ended, place: driverPlace(driverFile, stderr) }]),
    ...(stopped === undefined && hasDriverProblems(summary)
      ? [error(`${label}: problems with the driver`, driverVerdict(summary))]
      : []),
    ...[...causes, ...findings, ...falsified].map(({ title, failures, block, traces }) => {
      const at = failures.length === 0 ? "" : ` at ${firstOf(failures, 1)}`;
      return { ...error(visible(`${title}: ${label}${at}`), block), place: driverPlace(driverFile, traces) };
    }),
    ...repeatedProblems(driverProblems.filter((one) => stopReason(stopped, [one]) === stopped)).map(
      (problem): Annotation => {
        const title = `${label}: driver: ${problemTitle(problem)}`;
        const place = driverPlace(driverFile, [problem.stderr]);
        return { type: "warning", title, message: visible(problem.message), place };
      },
    ),
  ];
}

function error(title: string, message: string): Annotation {
  return { type: "error", title, message };
}

/** As many annotations as GitHub shows; the last one lists the rest. */
function capped(annotations: readonly Annotation[]): readonly Annotation[] {
  if (annotations.length <= MOST_ANNOTATIONS) return annotations;
  const rest = annotations.slice(MOST_ANNOTATIONS - 1);
  const message = rest.map(({ title }) => `- ${title}`).join("\n");
  const last = { type: rest[0]!.type, title: `and ${plural(rest.length, "more finding")}`, message };
  return [...annotations.slice(0, MOST_ANNOTATIONS - 1), last];
}

/** The command as one line, escaped so that no text can end it. */
function command({ type, title, message, place }: Annotation): string {
  const properties = Object.entries({ ...place, title }).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${type} ${properties.join(",")}::${escapeData(cut(message, LONGEST_MESSAGE))}\n`;
}

function escapeProperty(value: string | number): string {
  return escapeData(String(value)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
