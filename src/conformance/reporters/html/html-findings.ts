/** The cards of the HTML report: causes, findings, falsified properties, problems with the driver. */

import type { ShownDifference } from "../../../diagnosis/index.ts";
import { absentTexts, callsOf, commandForPage } from "../../../diagnosis/text/explanation-text.ts";
import { cut, plural } from "../../../redaction/visible.ts";
import type { CaseResult, Cause, Difference, Explained, Result } from "../../runner/index.ts";
import { alternativeLines, causeNames, type ExplainedCause } from "../model/causes.ts";
import { DRIVER_FAILURE_TEXT, problemTitle, type RepeatedProblem } from "../model/driver-problems.ts";
import { type Fact, factsOf, nextSteps } from "../model/facts.ts";
import { type FalsifiedProperty, type Finding, shownFailures } from "../model/findings.ts";
import { groupBy } from "../model/group-by.ts";
import type { RunAdvice } from "../model/reporter.ts";
import { inputText, requestLines } from "../model/request-text.ts";
import { comparison, segmentsMarkup } from "./html-comparison.ts";
import { lines, type Markup, markup } from "./markup.ts";

/** How many vectors of a cause or finding, after the first, are shown with values; the others have a line each. */
const SHOWN = 1;
/** How many vectors have a line each; the others are listed by id. */
const LISTED = 10;
/** Maximum number of characters shown of a message, stderr or an input. */
const LONGEST_TEXT = 4000;

/** The card of a cause: what it is, and the failures that it explains. */
export function causeCard(cause: ExplainedCause, isOpen: boolean, advice: RunAdvice): Markup {
  const { id, what, explains, cases, properties, evidence } = cause;
  const falsified = properties.map(({ id, title }) => markup`<li><code>${id}</code> ${title}</li>\n`);
  const list = falsified.length === 0 ? undefined : markup`<h3>Properties</h3><ul class="ids">${falsified}</ul>\n`;
  return markup`<details class="card" id="cause-${anchorOf(id)}" data-of="${selectors([cause], [...cases, ...properties])}"${isOpen ? markup` open` : undefined}><summary><strong>${what} <code class="id">${id}</code></strong> <span class="count">${plural(explains.length, "failure")}</span>
<span class="meta">${evidence}</span></summary><div class="body">
${causeBody(cause)}${casesOf(cases, advice)}${list}</div></details>\n`;
}

/** The body of the card of a cause: the fix and its code, the difference, the alternatives, and its page. */
function causeBody(cause: Cause): Markup {
  const { id, fix, page, difference } = cause;
  const more = page === undefined ? undefined : markup`<p class="soft">More: <code>${commandForPage(id)}</code></p>\n`;
  return markup`${fix && markup`<p class="why"><b>Fix:</b> ${fix}</p>\n`}${callsOf(cause).map(({ language, call }) => markup`<p class="why"><b>${language}:</b> <code>${call}</code></p>\n`)}${difference && differenceMarkup(difference)}${alternativeLines(cause).map((line) => markup`<p class="why">${line}</p>\n`)}${more}`;
}

/** The difference between what was sent and what was signed, if it is known, because signatures tell a person nothing. */
function shownComparison(difference: Difference | undefined, explained: Explained | undefined): Markup | undefined {
  if (explained?.signed !== undefined && difference?.stage === "signature") return differenceMarkup(explained.signed);
  return difference && comparison(difference);
}

/** A parameter as it was sent and as it was signed. */
function differenceMarkup(difference: ShownDifference): Markup {
  const { name, sent, signed } = difference;
  const [notSent, notSigned] = absentTexts(difference);
  const side = (segments: ShownDifference["sent"], nothing: string): Markup =>
    segments === undefined ? markup`${nothing}` : markup`${name && `${name}=`}${segmentsMarkup(segments)}`;
  return markup`<dl class="compare">
<dt>sent</dt><dd class="mono expected">${side(sent, notSent)}</dd>
<dt>signed</dt><dd class="mono actual">${side(signed, notSigned)}</dd></dl>\n`;
}

/** The id of a cause or rule for attributes: without spaces, and safe even if a report that was read has a hostile id. */
export function anchorOf(id: string): string {
  return id.replace(/[^\w.:+-]/g, "_");
}

/** The attributes by which the filter of the page selects a card. */
function selectors(
  causes: readonly Pick<Cause, "id" | "alternatives">[],
  results: readonly Pick<Result, "rules">[],
): string {
  const names = causes.flatMap(({ id, alternatives }) => [id, ...alternatives.map((one) => one.id)]);
  return [...new Set([...names, ...results.flatMap(({ rules }) => rules)])].map(anchorOf).join(" ");
}

function casesOf([first, ...others]: readonly CaseResult[], advice: RunAdvice): Markup | undefined {
  if (first === undefined) return undefined;
  return markup`${caseBody(first, advice)}${others.slice(0, SHOWN).map((result) => otherCase(result, advice))}${listOf(others.slice(SHOWN))}`;
}

/** The card of a finding: the first vector in full, the next ones folded, and a line for each of the rest. */
export function findingCard(finding: Finding, isOpen: boolean, advice: RunAdvice): Markup {
  const { rule, kind, cases, statement } = finding;
  const origin = rule === undefined ? undefined : markup`<code>${rule.id}</code> · ${rule.level} · ${rule.section} · `;
  return markup`<details class="card" data-of="${selectors([], cases)}"${isOpen ? markup` open` : undefined}><summary><strong>${statement}</strong> <span class="count">${plural(cases.length, "failure")}</span>
<span class="meta">${origin}${kind}</span></summary><div class="body">
${casesOf(cases, advice)}</div></details>\n`;
}

