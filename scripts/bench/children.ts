/** Child processes and folders that are removed when this process ends, also after an error or a signal. */

import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const children = new Set<ChildProcess>();
const folders: string[] = [];

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Kills the child process at the end. */
export function adopt<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/** Creates a folder and removes it at the end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "countersign-load-"));
  folders.push(folder);
  return folder;
}
