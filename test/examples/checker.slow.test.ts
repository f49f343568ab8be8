/** @module-tag clients */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled, type ProgramName, PYTHON } from "../programs.ts";

const CHECKER = "examples/checker/checker.py";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "checker-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the vectors over a driver and records its answers and verdicts. */
function recorded(driver: readonly string[]): { readonly answers: string; readonly verdicts: string } {
  const [answers, verdicts] = ["answers.jsonl", "verdicts.ndjson"].map((name) =>
    join(folder, `${driver.length}-${name}`),
  );
  rmSync(answers!, { force: true });
  const report = ["--report", `ndjson=${verdicts}`];
  const program = ["--", PYTHON, CHECKER, "record", answers!, ...driver];
  const options = ["--runs", "0", "--no-doctor", "--no-causes", "--no-references", ...report, ...program];
  spawnSync(process.execPath, ["dist/cli/main.js", "check", "--seed", "1", ...options], { stdio: "ignore" });
  return { answers: answers!, verdicts: verdicts! };
}

function checkAgain(answers: string, verdicts: string): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(PYTHON, [CHECKER, "check", "vectors", answers, verdicts], {
    encoding: "utf8",
  });
  return { status, text: stdout + stderr };
}

const DRIVERS: readonly (readonly [file: string, command: string, needs: readonly ProgramName[]])[] = [
  ["sign.mjs", process.execPath, []],
  ["sign.py", PYTHON, []],
  ["sign.rb", "ruby", ["ruby"]],
  ["sign.php", "php", ["php"]],
  ["javascript-oauth-1.0a.mjs", process.execPath, []],
  ["javascript-oauth.mjs", process.execPath, []],
  ["javascript-oauth-sign.mjs", process.execPath, []],
  ["javascript-oauth-signature.mjs", process.execPath, []],
  ["javascript-node-oauth1.mjs", process.execPath, []],
  ["javascript-mastercard-oauth1-signer.mjs", process.execPath, []],
  ["python-oauthlib.py", PYTHON, ["requests-oauthlib"]],
  ["ruby-simple-oauth.rb", "ruby", ["simple_oauth"]],
  ["php-oauth.php", "php", ["php-oauth"]],
];

describe.skipIf(!isInstalled("python"))("the second checker", () => {
  for (const [file, command, needs] of DRIVERS) {
    test.skipIf(!isInstalled(...needs))(`computes the same verdicts: ${file}`, () => {
      const { answers, verdicts } = recorded([command, `examples/drivers/${file}`]);
      const { status, text } = checkAgain(answers, verdicts);
      expect(text).toMatch(/^\d{3,} verdicts computed again, 0 disagreements$/m);
      expect(status).toBe(0);
    });
  }

  test("names a wrong verdict, a wrong answer and a question without a verdict", () => {
    const { answers, verdicts } = recorded([process.execPath, "examples/drivers/sign.mjs"]);
    const changed = (path: string, change: (text: string) => string): string => {
      const copy = join(folder, "changed");
      writeFileSync(copy, change(readFileSync(path, "utf8")));
      return copy;
    };
    const wrongVerdict = changed(verdicts, (text) => text.replace('"verdict":"pass"', '"verdict":"fail"'));
    expect(checkAgain(answers, wrongVerdict)).toEqual({
      status: 1,
      text: expect.stringMatching(/: fail in the report, pass here\n[\s\S]*, 1 disagreements$/m),
    });
    const wrongAnswer = changed(answers, (text) => text.replace(/(oauth_signature=\\")\w/, "$1%41%41"));
    expect(checkAgain(wrongAnswer, verdicts).text).toMatch(/: pass in the report, fail or open here\n/);
    const fewer = changed(verdicts, (text) => text.replace(/^.*"verdict":"pass".*\n(?![\s\S]*"verdict":"pass")/m, ""));
    expect(checkAgain(answers, fewer).text).toMatch(/1 questions have no verdict in the report/);
  });
});
