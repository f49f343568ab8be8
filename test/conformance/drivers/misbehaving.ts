import { resolve } from "node:path";
import {
  type Driver,
  type DriverOptions,
  type DriverProblem,
  openDriver,
} from "../../../src/conformance/drivers/index.ts";
import type { Answer } from "../../../src/conformance/vectors/index.ts";

/** The command of the driver that misbehaves by this name. */
export function misbehaving(name: string, ...args: string[]): string[] {
  return [process.execPath, resolve("test/conformance/drivers/driver.mjs"), name, ...args];
}

/** A driver, and the problems that it reported. */
export function open(
  name: string,
  options: Partial<DriverOptions> = {},
): { readonly driver: Driver; readonly problems: DriverProblem[] } {
  const problems: DriverProblem[] = [];
  const onProblem = (problem: DriverProblem): void => void problems.push(problem);
  const driver = openDriver({ command: misbehaving(name), onProblem, ...options });
  return { driver, problems };
}

/** Asks for the encoding of each text, all at once. */
export function askAll(driver: Driver, texts: readonly string[]): Promise<Answer[]> {
  return Promise.all(texts.map(async (text) => driver.ask({ operation: "percent-encoding", text })));
}

/** Each answer in a word: the value, or the kind of failure. */
export function inWords(answers: readonly Answer[]): string[] {
  return answers.map((answer) => (answer.ok ? String(answer.stages["percent-encoding"]) : answer.error));
}

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until something is so. The limit is only for what never becomes so. */
export async function until(isSo: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 3000 && !isSo(); tries++) await new Promise((later) => setTimeout(later, 20));
  return isSo();
}
