/**
 * Writes docs/data/interop.html: one file that shows the scoreboard to people. All text goes through `markup`, which escapes it. The
 * content security policy allows only the style and the script of this page.
 */

import { htmlDocument } from "../../src/conformance/reporters/html-document.ts";
import { type Markup, markup } from "../../src/conformance/reporters/markup.ts";
import { plural } from "../../src/redaction/visible.ts";
import type { Example } from "./example.ts";
import { SCRIPT } from "./page-script.ts";
import { STYLE } from "./page-style.ts";
import type { VerifierFinding, VerifierResult } from "./probe-verifier.ts";
import { type Counts, type Finding, type ListedCause, pageOf, type Result, type Scoreboard } from "./scoreboard.ts";

/** The page as HTML. */
export function page(scoreboard: Scoreboard): string {
  const { implementations } = scoreboard;
  return htmlDocument({
    title: markup`How ${implementations.length} implementations sign OAuth 1.0 requests`,
    style: STYLE,
    script: SCRIPT,
    hasStyleAttributes: true,
    body: markup`${top(scoreboard)}
<main>
${filters(scoreboard)}
<h2>Implementations</h2>
<p>Every number is of vectors. <i>Not offered</i> means that the interface has no place for such an input.</p>
<p><span class="key good">right</span><span class="key bad">differs</span><span class="key maybe">differs where the RFC is open</span></p>
<div class="scroll">${table(implementations)}</div>
<h2>Causes</h2>
<p>The number of vectors that differ, by cause. Select a number to see the smallest example: the input, the value that RFC 5849 requires, and the answer.</p>
<div class="scroll">${matrix(scoreboard)}</div>
<h2>Verifiers</h2>
<p>The valid requests that a small server on each verifier rejected, by check of <code>countersign probe</code>. What a server accepted beyond RFC 5849 is shown only where a public address describes it already.</p>
${scoreboard.verifiers.map(verifier)}
<h2>Examples</h2>
<p>The smallest example of each cause, by implementation. Each holds for the version, the day and the driver that are named.</p>
${implementations.map((one) => examples(one, scoreboard))}
</main>
<dialog id="example"><h3></h3><div></div><form method="dialog"><button type="submit">Close</button></form></dialog>
<footer>Written by <code>npm run interop</code>. The data is in <a href="interop.json">interop.json</a>. This file works offline.</footer>`,
  }).html;
}

function top({ implementations, causes, vectors, notHere }: Scoreboard): Markup {
  const languages = new Set(implementations.map(({ language }) => language)).size;
  const figure = (number: number, text: string): Markup => markup`<li><b>${number}</b>${text}</li>`;
  const answers = implementations.reduce((sum, { counts }) => sum + counts.asked, 0);
  const absent =
    notHere.length === 0
      ? undefined
      : markup`<p class="soft">Not here, because packages were not installed: ${notHere.map(({ id }) => id).join(", ")}.</p>`;
  return markup`<header>
<h1>How ${implementations.length} implementations sign OAuth 1.0 requests</h1>
<p>Countersign asked each implementation the same questions about RFC 5849, through a small driver. This page says what they answered, not how good they are: most differences concern inputs that few programs send. </p>
<ul class="figures">${figure(implementations.length, "implementations")}${figure(languages, "languages")}${figure(vectors, "vectors for signers")}${figure(answers, "answers compared")}${figure(causes.filter(({ kind }) => kind === "mistake").length, "causes with a name")}</ul>
${absent}</header>`;
}

function filters({ implementations }: Scoreboard): Markup {
  const languages = [...new Set(implementations.map(({ language }) => language))];
  return markup`<div class="filters" hidden>
<input id="search" type="search" placeholder="Implementation or cause" aria-label="Implementation or cause">
<select id="language" aria-label="Language"><option value="">All languages</option>${languages.map((one) => markup`<option>${one}</option>`)}</select>
<select id="kind" aria-label="Causes"><option value="">All causes</option><option value="mistake">Known mistakes</option><option value="rule">By rule</option></select>
<span id="shown" class="soft" role="status"></span>
</div>`;
}

function table(implementations: readonly Result[]): Markup {
  return markup`<table id="implementations">
<thead><tr><th>Implementation</th><th></th><th>Language</th><th>Asked</th><th>Right</th><th>Differs</th><th>RFC open</th><th>Not offered</th><th>Properties</th></tr></thead>
<tbody>
${implementations.map(implementationRow)}</tbody>
</table>`;
}

function implementationRow({ id, name, version, language, runtime, counts, properties }: Result): Markup {
  const { asked, right, differs, open, notOffered } = counts;
  const all = properties.passed + properties.falsified.length;
  return markup`<tr data-language="${language}" data-text="${name} ${language}"><th><a href="#of-${id}">${name}</a> <span class="version">${version}</span></th><td>${bar(counts)}</td><td>${language} ${runtime}</td><td>${asked}</td><td>${right}</td><td>${differs}</td><td>${open}</td><td>${notOffered}</td><td>${all === 0 ? "·" : `${properties.passed} of ${all}`}</td></tr>
`;
}

