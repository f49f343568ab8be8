/** Bundles test programs for a browser. */

import { build, type Plugin } from "esbuild";
import { browserPlatform } from "../../scripts/browser-platform.ts";

/** The modules of Node.js, and the package for processes, that the test suite imports for work that these programs do not do. */
const nodeModules: Plugin = {
  name: "node-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:|cross-spawn$)/ }, ({ path }) => ({ path, namespace: "node" }));
    onLoad({ filter: /^node:crypto$/, namespace: "node" }, () => ({
      contents:
        'export { createHash, createHmac, createPublicKey, generateKeyPairSync } from "./test/browser/node-stand-ins.ts";',
      resolveDir: ".",
    }));
    onLoad({ filter: /.*/, namespace: "node" }, async ({ path }) => {
      const names = Object.keys((await import(path)) as object).filter((name) => name !== "default");
      return { contents: ["default", ...names].map(standIn).join("\n") };
    });
  },
};

function standIn(name: string): string {
  return name === "default" ? 'export default () => "";' : `export function ${name}() { return ""; }`;
}

/** The code of a program for a browser, as one module. */
export async function bundleForBrowser(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: "browser",
    format: "esm",
    target: "es2023",
    inject: ["test/browser/node-stand-ins.ts"],
    external: ["oauth-1.0a", "node-forge"],
    define: { __BUNDLED_VERSIONS__: JSON.stringify({ countersign: "0.0.0" }) },
    plugins: [browserPlatform, nodeModules],
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}
