import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openReports } from "../../src/cli/output/reports.ts";
import { fakeTerminal } from "./fake-terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "reports-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function open(file: string): ReturnType<typeof openReports> {
  const reporter = await openReports([{ name: "json", file }], { rerun: () => undefined }, fakeTerminal());
  const implementation = { name: "n", version: "", language: "" };
  reporter.listen({ type: "start", implementation, total: 0, properties: 0 });
  return reporter;
}

describe("a report in a file", () => {
  test("is not there before it has content, so that an interruption leaves no empty file", async () => {
    const file = join(folder, "new.json");
    const reporter = await open(file);
    expect(existsSync(file)).toBe(false);
    reporter.finish();
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ implementations: [{ total: 0 }] });
  });

  test("replaces what the file contained", async () => {
    const file = join(folder, "old.json");
    writeFileSync(file, "x".repeat(10_000));
    (await open(file)).finish();
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ implementations: [{ total: 0 }] });
  });

  test("of an earlier run is gone once the run begins, so that it is not taken for one of this run", async () => {
    const file = join(folder, "earlier.json");
    writeFileSync(file, "earlier");
    const reporter = await open(file);
    expect(existsSync(file)).toBe(false);
    reporter.finish();
  });

  test("is written through a link, which stays", async () => {
    const [file, link] = [join(folder, "target.json"), join(folder, "link.json")];
    writeFileSync(file, "earlier");
    symlinkSync(file, link);
    (await open(link)).finish();
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ implementations: [{ total: 0 }] });
  });

  test.each([
    ["a folder", "folder", "it is a folder"],
    ["in a folder that does not exist", "nowhere/report.json", "no such file or folder"],
    ["below a file", "file/report.json", "a part of it is no folder"],
  ])("is refused before anything runs if its path is %s", async (_what, name, code) => {
    mkdirSync(join(folder, "folder"), { recursive: true });
    writeFileSync(join(folder, "file"), "");
    await expect(open(join(folder, name))).rejects.toThrow(`can be written at ${join(folder, name)}: ${code}`);
  });
});
