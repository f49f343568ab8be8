import { describe, expect, test } from "vitest";
import { endLeftOver, type System, signalTree, treeOptions } from "../../../src/conformance/drivers/process-tree.ts";

interface Recorded extends System {
  readonly calls: string[];
}

/** A system that records what it is asked to do. */
function system(isWindows: boolean, isThere = true): Recorded {
  const calls: string[] = [];
  return {
    isWindows,
    calls,
    kill(pid, signal) {
      calls.push(`kill ${pid} ${signal}`);
      if (!isThere) throw new Error("ESRCH");
      return true;
    },
    run(command, args) {
      calls.push([command, ...args].join(" "));
      return isThere;
    },
  };
}

describe("a program and what it started", () => {
  test("is a process group on POSIX systems, which gets the signal", () => {
    const posix = system(false);
    expect(treeOptions(posix)).toEqual({ detached: true, windowsHide: false });
    expect(signalTree(12, "SIGTERM", posix)).toBe(true);
    expect(endLeftOver(12, "SIGKILL", posix)).toBe(true);
    expect(posix.calls).toEqual(["kill -12 SIGTERM", "kill -12 SIGKILL"]);
  });

  test("is a tree on Windows, without a console of its own, which taskkill ends", () => {
    const windows = system(true);
    expect(treeOptions(windows)).toEqual({ detached: false, windowsHide: true });
    expect(signalTree(12, "SIGTERM", windows)).toBe(true);
    expect(signalTree(12, 0, windows)).toBe(true);
    expect(windows.calls).toEqual(["taskkill /pid 12 /t /f", "kill 12 0"]);
  });

  test("is left alone on Windows once the program has ended: its id may belong to another one", () => {
    const windows = system(true);
    expect(endLeftOver(12, "SIGKILL", windows)).toBe(false);
    expect(windows.calls).toEqual([]);
  });

  test.each([false, true])("may be gone (Windows: %s), which is no error", (isWindows) => {
    const gone = system(isWindows, false);
    expect(signalTree(12, "SIGTERM", gone)).toBe(false);
    expect(signalTree(12, 0, gone)).toBe(false);
  });
});
