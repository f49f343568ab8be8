import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { merge } from "../../src/cli/check/merge.ts";
import { jsonReporter } from "../../src/conformance/reporters/machine/json.ts";
import { loadVectors } from "../../src/conformance/vectors/index.ts";
import { changing, runResults, saying } from "../conformance/runner/wrong.ts";
import { fakeTerminal } from "./fake-terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "merge-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("countersign merge", () => {
  test("merges shards as their driver was asked: a signer was asked for signatures, not for base strings", async () => {
    const vectors = loadVectors().filter(({ id }) => id.startsWith("base-string/paths/"));
    const failing = changing(() => {
      throw new Error("no key");
    });
    const parts: string[] = [];
    for (const index of [1, 2]) {
      const driver = saying(failing, { operations: ["sign"] });
      const { events } = await runResults({ vectors, driver, shard: { index, count: 2 } });
      const path = join(folder, `${index}.json`);
      const reporter = jsonReporter((text) => writeFileSync(path, text));
      for (const event of events) reporter.listen(event);
      reporter.finish();
      parts.push(path);
    }
    const terminal = fakeTerminal();
    expect(await merge(parts, {}, terminal)).toBe(1);
    const [merged] = JSON.parse(terminal.text()).implementations;
    expect(Object.keys(merged.stages)).toEqual(["signature"]);
  });
});