/** The card of a falsified property. */
export function propertyCard(result: FalsifiedProperty, isOpen: boolean, advice: RunAdvice): Markup {
  const { id, title, rules, runs, causes = [] } = result;
  const examples = shownFailures(result).map(
    ({ kind, cases, counterexample, difference, explained }) =>
      markup`<h3>Counterexample (${kind}, ${plural(cases, "case")})</h3>${explained?.differences.map((one) => markup`<p>${one}</p>`)}<pre>${lines(cut(pretty(counterexample.case), LONGEST_TEXT))}</pre>\n${shownComparison(difference, explained)}`,
  );
  return markup`<details class="card" data-of="${selectors(causes, [result])}"${isOpen ? markup` open` : undefined}><summary><strong>${title}</strong> <span class="count">falsified</span>
<span class="meta">${[id, ...result.also].map((one) => markup`<code>${one}</code> `)}· ${plural(runs, "generated case")}</span></summary><div class="body">
<p class="why"><b>Rules:</b> ${ruleLinks(rules)}</p>
${causes.length === 0 ? undefined : causeLinks(causes)}${examples}${nextSteps(result, advice).map(factMarkup)}</div></details>\n`;
}

function ruleLinks(rules: readonly string[]): Markup[] {
  return rules.map((id) => markup`<a href="#rule-${anchorOf(id)}"><code>${id}</code></a> `);
}

function causeLinks(causes: readonly Cause[]): Markup {
  const links = causes.map((cause) => markup`<a href="#cause-${anchorOf(cause.id)}">${causeNames([cause])}</a> `);
  return markup`<p class="why"><b>${causes.length === 1 ? "Cause" : "Causes"}:</b> ${links}</p>\n`;
}

/** The card of a problem with the driver. */
export function problemCard(problem: RepeatedProblem): Markup {
  const { kind, message, stderr } = problem;
  return markup`<details class="card"><summary><strong>${DRIVER_FAILURE_TEXT[kind]}</strong> <span class="count warn">${problemTitle(problem)}</span>
<span class="meta">${cut(message, 200)}</span></summary><div class="body">
<p>${cut(message, LONGEST_TEXT)}</p>${stderrOf(stderr)}</div></details>\n`;
}

function caseBody(result: CaseResult, advice: RunAdvice): Markup {
  const { id, title, rule, rules, causes = [], difference, explained, stderr, question } = result;
  const input = inputText(question);
  const level = rule === undefined ? undefined : markup`${rule.level} · ${rule.section} · ${rule.statement}`;
  return markup`<h3><code>${id}</code> <span class="soft">${title}</span></h3>
<p class="why"><b>Violates:</b> ${ruleLinks(rules)}${level}</p>
${input === "" ? undefined : factMarkup({ label: "input", text: input })}${causes.length > 1 ? causeLinks(causes) : undefined}${shownComparison(difference, explained)}${receivedOf(question)}${factsOf(result).map(factMarkup)}${stderrOf(stderr)}${nextSteps(result, advice).map(factMarkup)}${question === undefined ? undefined : questionOf(question)}`;
}

/** The request that a verifier received. */
function receivedOf(question: CaseResult["question"]): Markup | undefined {
  const request = requestLines(question).join("\n");
  return request === "" ? undefined : markup`<h3>Request</h3><pre>${lines(cut(request, LONGEST_TEXT))}</pre>\n`;
}

function factMarkup({ label, text, isCode = false }: Fact): Markup {
  const title = label.charAt(0).toUpperCase() + label.slice(1);
  return isCode
    ? markup`<p class="soft">${title}</p><div class="run"><pre>${lines(text)}</pre><button type="button" hidden>Copy</button></div>\n`
    : markup`<p class="why"><b>${title}:</b> ${cut(text, LONGEST_TEXT)}</p>\n`;
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
  const items = rest
    .slice(0, LISTED)
    .map(
      ({ id, title, difference }) =>
        markup`<li><code>${id}</code> ${title}${difference && ` (${difference.stage}, character ${difference.index + 1})`}</li>\n`,
    );
  return markup`<details class="more"><summary>${plural(rest.length, "more vector")}</summary><ul class="ids">${items}</ul>${idsByFamily(rest.slice(LISTED))}</details>\n`;
}

/** The ids of vectors by family, without the beginning that they share. */
export function idsByFamily(results: readonly CaseResult[]): Markup | undefined {
  if (results.length === 0) return undefined;
  const families = [...groupBy(results, ({ id }) => id.slice(0, id.lastIndexOf("/") + 1))].map(([family, members]) => {
    const ends = members.map(({ id }) => id.slice(family.length)).join(", ");
    return markup`<li><code>${family}</code> ${ends}</li>\n`;
  });
  return markup`<ul class="ids families">${families}</ul>\n`;
}

/** JSON on several lines, but each pair of texts on one line. */
function pretty(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? "";
  return text.replace(/\[\s+("(?:[^"\\]|\\.)*"),\s+("(?:[^"\\]|\\.)*")\s+\]/g, "[$1, $2]");
}

function stderrOf(text: string | undefined): Markup | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const tail = text.length > LONGEST_TEXT ? `…${text.slice(-LONGEST_TEXT)}` : text;
  return markup`<h3>stderr</h3><pre>${lines(tail.trimEnd())}</pre>\n`;
}
