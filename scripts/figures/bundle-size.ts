/** Measures the bundle size of a program that uses one function of the built package. */

import { build } from "esbuild";

/** Maximum size of the minified bundle in kilobytes (1,000 bytes). Raise a budget only if every user benefits. */
export const BUNDLE_BUDGETS: Readonly<Record<"sign" | "verifySignature" | "verify", number>> = {
  sign: 20,
  verifySignature: 11,
  verify: 42,
};

/** Size in bytes of a minified bundle that imports one name from `dist/index.js`. */
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
