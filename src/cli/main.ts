#!/usr/bin/env node
/** The command line as a program: runs one command, and ends with its exit code. */

import { reportError, runCommandLine } from "./command-line.ts";
import { EXIT } from "./process/exit-codes.ts";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The program that reads the output may stop early, as head does.
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  throw error;
});
process.stderr.on("error", (error: NodeJS.ErrnoException) => {
  // Nobody reads the messages, but the result still counts.
  if (error.code !== "EPIPE") throw error;
});
process.on("uncaughtException", (error) => {
  process.exitCode = reportError(error);
  exitAfterDefectOrSignal();
});
await runCommandLine();
exitAfterDefectOrSignal();

/** A program or a server that is still running must not keep the process alive. */
function exitAfterDefectOrSignal(): void {
  if (process.exitCode === EXIT.ourDefect || process.exitCode === EXIT.interrupted) process.exit();
}
