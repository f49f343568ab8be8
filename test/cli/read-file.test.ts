import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFile } from "../../src/cli/input/read-file.ts";
import { countersign } from "./countersign.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "read-file-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a file", () => {
  // It is read in pieces of 2^16 octets.
  const expectWhole = (length: number): void => {
    const path = join(folder, "file");
    const octets = Buffer.from(Array.from({ length }, (_, at) => at % 251));
    writeFileSync(path, octets);
    expect(readFile(path).equals(octets)).toBe(true);
  };
  test.each([0, 1, 2 ** 16, 2 ** 16 + 1, 2 ** 17])("of %i octets is read whole", expectWhole);
  test.each([2 ** 20])("of %i octets is read whole", { tags: ["deep"] }, expectWhole);

  test("of the limit is read, and one octet more is refused", () => {
    const path = join(folder, "file");
    for (const more of [0, 1]) {
      writeFileSync(path, Buffer.alloc(2 ** 20 + more));
      const read = (): number => readFile(path, "a file", 1).length;
      if (more === 0) expect(read()).toBe(2 ** 20);
      else expect(read).toThrow("expected a file of at most 1 MB, got a file, which is larger");
    }
  });

  test.skipIf(process.platform === "win32")("without an end is refused", () => {
    const read = (): Buffer => readFile("/dev/zero", "a device", 1);
    expect(read).toThrow("expected a file of at most 1 MB, got a device, which is larger");
  });

  test("that is a folder is refused", () => {
    expect(() => readFile(folder)).toThrow(/^expected a readable file, got ".*": it is a folder/);
  });
});

describe("JSON that is nested too deeply is refused", () => {
  const CAPTURE = ["capture", "--listen", "--private-key-file", "test/keys/rsa-2048.pem", "--answers"];

  async function expectRefused(args: readonly string[], levels: number): Promise<void> {
    for (const [start, end] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const path = join(folder, "deep.json");
      writeFileSync(path, `${start.repeat(levels)}1${end.repeat(levels)}`);
      const { status, stderr } = await countersign([...args, path], { COUNTERSIGN_CONSUMER_SECRET: "s" });
      expect([status, stderr]).toEqual([2, expect.stringMatching(/at most 1000 levels/)]);
    }
  }

  const READERS: readonly (readonly [string, readonly string[]])[] = [
    ["as answers of capture", CAPTURE],
    ["as a baseline", ["check", "--builtin", "model", "--seed", "1", "--baseline"]],
    ["as a request", ["explain"]],
  ];
  test.each(READERS)("%s", (_what, args) => expectRefused(args, 1001));
  test.each(READERS)("%s, of any depth", { tags: ["deep"] }, (_what, args) => expectRefused(args, 100_000));
});
