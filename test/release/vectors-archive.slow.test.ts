/** @module-tag packaging */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { archivedFiles, vectorsArchive } from "../../scripts/release/vectors-archive.ts";
import { loadVectors } from "../../src/conformance/vectors/index.ts";

const archive = vectorsArchive("1.2.3");
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "archive-"));
  writeFileSync(join(folder, archive.name), archive.octets);
  writeFileSync(join(folder, `${archive.name}.sha256`), archive.checksum);
});
afterAll(() => rmSync(folder, { recursive: true }));

const checkSums = (cwd: string, file: string): number | null =>
  spawnSync("sha256sum", ["--check", "--strict", file], { cwd, encoding: "utf8" }).status;

describe("the archive of the vectors", () => {
  test("depends on the vectors and the version only, not on the time", () => {
    vi.useFakeTimers({ now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    expect(vectorsArchive("1.2.3")).toEqual(archive);
    expect(vectorsArchive("1.2.4").octets.equals(archive.octets)).toBe(false);
  });

  test("has every file of the vectors, their schemas, the version and the licence", () => {
    const listed = execFileSync("tar", ["-tzf", archive.name], { cwd: folder, encoding: "utf8" }).trim().split("\n");
    expect(listed).toEqual(archivedFiles("1.2.3").map(({ path }) => `countersign-vectors-1.2.3/${path}`));
    const vectors = readdirSync("vectors").map((name) => `countersign-vectors-1.2.3/vectors/${name}`);
    expect(listed).toEqual(expect.arrayContaining(vectors));
    for (const name of ["VERSION", "LICENSE", "SHA256SUMS", "vectors/schema.json", "examples/vectors/consumer.py"]) {
      expect(listed).toContain(`countersign-vectors-1.2.3/${name}`);
    }
  });

  test("is extracted by tar to the octets of this checkout, with checksums that match", () => {
    execFileSync("tar", ["-xzf", archive.name], { cwd: folder });
    const extracted = join(folder, "countersign-vectors-1.2.3");
    for (const { path, content } of archivedFiles("1.2.3")) {
      expect(readFileSync(join(extracted, path)).equals(content), path).toBe(true);
    }
    expect(loadVectors(join(extracted, "vectors"))).toEqual(loadVectors());
    expect(checkSums(extracted, "SHA256SUMS")).toBe(0);
    writeFileSync(join(extracted, "vectors/rules.json"), "{}");
    expect(checkSums(extracted, "SHA256SUMS")).toBe(1);
  });

  test("has a checksum that belongs to it, and to no other octets", () => {
    const file = `${archive.name}.sha256`;
    expect(checkSums(folder, file)).toBe(0);
    writeFileSync(join(folder, archive.name), Buffer.concat([archive.octets, Buffer.of(0)]));
    expect(checkSums(folder, file)).toBe(1);
    writeFileSync(join(folder, archive.name), archive.octets);
  });
});
