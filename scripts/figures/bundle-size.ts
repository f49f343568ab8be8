/** The size of a program that uses one function of the built package. */

import { build } from "esbuild";

/** Most kilobytes (of 1,000 octets), minified. Raise a budget only for what is worth its size to every user. */
export const BUNDLE_BUDGETS: Readonly<Record<"sign" | "verifySignature" | "verify", number>> = {
  sign: 20,
  verifySignature: 11,
  verify: 40,
};

/** Octets of a minified bundle that imports one name from `dist/index.js`. */
export async function bundleSize(name: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `import { ${name} } from "./dist/index.js";\nconsole.log(${name});`, resolveDir: "." },
    bundle: true,
    write: false,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
  });
  return outputFiles[0]!.contents.length;
}
