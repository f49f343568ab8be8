/** The size limits of files that users download or load, and the functions that measure them in the built package. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { build } from "esbuild";

/** Sizes in bytes; kB and MB are 1,000 and 1,000,000 bytes, as npm counts. Raise one only if every user benefits. */
export const SIZE_LIMITS = {
  "the package, packed": 1_900_000,
  "the package, unpacked": 5_300_000,
  "the command line": 2_300_000,
  "dist/cli/main.js": 36_000,
  "the inspector": 700_000,
  "import { sign }": 22_000,
  "import { verifySignature }": 12_700,
  "import { createVerifier }": 43_200,
  "countersign in a browser": 80_000,
  "countersign/diagnosis in a browser": 356_000,
} as const;

/** The most files that the package may contain. */
export const FILE_LIMIT = 455;

export type Measured = keyof typeof SIZE_LIMITS;

/** A packed package, as `npm pack --json` describes it. */
export interface PackedPackage {
  /** In bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  /** The number of files. */
  readonly entryCount: number;
}

/**
 * Measures `dist` and the package.
 *
 * @returns the size of each in bytes; bundles are minified
 */
export async function measureSizes({ size, unpackedSize }: PackedPackage): Promise<Record<Measured, number>> {
  const folder = "dist/cli";
  const commandLine = readdirSync(folder).map((file) => statSync(`${folder}/${file}`).size);
  return {
    "the package, packed": size,
    "the package, unpacked": unpackedSize,
    "the command line": commandLine.reduce((sum, size) => sum + size, 0),
    "dist/cli/main.js": statSync(`${folder}/main.js`).size,
    "the inspector": readFileSync("dist/inspector.html").length,
    "import { sign }": await bundleSize("sign"),
    "import { verifySignature }": await bundleSize("verifySignature"),
    "import { createVerifier }": await bundleSize("createVerifier"),
    "countersign in a browser": await minifiedSize('export * from "countersign";', "browser"),
    "countersign/diagnosis in a browser": await minifiedSize('export * from "countersign/diagnosis";', "browser"),
  };
}

/** Size in bytes of a minified bundle for Node that imports one name from the package. */
export function bundleSize(name: string): Promise<number> {
  return minifiedSize(`import { ${name} } from "countersign";\nconsole.log(${name});`, "node");
}

/** One sentence for each size above its limit. */
export function tooLarge(sizes: Readonly<Record<Measured, number>>): string[] {
  return measured()
    .filter((name) => sizes[name] > SIZE_LIMITS[name])
    .map(
      (name) =>
        `${name}: ${sizes[name]} bytes, at most ${SIZE_LIMITS[name]} are allowed by scripts/sizes.ts: make other code or texts of it shorter`,
    );
}

/** A line for each size, such as `the inspector: 471.3 of 700.0 kB`. */
export function describeSizes(sizes: Readonly<Record<Measured, number>>): string {
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
  return measured()
    .map((name) => `${name}: ${kilobytes(sizes[name])} of ${kilobytes(SIZE_LIMITS[name])} kB\n`)
    .join("");
}

function measured(): Measured[] {
  return Object.keys(SIZE_LIMITS) as Measured[];
}

async function minifiedSize(contents: string, platform: "node" | "browser"): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: "." },
    bundle: true,
    write: false,
    minify: true,
    platform,
    format: "esm",
    target: "es2023",
  });
  return outputFiles[0]!.contents.length;
}
