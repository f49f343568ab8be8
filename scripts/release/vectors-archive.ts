/** The archive of the vectors, for people without npm: every file and schema, consumers in other languages, and checksums. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

const FOLDERS = ["vectors", "examples/vectors"];

/** An archive and its checksum, as two files. */
export interface VectorsArchive {
  /** The name, such as `countersign-vectors-1.2.3.tar.gz`; the checksum file has the suffix `.sha256`. */
  readonly name: string;
  readonly octets: Buffer;
  /** One line, as `sha256sum --check` reads it. */
  readonly checksum: string;
}

/** A file of the archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly content: Buffer;
}

/**
 * Packs the vectors of this checkout. Two calls return the same octets with the same version of Node.js; the compression of
 * other versions may differ, but `SHA256SUMS` inside is the same everywhere.
 */
export function vectorsArchive(version: string): VectorsArchive {
  const folder = `countersign-vectors-${version}`;
  const name = `${folder}.tar.gz`;
  const archived = archivedFiles(version).map(({ path, content }) => ({ path: `${folder}/${path}`, content }));
  const octets = gzipSync(tar(archived), { level: 9 });
  // The operating system, which gzip states in this octet, is left out.
  octets[9] = 255;
  return { name, octets, checksum: `${sha256(octets)}  ${name}\n` };
}

/** What the archive contains, by path: the files, `VERSION`, and `SHA256SUMS` of all others. */
export function archivedFiles(version: string): ArchivedFile[] {
  const paths = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  const files = [
    ...[...paths, "LICENSE"].map((path) => ({ path, content: readFileSync(path) })),
    { path: "VERSION", content: Buffer.from(`${version}\n`) },
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const sums = files.map(({ path, content }) => `${sha256(content)}  ${path}\n`).join("");
  return [...files, { path: "SHA256SUMS", content: Buffer.from(sums) }];
}

function sha256(octets: Buffer): string {
  return createHash("sha256").update(octets).digest("hex");
}

/** The files as a tar archive, with the same owner, mode and time for each. */
function tar(files: readonly ArchivedFile[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "vectors-archive-"));
  try {
    for (const { path, content } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const same = ["--format=ustar", "--owner=0", "--group=0", "--numeric-owner", "--mode=0644", "--mtime=@0"];
    const paths = files.map(({ path }) => path);
    return execFileSync("tar", ["-cf", "-", "-C", folder, ...same, "--", ...paths], { maxBuffer: 100_000_000 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
