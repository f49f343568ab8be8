/** The text report on captured requests: a block for each rejected request, and a last line. */

import { type CapturedRequest, type Computation, isNamed, isRight } from "../../conformance/capture/index.ts";
import type { ProcessEnd } from "../../conformance/drivers/index.ts";
import { differenceLines, styleOf, type Terminal, visible } from "../../conformance/reporters/index.ts";
import { explanationLines, noticeLine, verdictLine } from "../../diagnosis/text/explanation-text.ts";
import { stageLines } from "../output/stage-lines.ts";

/** The number of requests shown in full. Further rejected requests get one line, further accepted requests none. */
const SHOWN = 20;
/** The number of characters of a text that are shown; enough for most base strings. */
const LONGEST = 2000;
const MOST_PARAMETERS = 60;

/** Returns a function that formats each request; the text is empty for a request that is only counted. */
export function captureReport(terminal: Terminal): (captured: CapturedRequest) => string {
  let shown = 0;
  let wrong = 0;
  return (captured) => {
    if (isRight(captured) && terminal.isQuiet) return "";
    if (isRight(captured) && terminal.isVerbose) return `${block(captured, terminal)}\n`;
    if (isRight(captured)) return ++shown > SHOWN ? "" : `${briefly(captured, terminal)}\n`;
    return ++wrong > SHOWN ? `${shortly(captured, terminal)}\n` : `${block(captured, terminal)}\n`;
  };
}

function headline({ number, method, url, kind }: CapturedRequest): string {
  const parts = [`request ${number}`, `${method} ${url}`.trim(), kind];
  return parts
    .filter((part) => part !== "")
    .map(cut)
    .join("  ");
}

/** A valid request with its notices. */
function briefly(captured: CapturedRequest, { colors }: Terminal): string {
  const notices = captured.explanation?.explanation.notices ?? [];
  const lines = notices.map((notice) => noticeLine(notice, styleOf(colors)));
  return [`${colors.green("✓")} ${headline(captured)}`, ...lines.map((line) => `  ${line}`)].join("\n");
}

function shortly(captured: CapturedRequest, { colors }: Terminal): string {
  const why = isNamed(captured) ? verdictLine(captured.explanation!.explanation) : captured.problems[0]!.code;
  return `${colors.red("✗")} ${headline(captured)}  ${cut(why)}`;
}

function block(captured: CapturedRequest, terminal: Terminal): string {
  const { problems, hints, explanation, computation } = captured;
  const { colors } = terminal;
  const explained = explanation === undefined ? [] : explanationLines(explanation.explanation, styleOf(colors));
  return [
    `${isRight(captured) ? colors.green("✓") : colors.red("✗")} ${colors.bold(headline(captured))}`,
    ...explained.map((line) => `  ${line}`),
    ...problems.flatMap(({ code, message, rule }) => [
      `  ${colors.red(code)}: ${cut(message)}`,
      `    ${rule.id}: ${rule.statement}`,
    ]),
    ...hints.map((hint) => `  ${colors.yellow("hint:")} ${cut(hint)}`),
    // An explanation already shows the difference.
    ...(computation?.difference === undefined || explanation !== undefined
      ? []
      : differenceLines(computation.difference, colors)),
    ...(computation === undefined ? [] : computationLines(computation, terminal).map((line) => `  ${line}`)),
  ].join("\n");
}

function computationLines(computation: Computation, { colors }: Terminal): string[] {
  const { sentSignature, expectedSignature } = computation;
  const signatures = { "signature as sent": sentSignature, "signature expected": expectedSignature };
  return stageLines(computation, signatures, colors, { show: cut, most: MOST_PARAMETERS });
}

function cut(text: string): string {
  return visible(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}

/** The last line, with how the command ended and how many requests are invalid. `end` is absent if no command was run. */
export function lastLine(count: number, wrong: number, end: ProcessEnd | undefined, { colors }: Terminal): string {
  const isGood = count > 0 && wrong === 0 && (end === undefined || !commandFailed(end));
  const mark = isGood ? colors.green("✓") : colors.red("✗");
  const parts = [...(end === undefined ? [] : [`the command ${howEnded(end)}`]), countText(count, wrong)];
  return `${mark} ${parts.join("; ")}\n`;
}

export function commandFailed({ code }: ProcessEnd): boolean {
  return code !== 0;
}

function howEnded({ code, signal }: ProcessEnd): string {
  return code === null ? `was ended by ${signal ?? "a signal"}` : `ended with exit code ${code}`;
}

function countText(count: number, wrong: number): string {
  if (count === 0) return "no request arrived";
  if (count === 1) return wrong === 0 ? "1 request, and it is valid" : "1 request, and it is invalid";
  return wrong === 0 ? `${count} requests, all of them valid` : `${wrong} of ${count} requests are invalid`;
}
