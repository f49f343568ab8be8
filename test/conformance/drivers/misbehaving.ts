import { resolve } from "node:path";
import {
  type Driver,
  type DriverOptions,
  type DriverTrouble,
  openDriver,
} from "../../../src/conformance/drivers/index.ts";
import type { Answer } from "../../../src/conformance/vectors/index.ts";

/** The command of the driver that misbehaves by this name. */
export function misbehaving(name: string, ...args: string[]): string[] {
  return [process.execPath, resolve("test/conformance/drivers/driver.mjs"), name, ...args];
}

/** A driver to it, and what it was told of. */
export function open(
  name: string,
  options: Partial<DriverOptions> = {},
): { readonly driver: Driver; readonly troubles: DriverTrouble[] } {
  const troubles: DriverTrouble[] = [];
  const onTrouble = (trouble: DriverTrouble): void => void troubles.push(trouble);
  const driver = openDriver({ command: misbehaving(name), onTrouble, ...options });
  return { driver, troubles };
}

/** Asks for the encoding of each text, all at once. */
export function askAll(driver: Driver, texts: readonly string[]): Promise<Answer[]> {
  return Promise.all(texts.map(async (text) => driver.ask({ operation: "percent-encoding", text })));
}

/** Each answer in a word: the value, or the kind of trouble. */
export function inWords(answers: readonly Answer[]): string[] {
  return answers.map((answer) => (answer.ok ? String(answer.stages["percent-encoding"]) : answer.error));
}

/** Whether a process of this id is there. */
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
