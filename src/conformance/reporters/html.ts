/**
 * A run as one HTML file that needs nothing else: no network, no framework, and no script to be read.
 *
 * Everything in it goes through `markup`, which escapes; the policy in its head lets nothing run or load but the style and
 * the script of this file, by their hashes.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { type CaseResult, type Counts, hasFailed, hasJudged } from "../runner/index.ts";
import { findingCard, propertyCard, troubleCard } from "./html-findings.ts";
import { SCRIPT } from "./html-script.ts";
import { STYLE } from "./html-style.ts";
import { labelOf } from "./label.ts";
import { type Markup, markup } from "./markup.ts";
import { type RunRecord, recordRuns } from "./record.ts";
import { type Advice, adviceFor, type Reporter } from "./reporter.ts";
import { plural } from "./tables.ts";
import { repeatedTroubles } from "./troubles.ts";
import { cut } from "./visible.ts";

/** Writes once, at the end: the first run whole, the others as a line each. */
export function htmlReporter(write: (text: string) => void, advice: Advice): Reporter {
  const { listen, runs } = recordRuns();
  return {
    listen,
    finish() {
      const [subject, ...beside] = runs();
      if (subject !== undefined) write(page(subject, beside, advice).html);
    },
  };
}

function page(run: RunRecord, beside: readonly RunRecord[], advice: Advice): Markup {
  const policy = `default-src 'none'; style-src '${hash(STYLE)}'; script-src '${hash(SCRIPT)}'; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${headline(run).text} · ${labelOf(run.start.implementation)}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<a class="skip" href="#findings">To the findings</a>
${top(run)}
<main>
${sections(run, advice)}${besideSection(beside)}${countsSection(run)}${listSection(run.cases)}</main>
<footer>Written by Countersign, which proves OAuth 1.0 request signatures (RFC 5849) right. This file needs no network.</footer>
<script>${{ html: SCRIPT }}</script>
</body>
</html>
`;
}

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

interface Headline {
  readonly tone: "good" | "bad" | "warn";
  readonly mark: string;
  readonly text: string;
}

/** The verdict in a sentence. */
function headline({ summary, findings, stopped, troubles }: RunRecord): Headline {
  const { vectors, laws, total } = summary;
  const broken = laws.filter(({ verdict }) => verdict === "fail").length;
  if (!hasJudged(summary) && summary.isBroken)
    return { tone: "bad", mark: "✗", text: "The driver is broken: nothing could be judged" };
  if (!hasJudged(summary)) return { tone: "warn", mark: "?", text: "Nothing could be judged" };
  if (hasFailed(summary)) {
    const failed = `${vectors.failed.toLocaleString("en")} of ${total.toLocaleString("en")} vectors fail`;
    const ways = findings.length > 1 ? `, in ${findings.length} ways` : "";
    const parts = [
      ...(vectors.failed > 0 ? [failed + ways] : []),
      ...(broken > 0 ? [`${plural(broken, "law")} broken`] : []),
    ];
    return { tone: "bad", mark: "✗", text: parts.join("; ") };
  }
  if (stopped !== undefined)
    return { tone: "warn", mark: "!", text: "Stopped before its end; nothing failed till then" };
  const known = vectors.known > 0 ? `, but for ${plural(vectors.known, "known failure")}` : "";
  if (troubles.length > 0)
    return { tone: "warn", mark: "!", text: `Every answer is right${known}, but its driver had trouble` };
  return { tone: "good", mark: "✓", text: `Every answer is right${known}` };
}

