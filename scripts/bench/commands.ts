/** Measures the elapsed time of commands, which is how long people wait. */

import { spawnSync } from "node:child_process";
import { AUTHORIZATION, REQUEST_URL } from "./explain.ts";
import { wallTime } from "./measure.ts";
import { CONSUMER_KEY, SECRET } from "./workload.ts";

const PROGRAM = "dist/cli/main.js";

const START_UPS = {
  "node -e 0": () => ["-e", "0"],
  "--version": () => [PROGRAM, "--version"],
  sign: () => [PROGRAM, "sign", "--url", REQUEST_URL, "--consumer-key", CONSUMER_KEY],
  "explain, a valid request": () => explain("valid"),
  "explain, one mistake": () => explain("one mistake"),
};
export type StartUp = keyof typeof START_UPS;

function explain(mistake: keyof typeof AUTHORIZATION): string[] {
  return [PROGRAM, "explain", `curl '${REQUEST_URL}' -H 'Authorization: ${AUTHORIZATION[mistake]()}'`];
}

/** The lowest of five starts, because other work of the machine only adds time. */
export function startUp(name: StartUp): number {
  const args = START_UPS[name]();
  return Math.min(...Array.from({ length: 5 }, () => elapsed(args, name === "explain, one mistake" ? 1 : 0)));
}

/** A run of `check` against a driver of oauth-sign, which fails for several causes. */
export function check(...options: string[]): number {
  const driver = [process.execPath, "examples/drivers/javascript-oauth-sign.mjs"];
  return elapsed([PROGRAM, "check", "--seed", "1", "--no-references", "--quiet", ...options, "--", ...driver], 1);
}

/** Nanoseconds until a program of Node has ended with the expected exit code. */
function elapsed(args: readonly string[], expected: number): number {
  const start = wallTime();
  const env = { ...process.env, COUNTERSIGN_CONSUMER_SECRET: SECRET };
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  const nanoseconds = wallTime() - start;
  if (status !== expected) throw new Error(`${args[1]} ended with ${status} instead of ${expected}: ${stderr}`);
  return nanoseconds;
}
