/** `countersign check`: its options and its help text. */

import { type Command, Option } from "commander";
import { REPORTER_NAMES } from "../../conformance/reporters/reporters.ts";
import type { CheckOptions } from "../check/plan.ts";
import { abortOnSignal } from "../output/interruption.ts";
import { processTerminal, type Verbosity } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { addVerbosity, collect, describeExits, finish, programAfterDashes } from "./command.ts";
import { FILTER, VECTORS } from "./vectors.ts";

export function addCheck(program: Command): void {
  const command = program
    .command("check")
    .description(
      "run vectors and properties against an implementation: a program after --, a module, or a built-in one; for a program that sends requests, see capture --vary",
    )
    .argument("[program...]", "a driver and its arguments, after --; they do not pass through a shell")
    .option(
      "--builtin <name>",
      "countersign (this package), model, oauth-1.0a, node-forge, or mutant:<fault>[+<fault>]",
    )
    .option("--module <file>", "a module that exports an implementation")
    .option("--exec", "start the program once for each question")
    .option("--jobs <number>", "copies of the program; the questions are spread over them", "1")
    .option("--in-flight <number>", "open questions for each copy (default: 64; with --exec one for each processor)")
    .option("--timeout <ms>", "maximum wait for an answer (default: 10000)")
    .option("--restarts <number>", "how often the program may be restarted (default: 10)")
    .option("--profile <name>", "only the vectors and properties of a profile: gateway or rfc5849")
    .option("--quick", "only the core vectors, which detect every known fault, and no properties")
    .addOption(
      new Option(
        "--exhaustive",
        "only all requests with at most two parameters of hard characters; takes minutes",
      ).conflicts(["quick", "replay", "filter", "runs", "seed"]),
    )
    .option(...FILTER)
    .option(...VECTORS)
    .option("--runs <number>", "generated cases for each property; 0 skips the properties", "100")
    .option("--seed <number>", "seed of the generated cases, modulo 2^31; required in CI (default: random)")
    .option("--replay <property:seed:index>", "only this generated case")
    .option("--counterexamples <folder>", "run the cases of this folder first, and save new ones to it")
    .addOption(
      new Option("--open <what>", "where RFC 5849 is open: accept other answers, list them (warn), or fail")
        .choices(["accept", "warn", "fail"])
        .default("accept"),
    )
    .option("--max-failures <number>", "end the run after this many failures")
    .option("--min-run <number>", "exit 4 if fewer vectors were checked", "0")
    .option("--baseline <file>", "known failures: only new ones fail; exit 5 if entries are stale")
    .option("--update-baseline", "rewrite the baseline; entries that remain keep their reasons")
    .option("--no-doctor", "do not check the driver first")
    .option("--reference <command>", "also compare the expected values with this driver or module; repeatable", collect)
    .option("--no-references", "do not compare the expected values with oauth-1.0a and node-forge")
    .option("--no-causes", "do not search for the known mistakes behind the failures")
    .option("--report <format[=file]>", `${REPORTER_NAMES.join(", ")}; repeatable (default: terminal)`, collect)
    .option("--json", "the same as --report json")
    .action(async (words: string[], options: CheckOptions & Verbosity) => {
      const driver = programAfterDashes(words);
      const signal = abortOnSignal();
      const { check } = await import("../check/check.ts");
      await finish(check(options, processTerminal(options), driver, signal));
    });
  addVerbosity(command, {
    quiet: "print only failures and the last lines",
    verbose: "print tables, and every question and answer to stderr, with the time of the answer",
  });
  describeExits(
    command,
    [
      "countersign check --builtin countersign",
      "countersign check --seed 5849 -- python3 driver.py",
      "countersign check --filter percent-encoding -- ./driver",
      "countersign check --seed 5849 --report junit=report.xml --baseline known.json -- ./driver",
    ],
    [EXIT.failures, EXIT.driverBroken, EXIT.nothingRan, EXIT.staleBaseline, EXIT.interrupted],
  );
}