function top(run: RunRecord): Markup {
  const { implementation, seed, shard } = run.start;
  const { tone, mark, text } = headline(run);
  const { name, version, language, url } = implementation;
  const isAddress = url !== undefined && /^https?:\/\//.test(url);
  const title = markup`<b>${cut(name, 80)}</b> ${cut(version, 40)}`;
  const facts = [
    ...(run.milliseconds === undefined ? [] : [duration(run.milliseconds)]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    ...(shard === undefined ? [] : [`shard ${shard.index} of ${shard.count}`]),
  ];
  return markup`<header class="top">
<p class="brand">${title}<span>${cut(language, 40)}</span>${isAddress ? markup`<a href="${url}" rel="noreferrer noopener">${cut(url, 80)}</a>` : undefined}</p>
<div class="verdict"><span class="mark ${tone}" aria-hidden="true">${mark}</span><div><h1>${text}</h1>
<p>judged against RFC 5849${facts.length === 0 ? "" : ` · ${facts.join(" · ")}`}</p></div></div>
${bar(run.summary.vectors)}${tiles(run)}${run.stopped === undefined ? undefined : markup`<p class="notice"><b>Stopped early (${run.stopped.reason}).</b> ${cut(run.stopped.message, 1000)}</p>`}
</header>`;
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.ceil(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

const VERDICTS = [
  ["failed", "failed"],
  ["known", "known failures"],
  ["passed", "passed"],
  ["refused", "refused, as they may"],
  ["notApplicable", "not applicable"],
] as const;

/** The counts as one line of colours. */
function bar(counts: Counts): Markup | undefined {
  const total = VERDICTS.reduce((sum, [key]) => sum + counts[key], 0);
  if (total === 0) return undefined;
  let x = 0;
  const pieces = VERDICTS.filter(([key]) => counts[key] > 0).map(([key]) => {
    const width = Math.max(0.4, (counts[key] / total) * 100);
    const piece = markup`<rect class="${key}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="1"/>`;
    x += width;
    return piece;
  });
  return markup`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>\n`;
}

function tiles({ summary: { vectors, laws } }: RunRecord): Markup {
  const shown = VERDICTS.filter(([key]) => vectors[key] > 0 || key === "failed" || key === "passed");
  const own = shown.map(
    ([key, name]) => markup`<div><dt><i class="dot ${key}"></i>${name}</dt><dd>${vectors[key]}</dd></div>\n`,
  );
  const held = laws.filter(({ verdict }) => verdict === "pass").length;
  const asked = laws.filter(({ verdict }) => verdict !== "not-applicable").length;
  const ofLaws = asked === 0 ? undefined : markup`<div><dt>laws that hold</dt><dd>${held} of ${asked}</dd></div>\n`;
  return markup`<dl class="tiles">${own}${ofLaws}</dl>`;
}

function sections(run: RunRecord, advice: Advice): Markup {
  const own = adviceFor(advice, run.start.implementation, 0);
  const broken = run.summary.laws.filter(({ verdict }) => verdict === "fail");
  return markup`<div id="findings" tabindex="-1"></div>
${section(
  "What is wrong",
  "one entry a rule and way of breaking it",
  run.findings.map((finding, at) => findingCard(finding, at, own)),
)}${section(
  "Laws that do not hold",
  "on generated requests",
  broken.map((result, at) => propertyCard(result, at, own)),
)}${section("Trouble with the driver", "at no vector", repeatedTroubles(run.troubles).slice(0, 100).map(troubleCard))}`;
}

function section(title: string, remark: string, cards: readonly Markup[]): Markup | undefined {
  if (cards.length === 0) return undefined;
  return markup`<section><h2>${title} <small>${remark}</small></h2>\n${cards}</section>\n`;
}

function besideSection(beside: readonly RunRecord[]): Markup | undefined {
  if (beside.length === 0) return undefined;
  const rows = beside.map(({ start, summary }) => countsRow(markup`${labelOf(start.implementation)}`, summary.vectors));
  return markup`<section><h2>Beside it <small>other implementations on the same vectors</small></h2>${countsTable("implementation", rows)}</section>\n`;
}

function countsSection({ summary, cases }: RunRecord): Markup {
  const statements = new Map(cases.flatMap(({ rules, rule }) => rules.map((id) => [id, rule?.statement])));
  const stages = [...summary.byStage].filter(([, counts]) => Object.values(counts).some((count) => count > 0));
  const rules = [...summary.byRule].sort(([, a], [, b]) => b.failed - a.failed);
  const ruleCell = (id: string): Markup => markup`<code>${id}</code> <span class="soft">${statements.get(id)}</span>`;
  return markup`<section><h2>Counts</h2>
<details class="card"><summary><strong>By stage</strong></summary><div class="body">${countsTable(
    "values compared",
    stages.map(([stage, counts]) => countsRow(markup`${stage}`, counts)),
  )}</div></details>
<details class="card"><summary><strong>By rule</strong></summary><div class="body">${countsTable(
    "vectors",
    rules.map(([id, counts]) => countsRow(ruleCell(id), counts)),
  )}</div></details>
${lawsTable(summary.laws)}</section>\n`;
}

function countsTable(title: string, rows: readonly Markup[]): Markup {
  const heads = VERDICTS.map(([, name]) => markup`<th class="number">${name}</th>`);
  return markup`<div class="scroll"><table><thead><tr><th>${title}</th>${heads}</tr></thead><tbody>\n${rows}</tbody></table></div>`;
}

function countsRow(name: Markup, counts: Counts): Markup {
  const cells = VERDICTS.map(
    ([key]) =>
      markup`<td class="number${key === "failed" && counts[key] > 0 ? " bad" : ""}">${counts[key] === 0 ? "·" : counts[key]}</td>`,
  );
  return markup`<tr><td>${name}</td>${cells}</tr>\n`;
}

function lawsTable(laws: RunRecord["summary"]["laws"]): Markup | undefined {
  if (laws.length === 0) return undefined;
  const rows = laws.map(
    ({ id, title, verdict, runs }) =>
      markup`<tr><td class="v ${verdict}">${verdict}</td><td><code>${id}</code> <span class="soft">${title}</span></td><td class="number">${runs}</td></tr>\n`,
  );
  return markup`<details class="card"><summary><strong>Laws</strong></summary><div class="body"><div class="scroll"><table><thead><tr><th>verdict</th><th>law</th><th class="number">cases</th></tr></thead><tbody>\n${rows}</tbody></table></div></div></details>\n`;
}

function listSection(cases: readonly CaseResult[]): Markup | undefined {
  if (cases.length === 0) return undefined;
  const verdicts = [...new Set(cases.map(({ verdict }) => verdict))].sort();
  return markup`<section id="vectors"><h2>All vectors <small>${cases.length}</small></h2>
<div class="filter" hidden><input id="filter" type="search" placeholder="Filter by id, rule, stage, text ( / )" aria-label="Filter the vectors">
<select id="verdict" aria-label="Verdict"><option value="">every verdict</option>${verdicts.map((verdict) => markup`<option>${verdict}</option>`)}</select> <span id="shown" class="soft" role="status"></span></div>
<div class="list"><table><thead><tr><th>verdict</th><th>vector</th><th>rule</th></tr></thead><tbody>
${cases.map(listRow)}</tbody></table></div></section>\n`;
}

function listRow({ id, title, rules, verdict, difference, message, known }: CaseResult): Markup {
  const remark =
    known?.reason ?? (difference === undefined ? message : `${difference.stage}, character ${difference.index + 1}`);
  const note = remark === undefined ? undefined : markup` <span class="soft">(${cut(remark, 160)})</span>`;
  return markup`<tr id="v-${id}" data-verdict="${verdict}"><td class="v ${verdict}">${verdict}</td><td><code>${id}</code> <span class="soft">${title}</span>${note}</td><td><code>${rules.join(", ")}</code></td></tr>\n`;
}
