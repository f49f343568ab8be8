import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { abortOnSignal, endOnSecondSignal } from "../../src/cli/output/interruption.ts";
import { EXIT } from "../../src/cli/process/exit-codes.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const before = new Map(SIGNALS.map((name) => [name, process.listeners(name)]));
const added = (name: (typeof SIGNALS)[number]) =>
  process.listeners(name).filter((listener) => !before.get(name)!.includes(listener));

/** Calls only what the test has added, because others listen, too. */
function signal(name: (typeof SIGNALS)[number]): void {
  for (const listener of added(name)) listener(name);
}

let log = "";
const exit = vi.fn<(code: unknown) => void>();
beforeEach(() => {
  log = "";
  exit.mockReset();
  vi.spyOn(process, "exit").mockImplementation(exit as unknown as typeof process.exit);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    log += text;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of SIGNALS) for (const listener of added(name)) process.off(name, listener);
});

describe("an interruption", () => {
  test.each(SIGNALS)("by %s aborts with its name, and the next signal ends the process", (name) => {
    const aborted = abortOnSignal();
    expect(aborted.aborted).toBe(false);
    signal(name);
    expect(aborted.reason).toBe(name);
    expect(log).toBe(`countersign: interrupted by ${name}; press Ctrl-C again to end without a report\n`);
    expect(exit).not.toHaveBeenCalled();
    signal("SIGINT");
    expect(exit.mock.calls).toEqual([[EXIT.interrupted]]);
  });

  test("of a command that handles the first signal itself ends the process at the second one", () => {
    endOnSecondSignal();
    signal("SIGINT");
    expect([log, exit.mock.calls]).toEqual(["", []]);
    signal("SIGTERM");
    expect(exit.mock.calls).toEqual([[EXIT.interrupted]]);
  });
});
