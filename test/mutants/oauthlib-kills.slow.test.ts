/**
 * The faults that oauthlib detects and the references of npm do not: what kill-matrix.test.ts reads.
 *
 * @module-tag clients
 */
import { describe, expect, test } from "vitest";
import { openDriver } from "../../src/conformance/drivers/index.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { isInstalled, PYTHON } from "../programs.ts";
import { NPM_REFERENCES, referenceKills, remembering } from "./reference-kills.ts";

describe.skipIf(!isInstalled("requests-oauthlib"))("oauthlib", () => {
  test("detects the recorded faults if the model has them too", { tags: ["deep"], timeout: 1_800_000 }, async () => {
    const byNpm = await referenceKills(FAULTS, NPM_REFERENCES);
    const missed = FAULTS.filter(({ id }) => byNpm.get(id) === null);
    const driver = remembering(openDriver({ command: [PYTHON, "examples/drivers/python-oauthlib.py"] }));
    try {
      const kills = await referenceKills(missed, [() => driver]);
      const text = `${JSON.stringify(Object.fromEntries(kills), undefined, 2)}\n`;
      await expect(text).toMatchFileSnapshot("./oauthlib-kills.json");
    } finally {
      await driver.close();
    }
  });
});
