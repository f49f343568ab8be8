/**
 * The summary of a job of GitHub Actions, in Markdown: goes to the file that GITHUB_STEP_SUMMARY names.
 *
 * @module
 */

import { hasBrokenDriver, hasFailed, hasJudged, type PropertyResult } from "../runner/index.ts";
import { escapeHtml } from "./escape-html.ts";
import { type Finding, titleOf } from "./findings.ts";
import { plainFinding, plainPropertyFailure } from "./plain-failure.ts";
import { type RunRecord, recordRuns } from "./record.ts";
import { type Advice, adviceFor, type Reporter, type RunAdvice } from "./reporter.ts";
import { plural } from "./tables.ts";
import { repeatedTroubles, troubleTitle } from "./troubles.ts";
import { visible } from "./visible.ts";

/** GitHub takes 1 MiB for all commands of a step, and drops the whole summary beyond it. */
const LARGEST = 900_000;
const MOST_IDS = 50;

/** Writes once, at the end. */
export function githubSummaryReporter(write: (text: string) => void, advice: Advice): Reporter {
  const { listen, runs } = recordRuns();
  return {
    listen,
    finish: () =>
      write(fitting(runs().flatMap((run, at) => blocksOf(run, adviceFor(advice, run.start.implementation, at))))),
  };
}

/** As many blocks as the limit lets through. */
function fitting(blocks: readonly string[]): string {
  let size = 0;
  const kept = blocks.filter((block) => {
    size += Buffer.byteLength(block) + 2;
    return size <= LARGEST;
  });
  const left = blocks.length - kept.length;
  return `${[...kept, ...(left === 0 ? [] : [`… and ${plural(left, "more block")} that did not fit`])].join("\n\n")}\n`;
}

function blocksOf({ summary, findings, troubles, stopped }: RunRecord, advice: RunAdvice): string[] {
  const { label } = advice;
  const isBad = hasFailed(summary) || hasBrokenDriver(summary) || stopped !== undefined;
  const mark = isBad ? "❌" : hasJudged(summary) ? "✅" : "❔";
  const broken = summary.laws.filter(({ verdict }) => verdict === "fail");
  return [
    `### ${mark} ${text(label)}`,
    countsTable(summary),
    ...(stopped === undefined ? [] : [`**Stopped early** (${stopped.reason}): ${text(visible(stopped.message))}`]),
    ...findings.map((finding) => findingBlock(finding, advice)),
    ...broken.map((result) => lawDetails(result, advice)),
    ...repeatedTroubles(troubles).map((told) => `- ⚠️ ${troubleTitle(told)}: ${text(visible(told.message))}`),
  ];
}

function countsTable({ vectors, laws }: RunRecord["summary"]): string {
  const of = (verdict: PropertyResult["verdict"]): number => laws.filter((law) => law.verdict === verdict).length;
  return [
    "| | passed | failed | known | refused | not applicable |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    `| vectors | ${vectors.passed} | ${vectors.failed} | ${vectors.known} | ${vectors.refused} | ${vectors.notApplicable} |`,
    `| laws | ${of("pass")} | ${of("fail")} | ${of("known-failure")} | 0 | ${of("not-applicable")} |`,
  ].join("\n");
}

function findingBlock(finding: Finding, advice: RunAdvice): string {
  const { rule, kind, cases } = finding;
  const block = plainFinding(finding, advice).text;
  const others = cases.slice(1, 1 + MOST_IDS).map(({ id }) => `<code>${text(visible(id))}</code>`);
  const more = cases.length - 1 > MOST_IDS ? `, … and ${cases.length - 1 - MOST_IDS} more` : "";
  const rest = others.length === 0 ? "" : `\n<p>In the same way: ${others.join(", ")}${more}</p>`;
  const name = rule === undefined ? "" : `<code>${text(rule.id)}</code> `;
  return details(
    `${name}${text(visible(titleOf(finding)))} <i>${text(kind)}</i>, ${plural(cases.length, "vector")}`,
    block,
    rest,
  );
}

function lawDetails(result: PropertyResult, advice: RunAdvice): string {
  const { summary, text: block } = plainPropertyFailure(result, advice);
  return details(`law <code>${text(result.id)}</code> ${text(summary)}`, block, "");
}

/** HTML without an empty line: in it GitHub reads no Markdown. */
function details(heading: string, block: string, rest: string): string {
  return `<details><summary>${heading}</summary>\n<pre>${text(block)}</pre>${rest}\n</details>`;
}

/** Text that is neither HTML, nor Markdown, nor a mention of somebody. */
function text(plain: string): string {
  return escapeHtml(plain).replace(/[\\`*_{}[\]()#+!|~@:$]/g, (character) => `&#${character.charCodeAt(0)};`);
}
