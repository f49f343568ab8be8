/** Child processes that end when this process ends, also after an error or a signal. */

import type { ChildProcess } from "node:child_process";

const children = new Set<ChildProcess>();

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** Kills the child process at the end. */
export function adopt<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}
