/**
 * Findings, laws and troubles of the HTML report: cards that open.
 *
 * @module
 */

import type { CaseResult, PropertyResult, Result } from "../runner/index.ts";
import { causeLines, type Finding, titleOf } from "./findings.ts";
import { usualCause } from "./hints.ts";
import { comparison } from "./html-comparison.ts";
import { lines, type Markup, markup } from "./markup.ts";
import type { RunAdvice } from "./reporter.ts";
import { plural } from "./tables.ts";
import { TROUBLE_WORDS } from "./trouble-words.ts";
import { type RepeatedTrouble, troubleTitle } from "./troubles.ts";
import { cut } from "./visible.ts";

/** Cards that are open at first. */
const OPEN = 2;
/** Vectors of one finding that are shown with their values, and by their ids. */
const SHOWN = 20;
const LISTED = 200;
/** How much of a message, of stderr and of an input is shown, in characters. */
const LONGEST_TEXT = 4000;

/** A card for a finding: the first vector whole, others to be opened, the rest by id. */
export function findingCard(finding: Finding, at: number, advice: RunAdvice): Markup {
  const { rule, kind, cases } = finding;
  const [first, ...others] = cases;
  const origin = rule === undefined ? undefined : markup`<code>${rule.id}</code> · ${rule.level} · ${rule.section} · `;
  return markup`<details class="card"${at < OPEN ? markup` open` : undefined}><summary><strong>${titleOf(finding)}</strong> <span class="count">${plural(cases.length, "vector")}</span>
<span class="meta">${origin}${kind}</span></summary><div class="body">
${finding.causes.length === 0 ? undefined : causesOf(finding)}${caseBody(first!, advice)}${others.slice(0, SHOWN).map((result) => otherCase(result, advice))}${restOf(others.slice(SHOWN))}</div></details>\n`;
}

/** A card for a law that does not hold. */
export function propertyCard(result: PropertyResult, at: number, advice: RunAdvice): Markup {
  const { id, title, rules, counterexample, difference, runs } = result;
  const example = pretty(counterexample?.case);
  return markup`<details class="card"${at < OPEN ? markup` open` : undefined}><summary><strong>${title}</strong> <span class="count">broken</span>
<span class="meta"><code>${id}</code> · ${plural(runs, "generated case")} · ${rules.join(", ")}</span></summary><div class="body">
<h3>The smallest case that was found</h3><pre>${lines(cut(example, LONGEST_TEXT))}</pre>
${difference === undefined ? undefined : comparison(difference)}${adviceOn(result, advice)}</div></details>\n`;
}

/** A card for something that belongs to no vector. */
export function troubleCard(told: RepeatedTrouble): Markup {
  const { trouble, message, stderr } = told;
  return markup`<details class="card"><summary><strong>${TROUBLE_WORDS[trouble]}</strong> <span class="count warn">${troubleTitle(told)}</span>
<span class="meta">${cut(message, 200)}</span></summary><div class="body">
<p>${cut(message, LONGEST_TEXT)}</p>${stderrOf(stderr)}</div></details>\n`;
}

/** What the mistake is and how to put it right, then what it breaks. */
function causesOf(finding: Finding): Markup {
  const paragraphs = causeLines(finding).map((line) => markup`<p class="why">${line}</p>\n`);
  return markup`${paragraphs}<p class="soft">breaks: ${finding.statement}</p>\n`;
}

function caseBody(result: CaseResult, advice: RunAdvice): Markup {
  const { id, title, difference, message, stderr, question } = result;
  return markup`<h3><a href="#v-${id}">${id}</a> <span class="soft">${title}</span></h3>
${difference === undefined ? undefined : comparison(difference)}${message === undefined ? undefined : markup`<p>It said: <code>${cut(message, LONGEST_TEXT)}</code></p>`}
${stderrOf(stderr)}${adviceOn(result, advice)}${question === undefined ? undefined : questionOf(question)}`;
}

function questionOf({ operation, input }: NonNullable<CaseResult["question"]>): Markup {
  return markup`<details class="more"><summary>what it was asked: ${operation}</summary>
<pre>${lines(cut(pretty(input), LONGEST_TEXT))}</pre></details>\n`;
}

function otherCase(result: CaseResult, advice: RunAdvice): Markup {
  const { id, title } = result;
  return markup`<details class="more"><summary><code>${id}</code> <span class="soft">${title}</span></summary>${caseBody(result, advice)}</details>\n`;
}

function restOf(rest: readonly CaseResult[]): Markup | undefined {
  if (rest.length === 0) return undefined;
  const links = rest.slice(0, LISTED).map(({ id }) => markup`<li><a href="#v-${id}">${id}</a></li>`);
  const more = rest.length > LISTED ? markup`<p class="soft">… all of them are in the list below</p>` : undefined;
  return markup`<details class="more"><summary>${plural(rest.length, "more vector")}</summary><ul class="ids">${links}</ul>${more}</details>\n`;
}

/** JSON on several lines, but each pair of texts on one. */
function pretty(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? "";
  return text.replace(/\[\s+("(?:[^"\\]|\\.)*"),\s+("(?:[^"\\]|\\.)*")\s+\]/g, "[$1, $2]");
}

function stderrOf(text: string | undefined): Markup | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const tail = text.length > LONGEST_TEXT ? `…${text.slice(-LONGEST_TEXT)}` : text;
  return markup`<h3>Its stderr</h3><pre>${lines(tail.trimEnd())}</pre>\n`;
}

function adviceOn(failure: Result, { rerun, baselineEntry }: RunAdvice): Markup {
  const hint = usualCause(failure);
  const entry = baselineEntry?.(failure);
  const why = hint === "" ? undefined : markup`<p class="why"><b>Usually:</b> ${hint}</p>\n`;
  const unexcused =
    failure.unexcused === undefined ? undefined : markup`<p class="why"><b>Not excused:</b> ${failure.unexcused}</p>\n`;
  return markup`${why}${unexcused}${copyable("Run only this", rerun(failure))}${copyable("Entry that excuses it in the baseline", entry)}`;
}

function copyable(title: string, text: string | undefined): Markup | undefined {
  if (text === undefined) return undefined;
  return markup`<p class="soft">${title}</p><div class="run"><pre>${lines(text)}</pre><button type="button" hidden>Copy</button></div>\n`;
}
