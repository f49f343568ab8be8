/** The summary of a GitHub Actions job, in Markdown, for the file that GITHUB_STEP_SUMMARY names. */

import { firstOf, plural, visible } from "../../../redaction/visible.ts";
import { countsOf, hasDriverProblems, hasFailed, hasResults } from "../../runner/index.ts";
import { escapeHtml } from "../html/markup.ts";
import { COUNT_NAMES } from "../model/counts.ts";
import { problemTitle, repeatedProblems, stopReason } from "../model/driver-problems.ts";
import type { RunRecord } from "../model/record.ts";
import type { RunAdvice } from "../model/reporter.ts";
import { type Shown, shownIn } from "../text/failure-block.ts";
import { notGatedLines, notOfferedLines } from "../text/tables.ts";

/** In octets. GitHub drops a summary larger than 1 MiB. */
const LARGEST = 900_000;
const MOST_IDS = 50;

export function githubSummaryText(run: RunRecord, advice: RunAdvice): string {
  const blocks = blocksOf(run, advice);
  let size = 0;
  const kept = blocks.filter((block) => {
    size += Buffer.byteLength(block) + 2;
    return size <= LARGEST;
  });
  const left = blocks.length - kept.length;
  const note = left === 0 ? [] : [`${plural(left, "more block")} exceed the size limit of GitHub and are not shown.`];
  return `${[...kept, ...note].join("\n\n")}\n`;
}

function blocksOf(run: RunRecord, advice: RunAdvice): string[] {
  const { summary, knownCauses, driverProblems, stopped } = run;
  const { causes, findings, falsified } = shownIn(run, advice);
  const isBad = hasFailed(summary) || hasDriverProblems(summary) || stopped !== undefined;
  const reason = stopReason(stopped, driverProblems);
  const isSuccess = hasResults(summary) && summary.unchecked.length === 0;
  const mark = isBad ? "❌" : isSuccess ? "✅" : "❔";
  return [
    `### ${mark} ${text(advice.label)}`,
    countsTable(summary),
    ...(reason === undefined ? [] : [`**Stopped early** (${reason.reason}): ${text(visible(reason.message))}`]),
    ...notOfferedLines(summary, MOST_REASONS).map((line) => `- ${text(line)}`),
    ...notGatedLines(summary).map((line) => `- ${line}`),
    ...summary.unchecked.map((part) => `- not checked: ${text(visible(part))}`),
    ...[...causes, ...findings, ...falsified].map(details),
    ...(knownCauses === "" ? [] : [`- ${text(visible(knownCauses))}`]),
    ...repeatedProblems(driverProblems).map(
      (problem) => `- ⚠️ driver: ${problemTitle(problem)}: ${text(visible(problem.message))}`,
    ),
  ];
}

function countsTable({ unit, vectors, properties }: RunRecord["summary"]): string {
  const row = (name: string, cells: readonly (string | number)[]): string => `| ${[name, ...cells].join(" | ")} |`;
  const counts = { [`${unit}s`]: vectors, properties: countsOf(properties) };
  return [
    row(
      "",
      COUNT_NAMES.map(([, name]) => name),
    ),
    row(
      "---",
      COUNT_NAMES.map(() => "---:"),
    ),
    ...Object.entries(counts).map(([name, all]) =>
      row(
        name,
        COUNT_NAMES.map(([key]) => all[key]),
      ),
    ),
  ].join("\n");
}

/** Most reasons listed. */
const MOST_REASONS = 10;

/** HTML without an empty line, so that GitHub reads no Markdown in it. */
function details({ statement, name, remark, failures, block }: Shown): string {
  const heading = `${text(visible(statement))} <code>${text(visible(name))}</code> <i>${text(visible(remark))}</i>`;
  const ids = failures.map((id) => `<code>${text(visible(id))}</code>`);
  const list = ids.length === 0 ? "" : `\n<p>Failures: ${firstOf(ids, MOST_IDS)}</p>`;
  return `<details><summary>${heading}</summary>\n<pre>${text(block)}</pre>${list}\n</details>`;
}

/** Escapes HTML, Markdown and mentions. */
function text(plain: string): string {
  return escapeHtml(plain).replace(/[\\`*_{}[\]()#+!|~@:$]/g, (character) => `&#${character.charCodeAt(0)};`);
}
