import { resolve } from "node:path";

/** The command of the driver that misbehaves by this name. */
export function misbehaving(name: string, ...args: string[]): string[] {
  return [process.execPath, resolve("test/conformance/drivers/driver.mjs"), name, ...args];
}
