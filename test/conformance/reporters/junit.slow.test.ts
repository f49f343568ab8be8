/** @module-tag clients */

import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { isInstalled, PYTHON } from "../../programs.ts";
import { junitOf } from "./junit.ts";
import { everything, start } from "./made.ts";
import { realRun } from "./real-run.ts";

/** What a parser that is not ours finds wrong; empty where nothing is. */
function problems(xml: string): string {
  const parse = "import sys, xml.dom.minidom as m; m.parseString(sys.stdin.buffer.read())";
  return spawnSync(PYTHON, ["-c", parse], { input: xml, encoding: "utf8" }).stderr;
}

describe("the JUnit report", () => {
  test.skipIf(!isInstalled("python"))("is well-formed, whatever an implementation answers", async () => {
    for (const events of [[start(0, 1, "n")], await realRun(), everything()])
      expect(problems(junitOf(events))).toBe("");
    expect(problems(`${junitOf(everything())}<`)).toContain("Error");
  });
});
