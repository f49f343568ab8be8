/** `countersign doctor`: checks a driver itself, before any check of the implementation. */

import {
  type DoctorCheck,
  type DoctorReport,
  type DriverProblem,
  type Hello,
  openModule,
  type ProcessGroup,
  runDoctor,
  startGroup,
  undeclared,
} from "../../conformance/drivers/index.ts";
import { groupBy, stderrTail, type Terminal, visible } from "../../conformance/reporters/index.ts";
import { questionsFor } from "../../conformance/runner/index.ts";
import {
  loadVectors,
  loadVerificationVectors,
  type VectorInput,
  verificationCases,
} from "../../conformance/vectors/index.ts";
import { COUNTERSIGN } from "../../platform/index.ts";
import { counted, plural } from "../../redaction/visible.ts";
import { readNumber } from "../input/read-number.ts";
import { givenSecretsRedactor } from "../input/secrets.ts";
import type { DoctorCommandOptions } from "../options/doctor.ts";
import { EXIT, type ExitCode, UsageError } from "../process/exit-codes.ts";
import { loggedDriver } from "./implementation.ts";

/**
 * Prints a line for each check. Returns the exit code: 3 if a check found a fault.
 *
 * @param start starts the driver
 */
export async function doctorCommand(
  command: readonly string[],
  { module, timeout = "10000", helloTimeout = "30000", json }: DoctorCommandOptions,
  terminal: Terminal,
  signal?: AbortSignal,
  start: () => ProcessGroup = () => startGroup(command),
): Promise<ExitCode> {
  if (module !== undefined && command.length > 0)
    throw new UsageError("give one of --module and a program after --, not both");
  if (module === undefined && command.length === 0)
    throw new UsageError("doctor needs a driver", `${COUNTERSIGN} doctor -- python3 driver.py`);
  const began = performance.now();
  // A driver can print the secrets in its environment.
  const redactor = givenSecretsRedactor({ showCardData: true });
  const timeoutMilliseconds = readNumber("--timeout", timeout, 1);
  const helloTimeoutMilliseconds = readNumber("--hello-timeout", helloTimeout, 1);
  const examined =
    module === undefined
      ? { start, timeoutMilliseconds, helloTimeoutMilliseconds }
      : openModule({ file: module, timeoutMilliseconds });
  const found = await runDoctor(examined, { signal, ...(terminal.isVerbose && { logged: loggedDriver }) });
  const report = redactor?.value(found) ?? found;
  terminal.out(json ? `${JSON.stringify(report, null, 2)}\n` : doctorText(report, terminal));
  if (!json && !terminal.isQuiet && report.isUsable && report.hello !== undefined)
    terminal.out(askedText(report.hello));
  if (!json && terminal.isVerbose) terminal.out(`took ${Math.round(performance.now() - began)} ms\n`);
  if (signal?.aborted) return EXIT.interrupted;
  return report.isUsable ? EXIT.ok : EXIT.driverBroken;
}

/** The maximum number of reasons in the list. */
const MOST_REASONS = 10;

/** How many vectors `check` asks this implementation, and what each limit in its hello excludes. */
function askedText(hello: Hello): string {
  const vectors = [...loadVectors(), ...verificationCases(loadVerificationVectors()).cases];
  const outside = (input: VectorInput): string | undefined => undeclared(hello, input);
  const questions = questionsFor(vectors, hello, outside);
  const reasons = groupBy(questions, ({ notOffered }) => notOffered ?? "");
  const asked = reasons.get("")?.length ?? 0;
  reasons.delete("");
  const lines = [...reasons]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([reason, { length }]) => `  ${counted(length)} not: ${visible(reason)}`);
  const more = lines.length - MOST_REASONS;
  return [
    `check asks ${counted(asked)} of ${plural(vectors.length, "vector")}`,
    ...lines.slice(0, MOST_REASONS),
    ...(more > 0 ? [`  and others for ${plural(more, "more reason")}`] : []),
    "",
  ].join("\n");
}

/** Formats the report as text. */
export function doctorText({ checks, hello, isUsable, stderr }: DoctorReport, terminal: Terminal): string {
  const { colors, isQuiet = false, isVerbose = false } = terminal;
  const made = checks.filter(({ verdict, message }) => verdict !== "skipped" || message !== undefined);
  const shown = isVerbose ? checks : made.filter(({ verdict }) => !isQuiet || verdict === "fault");
  const lines = [
    ...(hello === undefined || isQuiet ? [] : [colors.bold(visible(nameOf(hello.implementation)))]),
    ...shown.map((check) => checkText(check, colors)),
  ];
  if (made.length < checks.length && !isVerbose) {
    lines.push(colors.dim(`· ${checks.length - made.length} more checks did not run`));
  }
  if (!isUsable || isVerbose) lines.push(...stderrTail(stderr, colors));
  if (isQuiet && isUsable) lines.push(`${colors.green("✓")} no fault found`);
  return `${lines.join("\n")}\n`;
}

function nameOf({ name, version, language }: NonNullable<DoctorReport["hello"]>["implementation"]): string {
  return [name, version, language && `(${language})`].filter((part) => part !== "").join(" ");
}

function checkText({ id, title, verdict, message, hint }: DoctorCheck, colors: Terminal["colors"]): string {
  const mark = { ok: colors.green("✓"), warning: colors.yellow("!"), fault: colors.red("✗"), skipped: colors.dim("·") };
  return [
    `${mark[verdict]} ${title} ${colors.dim(`(${id})`)}`,
    ...(message === undefined ? [] : [`    ${visible(message)}`]),
    ...(hint === undefined ? [] : [`    hint: ${hint}`]),
  ].join("\n");
}

/** How a check treats a driver, and how the reports describe it. */
export interface DoctorFinding {
  /** Whether the run cannot start. With other problems it continues, with the exit code of a broken driver. */
  readonly isBroken: boolean;
  /** Contains at least one entry if the driver is broken. */
  readonly problems: readonly DriverProblem[];
}

/** If one of these checks fails, no question can be asked. */
const NEEDED_TO_ASK: readonly string[] = ["hello", "answers"];

/** If the nonce is not signed or a letter changes, the library may be at fault, not the driver. */
const MAY_BE_THE_IMPLEMENTATION: readonly string[] = ["nonce-and-timestamp", "utf-8"];

/**
 * How a check continues after its doctor: `usable` if the doctor found no fault or did not run. With some faults the run
 * cannot start, and with others it continues but fails. Some may be faults of the implementation, which the vectors show
 * better.
 */
export function doctorFinding(report: DoctorReport | undefined): DoctorFinding {
  if (report === undefined) return { isBroken: false, problems: [] };
  const { checks, stderr } = report;
  const faults = checks.filter(({ verdict, id }) => verdict === "fault" && !MAY_BE_THE_IMPLEMENTATION.includes(id));
  const problems = faults.map(({ id, message, hint, kind = "malformed-answer" }) => ({
    kind,
    message: `${message} (doctor: ${id})${hint === undefined ? "" : `; ${hint}`}`,
    stderr,
  }));
  return { isBroken: faults.some(({ id }) => NEEDED_TO_ASK.includes(id)), problems };
}
