/**
 * The implementation that a check is about: built in, a module, or a program behind a driver.
 *
 * @module
 */

import { availableParallelism } from "node:os";
import {
  type DoctorReport,
  type Driver,
  type DriverProblem,
  inProcessDriver,
  openDriver,
  openModule,
  runDoctor,
  sideBySide,
} from "../conformance/drivers/index.ts";
import { BUILTIN, builtin, COUNTERSIGN } from "../conformance/implementations/index.ts";
import type { CheckOptions } from "./check-options.ts";
import { UsageError } from "./exit-codes.ts";
import { readNumber, readOptional } from "./read-number.ts";

/** One implementation, not started yet. */
export interface Subject {
  /** The built-in one's name; absent for one from outside. */
  readonly builtin?: string;
  /** Judges the driver of a program before the program is judged; gives back what it found where that is of no use. */
  readonly examine: () => Promise<DoctorReport | undefined>;
  /** Questions that may be open at a time, over all copies. */
  readonly inFlight: number;
  readonly open: (onProblem: (problem: DriverProblem) => void) => Driver;
}

/** What the options and the command behind `--` name. */
export function readSubject(options: CheckOptions, command: readonly string[]): Subject {
  const { module, exec } = options;
  const named = [options.builtin, module, command[0]].filter((one) => one !== undefined);
  if (named.length > 1) throw new UsageError("give one of --builtin, --module and a command behind --, not several");
  if (exec && command.length === 0) throw new UsageError("--exec needs a command behind --");
  if (command.length > 0) return programSubject(command, options);
  if (module !== undefined) return moduleSubject(module, options);
  return builtinSubject(options.builtin ?? COUNTERSIGN);
}

/** A built-in one by its name. */
export function builtinSubject(name: string): Subject {
  const implementation = builtin(name);
  if (implementation !== undefined) {
    return { builtin: name, examine: nothingToExamine, inFlight: 1, open: () => inProcessDriver(implementation) };
  }
  const names = [...BUILTIN.keys()].join(", ");
  throw new UsageError(`--builtin must be one of ${names}, or mutant:<fault>, got ${JSON.stringify(name)}`);
}

async function nothingToExamine(): Promise<undefined> {}

function moduleSubject(file: string, { timeout, inFlight }: CheckOptions): Subject {
  const timeoutMilliseconds = readOptional("--timeout", timeout, 1);
  const given = { file, ...(timeoutMilliseconds === undefined ? {} : { timeoutMilliseconds }) };
  const open = (): Driver => openModule(given);
  return { examine: nothingToExamine, inFlight: readOptional("--in-flight", inFlight, 1) ?? 1, open };
}

const IN_FLIGHT = 64;

function programSubject(
  command: readonly string[],
  { exec, jobs, inFlight, timeout, restarts, doctor = true }: CheckOptions,
): Subject {
  const copies = readNumber("--jobs", jobs ?? "1", 1);
  const each = readOptional("--in-flight", inFlight, 1) ?? (exec ? availableParallelism() : IN_FLIGHT);
  const timeoutMilliseconds = readOptional("--timeout", timeout, 1);
  const budget = readOptional("--restarts", restarts);
  const given = {
    command,
    ...(exec ? { mode: "exec" as const } : {}),
    ...(timeoutMilliseconds === undefined ? {} : { timeoutMilliseconds }),
    ...(budget === undefined ? {} : { restarts: budget }),
  };
  return {
    async examine() {
      // One process for each question has no framing, and no end, of its own.
      if (!doctor || exec) return undefined;
      const report = await runDoctor({ ...given, isQuick: true });
      return report.isUsable ? undefined : report;
    },
    inFlight: copies * each,
    open(onProblem) {
      const start = (): Driver => openDriver({ ...given, onProblem });
      return copies === 1 ? start() : sideBySide([start(), ...Array.from({ length: copies - 1 }, start)]);
    },
  };
}
