/**
 * A run as one HTML file that works offline and can be read without its script.
 *
 * All text goes through `markup`, which escapes it. The content security policy allows only the style and the script of
 * this file, by their hashes.
 */

import { counted, cut, plural } from "../../../redaction/visible.ts";
import {
  type CaseResult,
  type Counts,
  countsOf,
  hasFailed,
  hasResults,
  isFailure,
  type Unit,
} from "../../runner/index.ts";
import { COUNT_NAMES, reasonTexts } from "../model/counts.ts";
import { repeatedProblems, stopReason } from "../model/driver-problems.ts";
import type { Finding } from "../model/findings.ts";
import { compareIds, groupBy } from "../model/group-by.ts";
import type { RunRecord } from "../model/record.ts";
import { labelOf, type RunAdvice } from "../model/reporter.ts";
import { notGatedLines } from "../text/tables.ts";
import { htmlDocument } from "./html-document.ts";
import { anchorOf, causeCard, findingCard, idsByFamily, problemCard, propertyCard } from "./html-findings.ts";
import { SCRIPT } from "./html-script.ts";
import { STYLE } from "./html-style.ts";
import { type Markup, markup } from "./markup.ts";

const MOST_PROBLEMS = 100;
/** Maximum number of causes and findings with a card: with more, the file is too large to read. */
const MOST_CARDS = 36;

export function htmlText(run: RunRecord, advice: RunAdvice): string {
  return htmlDocument({
    title: markup`${headline(run).text} · ${labelOf(run.start.implementation)}`,
    style: STYLE,
    script: SCRIPT,
    body: markup`<a class="skip" href="#findings">Skip to the findings</a>
${top(run)}
<main>
${filterBar(run)}${findingSections(run, advice)}${countsSection(run)}${vectorsSection(run.cases, run.summary.unit)}</main>
<footer>Written by Countersign, which proves that OAuth 1.0 request signatures (RFC 5849) are correct. This file works offline.</footer>`,
  }).html;
}

interface Headline {
  readonly tone: "good" | "bad" | "warn";
  readonly mark: string;
  readonly text: string;
}

/** The outcome in one sentence. */
function headline({ summary, causes, findings, stopped, driverProblems }: RunRecord): Headline {
  const { unit, vectors, properties } = summary;
  const asked = summary.total - vectors.notOffered;
  if (!hasResults(summary) && summary.isDriverBroken)
    return { tone: "bad", mark: "✗", text: `The driver is broken: no ${unit} could be checked` };
  if (!hasResults(summary))
    return { tone: "warn", mark: "?", text: unit === "vector" ? "No vector was offered" : "No request was verified" };
  if (hasFailed(summary)) {
    const falsified = properties.filter(({ verdict }) => verdict === "fail").length;
    const failed = `${counted(vectors.failed)} of ${plural(asked, unit)} failed`;
    const kinds = [
      ...(causes.length > 0 ? [plural(causes.length, "cause")] : []),
      ...(findings.length > 1 || (causes.length > 0 && findings.length > 0)
        ? [plural(findings.length, "finding")]
        : []),
    ].join(" and ");
    const parts = [
      ...(vectors.failed > 0 ? [kinds === "" ? failed : `${failed} with ${kinds}`] : []),
      ...(falsified > 0 ? [`${plural(falsified, "property")} falsified`] : []),
    ];
    return { tone: "bad", mark: "✗", text: parts.join("; ") };
  }
  if (stopped !== undefined) return { tone: "warn", mark: "!", text: "Stopped early, without a failure" };
  const known = vectors.known > 0 ? ` except for ${plural(vectors.known, "known failure")}` : "";
  if (driverProblems.length > 0)
    return { tone: "warn", mark: "!", text: `All answers are correct${known}, but the driver had problems` };
  if (summary.unchecked.length > 0)
    return { tone: "warn", mark: "?", text: `No ${unit} failed${known}, but not everything could be checked` };
  return { tone: "good", mark: "✓", text: `All answers are correct${known}` };
}

