/** Annotations of GitHub Actions: workflow commands on stdout, one for each cause and each finding. */

import { cut, plural, visible } from "../../../redaction/visible.ts";
import { hasDriverProblems } from "../../runner/index.ts";
import { causeTitle, type ExplainedCause } from "../model/causes.ts";
import { driverPlace } from "../model/driver-place.ts";
import { problemTitle, repeatedProblems, stopReason } from "../model/driver-problems.ts";
import type { Finding } from "../model/findings.ts";
import { type RunRecord, reportAtEnd } from "../model/record.ts";
import type { Advice, DriverPlace, Reporter, RunAdvice } from "../model/reporter.ts";
import { plainCause, plainFinding, plainPropertyFailure } from "../text/failure-block.ts";
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
export function githubReporter(write: (text: string) => void, advice: Advice): Reporter {
  return reportAtEnd(write, advice, (run, own) => {
    const annotations = annotationsOf(run, own);
    const lines = (["error", "warning"] as const).flatMap((type) =>
      capped(annotations.filter((annotation) => annotation.type === type)).map(command),
    );
    return lines.join("");
  });
}

function annotationsOf(
  { causes, findings, falsified, summary, driverProblems, stopped }: RunRecord,
  advice: RunAdvice,
): Annotation[] {
  const { label } = advice;
  return [
    ...(stopped === undefined
      ? []
      : [
          {
            ...error(`${label}: stopped early`, `${stopped.reason}: ${visible(stopped.message)}`),
            place: driverPlace(
              advice.driverFile,
              driverProblems.map(({ stderr }) => stderr),
            ),
          },
        ]),
    ...(stopped === undefined && hasDriverProblems(summary)
      ? [error(`${label}: problems with the driver`, driverVerdict(summary))]
      : []),
    ...causes.map((cause) => ofCause(cause, advice)),
    ...findings.map((finding) => ofFinding(finding, advice)),
    ...falsified.map((result) => ({
      ...error(`${result.id}: ${label}`, plainPropertyFailure(result, advice).text),
      place: driverPlace(advice.driverFile, []),
    })),
    ...repeatedProblems(driverProblems.filter((one) => stopReason(stopped, [one]) === stopped)).map(
      (problem): Annotation => {
        const title = `${label}: driver: ${problemTitle(problem)}`;
        const place = driverPlace(advice.driverFile, [problem.stderr]);
        return { type: "warning", title, message: visible(problem.message), place };
      },
    ),
  ];
}

function ofCause(cause: ExplainedCause, advice: RunAdvice): Annotation {
  const title = `${visible(causeTitle(cause))}: ${advice.label} ${cause.evidence}`;
  return { ...error(title, plainCause(cause, advice).text), place: driverPlace(advice.driverFile, []) };
}

function ofFinding(finding: Finding, advice: RunAdvice): Annotation {
  const [first, ...others] = finding.cases;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const name = finding.rule?.id ?? finding.kind;
  const title = `${visible(name)}: ${advice.label} at ${visible(first!.id)}${more}`;
  const { message, stderr } = first!;
  return {
    ...error(title, plainFinding(finding, advice).text),
    place: driverPlace(advice.driverFile, [message, stderr]),
  };
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
