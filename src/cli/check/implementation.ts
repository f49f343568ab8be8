/** The implementation under test: a built-in one, a module, or a program behind a driver. */

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { isAbsolute, relative, resolve, sep } from "node:path";
import {
  type DoctorReport,
  DRIVER_DEFAULTS,
  type Driver,
  type DriverProblem,
  inProcessDriver,
  openDriver,
  openModule,
  runDoctor,
  sideBySide,
  startGroup,
} from "../../conformance/drivers/index.ts";
import { BUILTIN, loadBuiltin } from "../../conformance/implementations/index.ts";
import { type Answer, defined, writeInput } from "../../conformance/vectors/index.ts";
import { FAULTS, languageOfCommand } from "../../faults/index.ts";
import { COUNTERSIGN } from "../../platform/index.ts";
import { readNumber, readOptional } from "../input/read-number.ts";
import { unknownName } from "../input/similar-names.ts";
import type { CheckOptions } from "../options/check.ts";
import { logMessage } from "../output/terminal.ts";
import { UsageError } from "../process/exit-codes.ts";

/** An implementation that has not been started yet. */
export interface ImplementationUnderTest {
  /** The name of a built-in implementation. */
  readonly builtin?: string;
  /** Checks the driver itself. Returns the findings of the doctor if there is a fault, and `undefined` otherwise. */
  readonly examine: (signal?: AbortSignal) => Promise<DoctorReport | undefined>;
  /** The language that a program's command shows; its hello may name another language. */
  readonly language?: string | undefined;
  /** Path of the driver's source, if it is known. */
  readonly file?: string | undefined;
  /** The number of questions that may be open at a time, in all copies together. */
  readonly inFlight: number;
  readonly open: (onProblem: (problem: DriverProblem) => void) => Driver;
}

/**
 * Reads which implementation the options and the program after `--` name. There is no default, because a command that lost its
 * program would then check this package and pass.
 */
export async function readImplementation(
  options: CheckOptions,
  program: readonly string[],
): Promise<ImplementationUnderTest> {
  const { builtin, module, exec } = options;
  const named = [builtin, module, program[0]].filter((one) => one !== undefined);
  if (named.length > 1) throw new UsageError("give one of --builtin, --module and a program after --, not several");
  if (exec && program.length === 0) {
    throw new UsageError("--exec needs a program after --", `${COUNTERSIGN} check --exec -- python3 driver.py`);
  }
  if (program.length > 0) return ofProgram(program, options);
  if (module !== undefined) return ofModule(module, options);
  if (builtin !== undefined) return loadBuiltIn(builtin);
  throw new UsageError(
    "check needs an implementation: a program after --, --module or --builtin",
    `${COUNTERSIGN} check -- python3 driver.py; or, to check this package: ${COUNTERSIGN} check --builtin countersign`,
  );
}

/** Loads a built-in implementation by its name. */
async function loadBuiltIn(name: string): Promise<ImplementationUnderTest> {
  const implementation = await loadBuiltin(name);
  if (implementation === undefined) throw unknownBuiltin(name);
  return { builtin: name, examine: async () => undefined, inFlight: 1, open: () => inProcessDriver(implementation) };
}

function unknownBuiltin(name: string): UsageError {
  const names = [...BUILTIN.keys()];
  const message = `--builtin must be one of ${names.join(", ")}, or mutant:<fault>, got ${JSON.stringify(name)}`;
  const [, ids] = /^mutant:(.*)$/s.exec(name) ?? [];
  if (ids === undefined) return unknownName(message, name, names);
  const faults = FAULTS.map(({ id }) => id);
  const unknown = ids.split("+").find((id) => !faults.includes(id)) ?? ids;
  return unknownName(message, unknown, faults, `to list all faults, run: ${COUNTERSIGN} faults list`);
}

function ofModule(file: string, { timeout, inFlight }: CheckOptions): ImplementationUnderTest {
  const timeoutMilliseconds = readOptional("--timeout", timeout, 1);
  const given = defined({ file, timeoutMilliseconds });
  return {
    file: shownPath(file),
    examine: async () => undefined,
    inFlight: readOptional("--in-flight", inFlight, 1) ?? 1,
    open: () => openModule(given),
  };
}

/** The first text file that the command names: the program, or the script for an interpreter. */
function sourceOf(command: readonly string[]): string | undefined {
  const file = command.find(isTextFile);
  return file === undefined ? undefined : shownPath(file);
}

/** The octets to read from the beginning of a file; in a binary program, there is a zero among them. */
const BEGINNING = 4096;

/** Whether a file contains text; false if it cannot be read: a name in annotations is not worth an error. */
function isTextFile(path: string): boolean {
  let file: number | undefined;
  try {
    if (!statSync(path).isFile()) return false;
    file = openSync(path, "r");
    const octets = Buffer.alloc(BEGINNING);
    return !octets.subarray(0, readSync(file, octets)).includes(0);
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * A path relative to the checkout, because CI systems match paths with the files of a repository. GitHub Actions names the
 * checkout; elsewhere, the working folder counts as the checkout. The path of a file outside the checkout is unchanged.
 */
function shownPath(path: string): string {
  const inside = relative(process.env.GITHUB_WORKSPACE ?? process.cwd(), resolve(path));
  // On Windows, the path to another drive is absolute.
  return inside.startsWith("..") || isAbsolute(inside) ? path : inside.replaceAll(sep, "/");
}

const IN_FLIGHT = 64;

function ofProgram(command: readonly string[], options: CheckOptions): ImplementationUnderTest {
  const { exec, jobs, inFlight, timeout, doctor = true } = options;
  const copies = readNumber("--jobs", jobs ?? "1", 1);
  const each = readOptional("--in-flight", inFlight, 1) ?? (exec ? availableParallelism() : IN_FLIGHT);
  const timeoutMilliseconds = readOptional("--timeout", timeout, 1);
  const restarts = readOptional("--restarts", options.restarts);
  const mode = exec ? ("exec" as const) : undefined;
  const given = defined({ command, mode, timeoutMilliseconds, restarts });
  return {
    language: languageOfCommand(command),
    file: sourceOf(command),
    async examine(signal) {
      // With one process for each question, the driver neither frames messages nor ends a session itself.
      if (!doctor || exec) return undefined;
      const program = { ...DRIVER_DEFAULTS, ...given, start: () => startGroup(command) };
      const report = await runDoctor(program, { isQuick: true, signal });
      return report.isUsable ? undefined : report;
    },
    inFlight: copies * each,
    open(onProblem) {
      const start = (): Driver => openDriver({ ...given, onProblem });
      return copies === 1 ? start() : sideBySide([start(), ...Array.from({ length: copies - 1 }, start)]);
    },
  };
}

/** For `--verbose`: logs every question and answer of a driver to stderr, with the time that the answer took. */
export function loggedDriver(driver: Driver): Driver {
  let questions = 0;
  return {
    ...driver,
    ask(input) {
      const number = ++questions;
      const asked = performance.now();
      const log = (answer: Answer): Answer => {
        const milliseconds = (performance.now() - asked).toFixed(1);
        logMessage(`< ${number} ${JSON.stringify(answer)} (${milliseconds} ms)`);
        return answer;
      };
      logMessage(`> ${number} ${JSON.stringify({ operation: input.operation, input: writeInput(input) })}`);
      const answer = driver.ask(input);
      return answer instanceof Promise ? answer.then(log) : log(answer);
    },
  };
}