function bar({ asked, right, differs, open }: Counts): Markup {
  const part = (kind: string, count: number): Markup =>
    count === 0 ? markup`` : markup`<i class="${kind}" style="flex-grow: ${{ html: `${count}` }}"></i>`;
  const label = `${right} of ${asked} right`;
  return markup`<span class="bar" role="img" aria-label="${label}" title="${label}">${part("right", right)}${part("open", open)}${part("differs", differs)}</span>`;
}

function matrix({ causes, implementations }: Scoreboard): Markup {
  const body = (kind: ListedCause["kind"], title: string): Markup => markup`<tbody>
<tr class="group"><th>${title}</th></tr>
${causes.filter((cause) => cause.kind === kind).map((cause) => causeRow(cause, implementations))}</tbody>
`;
  const heads = implementations.map(({ name }) => markup`<th><span>${name}</span></th>`);
  return markup`<table id="matrix">
<thead><tr><th>Cause</th>${heads}</tr></thead>
${body("mistake", "Known mistakes")}${body("rule", "Without a known mistake, by rule")}</table>`;
}

function causeRow(cause: ListedCause, implementations: readonly Result[]): Markup {
  const { id, kind, title } = cause;
  const address = pageOf(cause);
  const cells = implementations.map((one) => {
    const finding = one.differs.find(({ cause }) => cause === id);
    return finding === undefined ? markup`<td></td>` : markup`<td>${numberButton(finding, one)}</td>`;
  });
  return markup`<tr data-kind="${kind}" data-text="${title} ${id}"><th>${address === undefined ? title : markup`<a href="${address}">${title}</a>`}</th>${cells}</tr>
`;
}

/** The more vectors, the stronger the colour. */
function numberButton({ cause, count }: Finding, { id, name }: Result): Markup {
  const strength = Math.min(0.5, 0.08 + Math.log10(count) * 0.17).toFixed(2);
  return markup`<button type="button" data-example="${exampleId(id, cause)}" style="--strength: ${strength}" aria-label="${name}: ${String(count)}">${count}</button>`;
}

function verifier({
  name,
  version,
  language,
  date,
  countersign,
  note,
  cases,
  rejects,
  accepts,
}: VerifierResult): Markup {
  const item = ({ title, rule, cases }: VerifierFinding): Markup =>
    markup`<dt>${title} (${rule})</dt><dd>${cases.join(", ")}</dd>`;
  const described = accepts.map(
    (one) =>
      markup`<dt>accepted, as <a href="${one.described}">a public issue</a> describes: ${one.title}</dt><dd>${one.cases.join(", ")}</dd>`,
  );
  return markup`<details><summary>${name} ${version} · ${language} · ${plural(cases, "case")}, measured on ${date} with Countersign ${countersign}</summary><p class="soft">${note}</p><dl>${rejects.map(item)}${described}</dl></details>
`;
}

function exampleId(id: string, cause: string): string {
  return `example-${id}-${cause}`;
}

function examples(result: Result, { causes }: Scoreboard): Markup {
  const { id, name, version, language, date, countersign, driver, note, differs, open, properties } = result;
  const titles = new Map(causes.map((cause) => [cause.id, cause.title]));
  const item = ({ cause, count, example }: Finding, element: string, text: string): Markup =>
    markup`<details id="${element}"><summary>${name} ${version} · ${titles.get(cause) ?? cause}: ${plural(count, "vector")}${text}</summary>${rows(example)}</details>
`;
  const falsified =
    properties.falsified.length === 0
      ? undefined
      : markup`<p class="soft">Properties with a counterexample: ${properties.falsified.join(", ")}.</p>`;
  return markup`<section id="of-${id}"><h3>${name} ${version} <span class="soft">${language} · <a href="../../${driver}">driver</a> · measured on ${date} with Countersign ${countersign}</span></h3>
${note === undefined ? undefined : markup`<p class="soft">${note}</p>`}${differs.length === 0 ? markup`<p>Every answer is correct.</p>` : undefined}${differs.map((one) => item(one, exampleId(id, one.cause), ""))}${open.map((one) => item(one, exampleId(id, `${one.cause}-open`), ", where the RFC is open"))}${falsified}</section>
`;
}

function rows({ vector, title, input, baseString, stage, expected, actual, message }: Example): Markup {
  const row = (label: string, value: string | undefined): Markup =>
    value === undefined ? markup`` : markup`<dt>${label}</dt><dd>${value}</dd>`;
  const differing = stage === undefined ? "" : ` (${stage})`;
  return markup`<dl>${row("Asked", input)}${row("Correct base string", baseString)}${row(`RFC 5849 requires${differing}`, expected)}${row("Answer", actual)}${row("Message", message)}${row("Vector", `${vector}: ${title}`)}</dl>`;
}
