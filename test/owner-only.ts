import { statSync } from "node:fs";
import { expect } from "vitest";

/** Expects a file that only its owner may read. Windows has no such modes: there the permissions of the folder count. */
export function expectOwnerOnly(path: string): void {
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
}
