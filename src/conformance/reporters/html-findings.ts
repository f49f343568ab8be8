/** The cards of the HTML report: causes, findings, falsified properties, problems with the driver. */

import { cut, plural } from "../../redaction/visible.ts";
import type { CaseResult, PropertyResult, Result } from "../runner/index.ts";
import { causeLines, causeNames, causeTitle, type ExplainedCause } from "./causes.ts";
import { DRIVER_FAILURE_TEXT, problemTitle, type RepeatedProblem } from "./driver-problems.ts";
import type { Finding } from "./findings.ts";
import { usualCause } from "./hints.ts";
import { comparison } from "./html-comparison.ts";
import { lines, type Markup, markup } from "./markup.ts";
import type { RunAdvice } from "./reporter.ts";
import { requestLines } from "./request-text.ts";

/** Cards that are open at first. */
const OPEN = 2;
/** Vectors of one finding that are shown with their values, and by their ids. */
const SHOWN = 20;
const LISTED = 200;
/** Characters of a message, of stderr and of an input that are shown. */
const LONGEST_TEXT = 4000;

/** The card of a cause: what it is, and the failures that it explains. */
export function causeCard(cause: ExplainedCause, at: number, advice: RunAdvice): Markup {
  const { explains, cases, properties, evidence } = cause;
  const explained = causeLines(cause).map((line) => markup`<p class="why">${line}</p>\n`);
  const falsified = properties.map(({ id, title }) => markup`<li><code>${id}</code> ${title}</li>`);
  const list = falsified.length === 0 ? undefined : markup`<h3>Properties</h3><ul class="ids">${falsified}</ul>\n`;
  return markup`<details class="card"${at < OPEN ? markup` open` : undefined}><summary><strong>${causeTitle(cause)}</strong> <span class="count">${plural(explains.length, "failure")}</span>
<span class="meta">${evidence}</span></summary><div class="body">
${explained}${casesOf(cases, advice)}${list}</div></details>\n`;
}

function casesOf([first, ...others]: readonly CaseResult[], advice: RunAdvice): Markup | undefined {
  if (first === undefined) return undefined;
  return markup`${caseBody(first, advice)}${others.slice(0, SHOWN).map((result) => otherCase(result, advice))}${listOf(others.slice(SHOWN))}`;
}

/** The card of a finding: the first vector open, the next ones closed, the rest by id. */
export function findingCard(finding: Finding, at: number, advice: RunAdvice): Markup {
  const { rule, kind, cases, statement } = finding;
  const origin = rule === undefined ? undefined : markup`<code>${rule.id}</code> · ${rule.level} · ${rule.section} · `;
  return markup`<details class="card"${at < OPEN ? markup` open` : undefined}><summary><strong>${statement}</strong> <span class="count">${plural(cases.length, "failure")}</span>
<span class="meta">${origin}${kind}</span></summary><div class="body">
${casesOf(cases, advice)}</div></details>\n`;
}

/** The card of a falsified property. */
export function propertyCard(result: PropertyResult, at: number, advice: RunAdvice): Markup {
  const { id, title, rules, counterexample, difference, runs, causes, failures = [] } = result;
  const shown = failures.length > 0 ? failures : [{ kind: undefined, counterexample, difference }];
  const examples = shown.map(
    ({ kind, ...one }) =>
      markup`<h3>Counterexample${kind && ` (${kind})`}</h3><pre>${lines(cut(pretty(one.counterexample?.case), LONGEST_TEXT))}</pre>\n${one.difference && comparison(one.difference)}`,
  );
  return markup`<details class="card"${at < OPEN ? markup` open` : undefined}><summary><strong>${title}</strong> <span class="count">falsified</span>
<span class="meta"><code>${id}</code> · ${plural(runs, "generated case")} · ${rules.join(", ")}</span></summary><div class="body">
${causes === undefined ? undefined : markup`<p class="why"><b>Cause:</b> ${causeNames(causes)}</p>\n`}${examples}${adviceOn(result, advice)}</div></details>\n`;
}

/** The card of a problem with the driver. */
export function problemCard(problem: RepeatedProblem): Markup {
  const { kind, message, stderr } = problem;
  return markup`<details class="card"><summary><strong>${DRIVER_FAILURE_TEXT[kind]}</strong> <span class="count warn">${problemTitle(problem)}</span>
<span class="meta">${cut(message, 200)}</span></summary><div class="body">
<p>${cut(message, LONGEST_TEXT)}</p>${stderrOf(stderr)}</div></details>\n`;
}

function caseBody(result: CaseResult, advice: RunAdvice): Markup {
  const { id, title, difference, message, stderr, question } = result;
  return markup`<h3><a href="#v-${id}">${id}</a> <span class="soft">${title}</span></h3>
${difference === undefined ? undefined : comparison(difference)}${message === undefined ? undefined : markup`<p>Message: <code>${cut(message, LONGEST_TEXT)}</code></p>`}
${verifierOf(result)}${stderrOf(stderr)}${adviceOn(result, advice)}${question === undefined ? undefined : questionOf(question)}`;
}

/** The request that a verifier got, the policy, and what a wrong verdict shows. */
function verifierOf({ question, verifier }: CaseResult): Markup | undefined {
  if (verifier === undefined) return undefined;
  const { policy, mistakes, cves } = verifier;
  const detected = mistakes.map(
    ({ id, what }) => markup`<p class="why"><b>Detects:</b> <code>${id}</code> ${what}</p>\n`,
  );
  const known = cves.length === 0 ? undefined : markup`<p class="why"><b>As in:</b> ${cves.join(", ")}</p>\n`;
  return markup`<h3>Request</h3><pre>${lines(cut(requestLines(question).join("\n"), LONGEST_TEXT))}</pre>
<p class="why"><b>Policy:</b> ${policy}</p>\n${detected}${known}`;
}

function questionOf({ operation, input }: NonNullable<CaseResult["question"]>): Markup {
  return markup`<details class="more"><summary>question: ${operation}</summary>
<pre>${lines(cut(pretty(input), LONGEST_TEXT))}</pre></details>\n`;
}

function otherCase(result: CaseResult, advice: RunAdvice): Markup {
  const { id, title } = result;
  return markup`<details class="more"><summary><code>${id}</code> <span class="soft">${title}</span></summary>${caseBody(result, advice)}</details>\n`;
}

function listOf(rest: readonly CaseResult[]): Markup | undefined {
  if (rest.length === 0) return undefined;
  const links = rest.slice(0, LISTED).map(({ id }) => markup`<li><a href="#v-${id}">${id}</a></li>`);
  const more = rest.length > LISTED ? markup`<p class="soft">The list below has all of them.</p>` : undefined;
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
  return markup`<h3>stderr</h3><pre>${lines(tail.trimEnd())}</pre>\n`;
}

function adviceOn(failure: Result, { rerun, baselineEntry }: RunAdvice): Markup {
  const line = (title: string, text: string | undefined): Markup | undefined =>
    text ? markup`<p class="why"><b>${title}:</b> ${text}</p>\n` : undefined;
  const copyable = (title: string, text: string | undefined): Markup | undefined =>
    text === undefined
      ? undefined
      : markup`<p class="soft">${title}</p><div class="run"><pre>${lines(text)}</pre><button type="button" hidden>Copy</button></div>\n`;
  return markup`${line("Usual cause", usualCause(failure))}${line("Not suppressed", failure.notSuppressed)}${copyable("Run only this", rerun(failure))}${copyable("Baseline entry that suppresses this failure", baselineEntry?.(failure))}`;
}
