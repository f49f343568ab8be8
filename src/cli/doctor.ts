/**
 * `countersign doctor`: judges a driver before the implementation behind it.
 *
 * @module
 */

import { type DoctorCheck, type DoctorReport, runDoctor } from "../conformance/drivers/index.ts";
import { stderrLines, type Terminal, visible } from "../conformance/reporters/index.ts";
import { EXIT, UsageError } from "./exit-codes.ts";
import { readMilliseconds } from "./milliseconds.ts";

/** What the command takes. */
export interface DoctorCommandOptions {
  /** Milliseconds. @default "10000" */
  readonly timeout?: string;
  /** Milliseconds. @default "30000" */
  readonly helloTimeout?: string;
  readonly json?: boolean;
}

/** Prints a line for each check; exit code 3 where one found a fault. */
export async function doctorCommand(
  command: readonly string[],
  { timeout = "10000", helloTimeout = "30000", json }: DoctorCommandOptions,
  terminal: Terminal,
): Promise<number> {
  if (command.length === 0) {
    throw new UsageError("doctor needs a driver to judge", "countersign doctor -- python3 driver.py");
  }
  const report = await runDoctor({
    command,
    timeoutMilliseconds: readMilliseconds("--timeout", timeout),
    helloTimeoutMilliseconds: readMilliseconds("--hello-timeout", helloTimeout),
  });
  terminal.out(json ? `${JSON.stringify(report, null, 2)}\n` : doctorText(report, terminal));
  return report.isUsable ? EXIT.ok : EXIT.driverBroken;
}

/** The report for a person. */
export function doctorText({ checks, hello, isUsable, stderr }: DoctorReport, { colors }: Terminal): string {
  const about = hello === undefined ? [] : [colors.bold(visible(nameOf(hello.implementation)))];
  const made = checks.filter(({ verdict, message }) => verdict !== "skipped" || message !== undefined);
  const lines = [...about, ...made.map((check) => checkText(check, colors))];
  if (made.length < checks.length) lines.push(colors.dim(`· ${checks.length - made.length} more checks need this one`));
  if (!isUsable) lines.push(...stderrLines(stderr, colors));
  return `${lines.join("\n")}\n`;
}

function nameOf({ name, version, language }: NonNullable<DoctorReport["hello"]>["implementation"]): string {
  return `${name} ${version}${language === "" ? "" : ` (${language})`}`;
}

function checkText({ id, title, verdict, message, hint }: DoctorCheck, colors: Terminal["colors"]): string {
  const mark = { ok: colors.green("✓"), warning: colors.yellow("!"), fault: colors.red("✗"), skipped: colors.dim("·") };
  const told = message === undefined ? "" : `\n    ${visible(message)}`;
  const cure = hint === undefined ? "" : `\n    hint: ${hint}`;
  return `${mark[verdict]} ${title} ${colors.dim(`(${id})`)}${told}${cure}`;
}
