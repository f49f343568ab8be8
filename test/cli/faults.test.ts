import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/cli/exit-codes.ts";
import { listFaults, showFault } from "../../src/cli/explain/faults.ts";
import type { Terminal } from "../../src/conformance/reporters/index.ts";
import { FAULTS, UNMODELLED_MISTAKES } from "../../src/faults/index.ts";
import { fakeTerminal } from "./fake-terminal.ts";

function output(run: (terminal: Terminal) => number): string {
  const terminal = fakeTerminal();
  expect(run(terminal)).toBe(0);
  return terminal.text();
}

describe("countersign faults", () => {
  test("lists all that have a name", () => {
    const lines = output(listFaults).trimEnd().split("\n");
    expect(lines.map((line) => line.split(" ")[0])).toEqual(FAULTS.map(({ id }) => id));
  });

  test("prints the page of each", () => {
    for (const { id } of FAULTS) {
      const page = output((terminal) => showFault(id, terminal));
      expect(page).toMatch(new RegExp(`^# .*\\n\\n[A-Z][\\s\\S]*\\b${id}\\b`));
      expect(page).not.toContain("do not edit");
    }
  });

  test("says why one has no page", () => {
    const { id, reason } = UNMODELLED_MISTAKES[0]!;
    expect(output((terminal) => showFault(id, terminal))).toContain(reason);
  });

  test("explains a cause that is not in the code of the client", () => {
    expect(output((terminal) => showFault("other-scheme", terminal))).toMatch(
      /^The client signed http instead of https[\s\S]*To fix it: /,
    );
    expect(output((terminal) => showFault("text/empty/consumer-secret", terminal))).toMatch(
      /^The client signs with the consumer secret as an empty text\./,
    );
  });

  test("refuses what is none", () => {
    expect(() => output((terminal) => showFault("no-such-fault", terminal))).toThrow(UsageError);
  });
});
