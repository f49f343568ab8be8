import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { htmlText } from "../../../src/conformance/reporters/html/html.ts";
import { reportAtEnd } from "../../../src/conformance/reporters/model/record.ts";
import type { RunEvent } from "../../../src/conformance/runner/index.ts";
import { UNSEEN } from "../../edge-cases.ts";
import { advice, causes, everything, failure, start, wrongAcceptance } from "./made.ts";
import { realRun } from "./real-run.ts";

function pageOf(events: readonly RunEvent[], more: object = {}): string {
  let text = "";
  const write = (part: string): void => {
    text += part;
  };
  const reporter = reportAtEnd({ write, ...advice, ...more }, htmlText);
  for (const event of events) reporter.listen(event);
  reporter.finish();
  return text;
}

const headlineOf = (page: string): string => /<h1>(.*?)<\/h1>/.exec(page)![1]!;
const end: RunEvent = { type: "end", milliseconds: 1 };
const one = (verdict: "pass" | "not-offered" | "known-failure"): RunEvent => ({
  type: "case",
  result: { ...failure("", "", 0), verdict },
});

describe("the HTML report", () => {
  test("says the verdict in a sentence", () => {
    expect(headlineOf(pageOf([start(1), one("pass"), end]))).toBe("All answers are correct");
    expect(headlineOf(pageOf([start(1), one("pass"), one("known-failure"), end]))).toBe(
      "All answers are correct except for 1 known failure",
    );
    expect(headlineOf(pageOf([start(1), one("not-offered"), end]))).toBe("No vector was offered");
    expect(headlineOf(pageOf([start(2), { type: "case", result: failure("a", "b", 0) }, end]))).toBe(
      "1 of 2 vectors failed",
    );
    expect(headlineOf(pageOf(everything()))).toBe(
      "13 of 19 vectors failed with 1 cause and 11 findings; 1 property falsified",
    );
    const problem: RunEvent = { type: "driver-problem", kind: "flood", message: "", stderr: "" };
    expect(headlineOf(pageOf([start(1), one("pass"), problem, end]))).toContain("but the driver had problems");
    const stopped: RunEvent = { type: "stopped", reason: "driver-broken", message: "" };
    expect(headlineOf(pageOf([start(1), one("pass"), stopped, end]))).toContain("Stopped early");
  });

  test("shows the request that a verifier got, the policy, the fault and the CVE that it stands for", () => {
    const result = wrongAcceptance();
    const page = pageOf([start(1), { type: "case", result }, end]);
    expect(page).toMatch(/<h3>Request<\/h3><pre>(?:GET|POST) https:/);
    expect(page).toContain(`<b>Policy:</b> ${result.verifier!.policy}`);
    expect(page).toContain(`(${result.verifier!.mistakes[0]!.id})</p>`);
    expect(page).toContain(`<b>As in:</b> ${result.verifier!.cves.join(", ")}`);
    expect(pageOf([start(1), { type: "case", result: failure("a", "b", 0) }, end])).not.toContain("<b>Policy:</b>");
  });

  test("shows a finding with both values, the difference marked and decoded, and the parameters that differ", () => {
    const head = "GET&http%3A%2F%2Fa%2F&a%3D";
    const result = failure(`${head}%252A%26b%3D1`, `${head}*%26b%3D1`, head.length);
    const page = pageOf([start(1), { type: "case", result }, end]);
    expect(page).toContain("<mark>%252A</mark>%26b%3D1");
    expect(page).toContain("<mark>*</mark>%26b%3D1");
    expect(page).toContain("%252A is %2A is *");
    expect(page).toContain(
      '<tr><td class="mono">a</td><td class="mono">%252A</td><td class="mono">*</td></tr>\n</tbody>',
    );
    expect(page).toContain("countersign check --filter request/rfc5849/1");
  });

  test("shows the parameters of a parameter string that differ, whatever was added before them", () => {
    const { difference, ...result } = failure("a=1&c=3", "a=1&b=2&c=4", 4);
    const page = pageOf([
      start(1),
      { type: "case", result: { ...result, difference: { ...difference!, stage: "parameter-string" } } },
      end,
    ]);
    const row = (...cells: string[]) => `<tr>${cells.map((text) => `<td class="mono">${text}</td>`).join("")}</tr>`;
    expect(page).toContain([row("b", "(not here)", "2"), row("c", "3", "4")].join("\n"));
    expect(page).not.toContain(row("a", "1", "1"));
  });

  test("marks each place where values differ, and whole escapes", () => {
    const page = pageOf([start(1), { type: "case", result: failure("a%3Abcde%2Fb", "a%3abcde%2fb", 3) }, end]);
    expect(page).toContain("a<mark>%3A</mark>bcde<mark>%2F</mark>b");
    expect(page).toContain("a<mark>%3a</mark>bcde<mark>%2f</mark>b");
  });

  test("opens the worst cause alone, whatever the order of the run", () => {
    const cases = ["a", "b", "c"].map(
      (id): RunEvent => ({ type: "case", result: failure("a", "b", 0, `request/${id}/1`) }),
    );
    const found = [causes(["request/a/1"], { id: "rare" }), causes(["request/b/1", "request/c/1"], { id: "often" })];
    const both = found.flatMap((event) => (event.type === "causes" ? event.causes : []));
    const page = pageOf([start(3), ...cases, { ...found[0]!, causes: both } as RunEvent, end]);
    expect([...page.matchAll(/<code class="id">(\w+)</g)].map(([, id]) => id)).toEqual(["often", "rare"]);
    expect(page.match(/<details class="card"[^>]* open>/g)).toHaveLength(1);
    expect(page).toMatch(/<details class="card" id="cause-often"[^>]* open>/);
  });

  test("opens the first finding only if there is no cause", () => {
    const case_ = (id: string): RunEvent => ({ type: "case", result: failure("a", "b", 0, `request/${id}/1`) });
    const opened = (page: string) =>
      page.match(/<details class="card"[^>]* open>/g)!.map((one) => one.includes("cause-"));
    expect(opened(pageOf([start(1), case_("a"), end]))).toEqual([false]);
    expect(opened(pageOf([start(2), case_("a"), case_("b"), causes(["request/a/1"]), end]))).toEqual([true]);
  });

  test("lists every vector that did not fail by its verdict, folded, those of a family together", () => {
    const ids = ["request/a/1", "request/a/2", "request/b/1"];
    const page = pageOf([
      start(4),
      ...ids.map((id): RunEvent => ({ type: "case", result: { ...failure("", "", 0, id), verdict: "pass" } })),
      ...everything().filter(({ type }) => type === "case"),
      end,
    ]);
    const list = page.slice(page.indexOf('<section id="vectors">'));
    const listed = [...list.matchAll(/<details class="card"><summary><strong>([\w-]+)</g)].map(
      ([, verdict]) => verdict,
    );
    expect(listed).toEqual(["known-failure", "not-offered", "open", "pass", "refused"]);
    expect(list).toContain("<li><code>request/a/</code> 1, 2</li>");
    expect(list).toContain("<li><code>request/b/</code> 1</li>");
  });

  test("has each cause and each rule of a failure in its filter, and a place for each link", async () => {
    const named = failure("a", "b", 0);
    const found = causes([named.id]);
    const page = pageOf([start(2), { type: "case", result: named }, found, ...(await realRun()).slice(1), end]);
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(` id="${anchor}"`);
    expect(page).toContain('<option value="the-fault">It is wrong</option>');
    expect(page).toContain(`<option value="${named.rules[0]}">`);
    expect(page).toContain(`id="cause-the-fault" data-of="the-fault ${named.rules[0]}"`);
  });

  test("cuts long values, and has them whole beside", () => {
    const long = "x".repeat(5000);
    const page = pageOf([start(1), { type: "case", result: failure(`a${long}`, `b${long}`, 0) }, end]);
    expect(page).toContain("whole values, 5,001 and 5,001 characters");
    expect(page).toContain(`<pre>a${long}</pre>`);
  });

  const expectSmall = (failures: number, most: number): void => {
    const many = Array.from(
      { length: failures },
      (_, at): RunEvent => ({ type: "case", result: failure("a", "b", 0, `request/a/${at}`) }),
    );
    expect(pageOf([start(failures), ...many, end]).length).toBeLessThan(most);
  };
  const SMALL = "stays small with %i failures: less than %i characters";
  test.each([[200, 60_000]])(SMALL, expectSmall);
  test.each([[2000, 100_000]])(SMALL, { tags: ["deep"] }, expectSmall);

  test("names all vectors of a finding, the first in full", () => {
    const ids = Array.from({ length: 30 }, (_, at) => `request/a/${at}`);
    const cases = ids.map((id): RunEvent => ({ type: "case", result: failure("a", "b", 0, id) }));
    const page = pageOf([start(30), ...cases, end]);
    const finding = page.slice(page.indexOf('<details class="card"'));
    expect(finding).toContain("<summary>28 more vectors</summary>");
    const [, list = ""] = /more vectors<\/summary><ul class="ids">(.*?)<\/ul>/s.exec(finding)!;
    const listed = [...list.matchAll(/<li><code>([^<]*)<\/code> .* \(base-string, character 1\)<\/li>/g)];
    expect(listed.map(([, id]) => id)).toEqual(ids.slice(2, 12));
    for (const id of ids.slice(0, 12)) expect(page).toContain(`<code>${id}</code>`);
    const others = Array.from({ length: 18 }, (_, at) => at + 12).join(", ");
    expect(finding).toContain(`<li><code>request/a/</code> ${others}</li>`);
  });

  test("has a row for each finding after the worst, and says where its values are", () => {
    const events = Array.from({ length: 400 }, (_, at): RunEvent => {
      const result = failure("a", "b", 0, `request/a/${at}`);
      const other = { ...result.rule!, id: `rule-${at % 60}` };
      return { type: "case", result: { ...result, rule: other, rules: [other.id] } };
    });
    const page = pageOf([start(400), ...events, end]);
    expect(page.match(/<details class="card" data-of=/g)).toHaveLength(36);
    expect(page).toContain("<h2>24 more findings ");
    expect(page).toContain("check --report json=report.json");
    for (let at = 0; at < 400; at++) expect(page).toMatch(new RegExp(`request/a/(?:</code> [^<]*\\b)?${at}\\b`));
    expect(page.length).toBeLessThan(300_000);
  });

  test("loads nothing and lets nothing run but its own style and script", async () => {
    for (const page of [pageOf(everything()), pageOf(await realRun())]) {
      expect(page).not.toMatch(/\s(?:src|style|on\w+)=(?=["'\w])[^<>]*>/);
      expect(page).not.toMatch(/<(?:link|img|iframe|object|embed|form|base)\b/);
      expect(page.match(/<script>/g)).toHaveLength(1);
      const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!;
      expect(policy).toMatch(/^default-src &#39;none&#39;; /);
      for (const name of ["style", "script"]) {
        const text = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(page)![1]!;
        expect(policy).toContain(createHash("sha256").update(text).digest("base64"));
      }
    }
  });

  test("shows hostile text instead of obeying it", () => {
    const page = pageOf(everything());
    expect(page).not.toMatch(UNSEEN);
    expect(page).not.toContain("javascript:");
    expect(page).toContain("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;");
    expect(page).toContain("\\u{202e}evil");
  });

  test("links an implementation's own address only where it is one of the web", () => {
    const at = (url: string): string =>
      pageOf([
        { type: "start", implementation: { name: "n", version: "1", language: "l", url }, total: 1, properties: 0 },
      ]);
    expect(at("https://example.com/a")).toContain('<a href="https://example.com/a" rel="noreferrer noopener">');
    expect(at("javascript:alert(1)")).not.toContain("alert");
  });
});