function top(run: RunRecord): Markup {
  const { implementation, seed } = run.start;
  const { milliseconds } = run.summary;
  const { tone, mark, text } = headline(run);
  const { name, version, language, url } = implementation;
  const stopped = stopReason(run.stopped, run.driverProblems);
  const isAddress = url !== undefined && /^https?:\/\//.test(url);
  const title = markup`<b>${cut(name, 80)}</b> ${cut(version, 40)}`;
  const facts = [
    "checked against RFC 5849",
    ...(milliseconds === undefined ? [] : [duration(milliseconds)]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ];
  return markup`<header class="top">
<p class="brand">${title}<span>${cut(language, 40)}</span>${isAddress ? markup`<a href="${url}" rel="noreferrer noopener">${cut(url, 80)}</a>` : undefined}</p>
<div class="verdict"><span class="mark ${tone}" aria-hidden="true">${mark}</span><div><h1>${text}</h1>
<p>${facts.join(" · ")}</p></div></div>
${bar(run.summary.vectors)}${tiles(run)}${stopped === undefined ? undefined : markup`<p class="notice"><b>Stopped early (${stopped.reason}).</b> ${cut(stopped.message, 1000)}</p>`}
${run.summary.unchecked.map((text) => markup`<p class="notice"><b>Not checked.</b> ${cut(text, 1000)}</p>`)}
${notOffered(run)}${[...notGatedLines(run.summary), ...run.notes].map((text) => markup`<p class="notice">${cut(text, 1000)}</p>`)}
</header>`;
}

/** Most reasons listed. */
const MOST_REASONS = 20;

/** What was not asked, and why. */
function notOffered({ summary: { unit, vectors, notOfferedBecause } }: RunRecord): Markup | undefined {
  if (vectors.notOffered === 0) return undefined;
  const rows = reasonTexts(notOfferedBecause, MOST_REASONS).map((reason) => markup`<li>${reason}</li>\n`);
  return markup`<details class="notice"><summary>${plural(vectors.notOffered, unit)} not offered</summary><ul>${rows}</ul></details>\n`;
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.ceil(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** The counts as a bar of colours. */
function bar(counts: Counts): Markup | undefined {
  const total = COUNT_NAMES.reduce((sum, [key]) => sum + counts[key], 0);
  if (total === 0) return undefined;
  let x = 0;
  const pieces = COUNT_NAMES.filter(([key]) => counts[key] > 0).map(([key]) => {
    const width = Math.max(0.4, (counts[key] / total) * 100);
    const piece = markup`<rect class="${key}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="1"/>`;
    x += width;
    return piece;
  });
  return markup`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>\n`;
}

function tiles({ summary: { vectors, properties } }: RunRecord): Markup {
  const shown = COUNT_NAMES.filter(([key]) => vectors[key] > 0 || key === "failed" || key === "passed").map(
    ([key, name]) => markup`<div><dt><i class="dot ${key}"></i>${name}</dt><dd>${vectors[key]}</dd></div>\n`,
  );
  const { passed, notOffered } = countsOf(properties);
  const asked = properties.length - notOffered;
  const ofProperties =
    asked === 0 ? undefined : markup`<div><dt>properties passed</dt><dd>${passed} of ${asked}</dd></div>\n`;
  return markup`<dl class="tiles">${shown}${ofProperties}</dl>`;
}

/** Shown only with the script. */
function filterBar({ causes, findings, falsified }: RunRecord): Markup | undefined {
  const failed = [...causes.flatMap(({ cases }) => cases), ...findings.flatMap(({ cases }) => cases), ...falsified];
  if (failed.length === 0) return undefined;
  const rules = [...new Set(failed.flatMap((result) => result.rules))].sort(compareIds);
  const option = (id: string, text: string): Markup => markup`<option value="${anchorOf(id)}">${text}</option>\n`;
  return markup`<div class="filter" hidden><input id="filter" type="search" placeholder="Search ids, titles and text ( / )" aria-label="Search">
<select id="of" aria-label="Cause or rule"><option value="">all causes and rules</option>
<optgroup label="Causes">${causes.map(({ id, title }) => option(id, cut(title, 80)))}</optgroup>
<optgroup label="Rules">${rules.map((id) => option(id, id))}</optgroup></select> <span id="shown" class="soft" role="status"></span></div>
`;
}

/** Sections, the worst first, with the first card open. */
function findingSections(
  { causes, knownCauses, findings, falsified, driverProblems }: RunRecord,
  advice: RunAdvice,
): Markup {
  const problems = repeatedProblems(driverProblems).slice(0, MOST_PROBLEMS);
  const hasCases = causes.length + findings.length > 0;
  const mostFindings = Math.max(0, MOST_CARDS - causes.length);
  const rest = findings.slice(mostFindings);
  return markup`<div id="findings" tabindex="-1"></div>
${section(
  "Causes",
  "known mistakes that explain failures and that no correct answer contradicts",
  causes.map((cause, at) => causeCard(cause, at === 0, advice)),
)}${section(
  "Findings",
  "other failures, by rule and kind",
  findings.slice(0, mostFindings).map((finding, at) => findingCard(finding, at === 0 && causes.length === 0, advice)),
)}${rest.length === 0 ? undefined : moreFindings(rest)}${section(
  "Falsified properties",
  "on generated requests",
  falsified.map((result, at) => propertyCard(result, at === 0 && !hasCases, advice)),
)}${knownCauses === "" ? undefined : markup`<p class="notice">${knownCauses}</p>`}${section("Problems with the driver", "not caused by a single vector", problems.map(problemCard))}`;
}

/** A row for each finding that has no card. */
function moreFindings(findings: readonly Finding[]): Markup {
  const rows = findings.map(
    ({ rule, kind, statement, cases }) =>
      markup`<tr><td class="number">${cases.length}</td><td>${statement} <span class="soft">${rule?.id} ${kind}</span></td><td>${idsByFamily(cases)}</td></tr>\n`,
  );
  const heads = markup`<th class="number">failures</th><th>finding</th><th>vectors</th>`;
  return markup`<section><h2>${plural(findings.length, "more finding")} <small>in short; <code>check --report json=report.json</code> has both values of every failure</small></h2>${table(heads, rows)}</section>\n`;
}

function section(title: string, remark: string, cards: readonly Markup[]): Markup | undefined {
  if (cards.length === 0) return undefined;
  return markup`<section><h2>${title} <small>${remark}</small></h2>\n${cards}</section>\n`;
}

function countsSection({ summary, cases }: RunRecord): Markup {
  const statements = new Map(cases.flatMap(({ rules, rule }) => rules.map((id) => [id, rule?.statement])));
  const rules = [...summary.byRule].sort(([, a], [, b]) => b.failed - a.failed);
  const ruleCell = (id: string): Markup => markup`<code>${id}</code> <span class="soft">${statements.get(id)}</span>`;
  const stageRows = [...summary.byStage].map(([stage, counts]) => countsRow(markup`${stage}`, counts));
  const ruleRows = rules.map(([id, counts]) => countsRow(ruleCell(id), counts, `rule-${anchorOf(id)}`));
  return markup`<section><h2>Counts</h2>
${card("By stage", countsTable("compared values", stageRows))}${card("By rule", countsTable(`${summary.unit}s`, ruleRows))}${propertiesTable(summary.properties)}</section>\n`;
}

function card(title: string, content: Markup, count?: number): Markup {
  const counted = count === undefined ? undefined : markup` <span class="soft">${count}</span>`;
  return markup`<details class="card"><summary><strong>${title}</strong>${counted}</summary><div class="body">${content}</div></details>\n`;
}

function table(heads: Markup, rows: readonly Markup[]): Markup {
  return markup`<div class="scroll" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>\n${rows}</tbody></table></div>`;
}

function countsTable(title: string, rows: readonly Markup[]): Markup {
  const heads = COUNT_NAMES.map(([, name]) => markup`<th class="number">${name}</th>`);
  return table(markup`<th>${title}</th>${heads}`, rows);
}

function countsRow(name: Markup, counts: Counts, anchor?: string): Markup {
  const cells = COUNT_NAMES.map(
    ([key]) =>
      markup`<td class="number${key === "failed" && counts[key] > 0 ? " bad" : ""}">${counts[key] === 0 ? "·" : counts[key]}</td>`,
  );
  return markup`<tr${anchor === undefined ? undefined : markup` id="${anchor}"`}><td>${name}</td>${cells}</tr>\n`;
}

function propertiesTable(properties: RunRecord["summary"]["properties"]): Markup | undefined {
  if (properties.length === 0) return undefined;
  const rows = properties.map(
    ({ id, title, verdict, runs, known }) =>
      markup`<tr><td class="v ${verdict}">${verdict}</td><td><code>${id}</code> <span class="soft">${title}${known && ` (${cut(known.reason, 160)})`}</span></td><td class="number">${runs}</td></tr>\n`,
  );
  return card("Properties", table(markup`<th>verdict</th><th>property</th><th class="number">cases</th>`, rows));
}

/** The vectors that did not fail; cards show the others. */
function vectorsSection(cases: readonly CaseResult[], unit: Unit): Markup | undefined {
  const byVerdict = groupBy(
    cases.filter(({ verdict }) => !isFailure(verdict)),
    ({ verdict }) => verdict,
  );
  if (byVerdict.size === 0) return undefined;
  const cards = [...byVerdict].sort().map(([verdict, same]) => {
    const isForReading = verdict === "known-failure" || verdict === "open";
    const list = isForReading ? markup`<ul class="ids">${same.map(vectorItem)}</ul>` : markup`${idsByMessage(same)}`;
    return card(verdict, list, same.length);
  });
  return markup`<section id="vectors"><h2>Other ${unit}s <small>without a failure</small></h2>\n${cards}</section>\n`;
}

function vectorItem({ id, title, difference, message, known }: CaseResult): Markup {
  const remark =
    known?.reason ?? (difference === undefined ? message : `${difference.stage}, character ${difference.index + 1}`);
  const note = remark === undefined ? undefined : markup` <span class="soft">(${cut(remark, 160)})</span>`;
  return markup`<li><code>${id}</code> ${title}${note}</li>\n`;
}

/** The ids of vectors, grouped by message. */
function idsByMessage(results: readonly CaseResult[]): Markup[] {
  return [...groupBy(results, ({ message }) => message)].map(([message, same]) => {
    const title = message === undefined ? undefined : markup`<p class="why"><b>${cut(message, 160)}</b></p>\n`;
    return markup`${title}${idsByFamily(same)}`;
  });
}
