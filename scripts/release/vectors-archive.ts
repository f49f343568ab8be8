/** The archive of the vectors, for people without npm: every file and schema, consumers in other languages, and checksums. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
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

const BLOCK = 512;

/** An archive in the format ustar (POSIX.1), with the same owner, mode and time for every file. */
function tar(files: readonly ArchivedFile[]): Buffer {
  const blocks = files.flatMap(({ path, content }) => [
    header(path, content.length),
    content,
    Buffer.alloc(-content.length & (BLOCK - 1)),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

function header(path: string, size: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`the path is too long for the format ustar: ${path}`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;
  const fields: [offset: number, text: string][] = [
    [0, path],
    [100, octal(0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(0, 11)],
    // The checksum counts itself as eight spaces.
    [148, " ".repeat(8)],
    [156, "0"],
    [257, "ustar\u000000"],
  ];
  for (const [offset, text] of fields) block.write(text, offset, "utf8");
  const sum = block.reduce((total, octet) => total + octet, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}
