/** The files of this package that programs read, such as vectors. `npm run build` packs the large ones into one file. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { PACKAGE_ROOT } from "./package-root.ts";

const PACKED = "dist/packed.json.br";

/** The text of each packed file by its path in the package, with `/` between folders. */
export type PackedFiles = Readonly<Record<string, string>>;

/**
 * Reads a text file. A file of this package may be packed; the installed package has only the packed copy.
 *
 * @throws the error of `readFileSync` if there is no such file
 */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const text = packedFiles()[pathInPackage(path)];
    if (text === undefined) throw error;
    return text;
  }
}

/** The names of the files in a folder of this package, packed or not. */
export function namesIn(folder: string): string[] {
  const prefix = `${pathInPackage(folder)}/`;
  const packed = Object.keys(packedFiles()).filter((path) => path.startsWith(prefix));
  return [...new Set([...readdirSync(folder), ...packed.map((path) => path.slice(prefix.length))])].sort();
}

function pathInPackage(path: string): string {
  return relative(PACKAGE_ROOT, path).split(sep).join("/");
}

let files: PackedFiles | undefined;
function packedFiles(): PackedFiles {
  files ??= existsSync(join(PACKAGE_ROOT, PACKED)) ? (readCompressed(PACKED) as PackedFiles) : {};
  return files;
}

/** Reads a compressed JSON file that the build wrote. The path is relative to the package folder. */
export function readCompressed(path: string): unknown {
  return JSON.parse(brotliDecompressSync(readFileSync(join(PACKAGE_ROOT, path))).toString());
}
